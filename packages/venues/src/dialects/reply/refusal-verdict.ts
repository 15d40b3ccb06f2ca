// Verdict on a refusal, by the purpose of the call. Which of a venue's codes mean what is in its
// dialect; a code that is not listed there is `not_known`.

import type { Verdict } from '#venues/dialect.ts';
import type { CallEffect } from '#venues/dialects/reply/read-outcome.ts';
import { notDone } from '#venues/dialects/reply/read-outcome.ts';

/**
 * What a call was for. `prepare`: a setting that an order needs. `look_up`: of one order. `read`:
 * anything else that changes nothing.
 */
export type CallPurpose = 'place' | 'prepare' | 'cancel' | 'look_up' | 'read';

export type RefusalRule =
  | 'refused'
  | 'short_of_funds'
  | 'duplicate'
  | 'trigger_passed'
  | 'no_such_order'
  | 'archived'
  | 'clock'
  | 'unauthorized'
  | 'region_blocked'
  | 'too_fast'
  | 'address_too_fast'
  | 'not_known';

export type Refusal = { readonly detail: string; readonly retryAfterMs: number | null };

/** Effect of a call by its purpose. */
export function effectOf(purpose: CallPurpose): CallEffect {
  return purpose === 'look_up' || purpose === 'read' ? 'reads' : 'acts';
}

/** It may have been carried out; what changes nothing has failed. */
export function unclear(purpose: CallPurpose, detail: string): Verdict<never> {
  return effectOf(purpose) === 'acts'
    ? { kind: 'unknown', detail }
    : notDone('unavailable', detail);
}

/** Verdict on a refusal; a rule that does not fit the purpose is unclear, never a rejection. */
export function refusalVerdict(
  rule: RefusalRule,
  purpose: CallPurpose,
  { detail, retryAfterMs }: Refusal,
): Verdict<never> {
  const other = unclear(purpose, detail);
  const isOrder = purpose === 'place' || purpose === 'prepare';
  switch (rule) {
    case 'clock':
      return { kind: 'clock', detail };
    case 'unauthorized':
      return notDone('unauthorized', detail);
    case 'region_blocked':
      return notDone('region_blocked', detail);
    case 'too_fast':
      return notDone('rate_limited', detail, { retryAfterMs });
    case 'address_too_fast':
      return notDone('rate_limited', detail, { retryAfterMs, stopsAddress: true });
    case 'refused':
      return isOrder ? { kind: 'rejected', code: 'order_rejected', detail } : other;
    case 'short_of_funds':
      return isOrder ? { kind: 'rejected', code: 'insufficient_funds', detail } : other;
    case 'duplicate':
      return purpose === 'place' ? { kind: 'duplicate' } : other;
    case 'trigger_passed':
      return purpose === 'place' ? { kind: 'rejected', code: 'trigger_passed', detail } : other;
    case 'no_such_order':
      return purpose === 'cancel' || purpose === 'look_up' ? { kind: 'absent' } : other;
    case 'archived':
      return purpose === 'look_up' ? { kind: 'forgotten' } : other;
    case 'not_known':
      return other;
  }
}
