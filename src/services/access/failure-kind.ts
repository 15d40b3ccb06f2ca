// Tells how the world failed, for whoever has to report it to a caller.

import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

export type FailureKind = FailureCode | 'outcome_unknown' | 'store_outcome_unknown';

/** The code of the exchange that failed; null: something else did, or it is not known. */
export function failedExchange(error: unknown): string | null {
  return error instanceof Failure ? error.exchange : null;
}

/** Null when the error is no failure of the outer world: then it is our own mistake. */
export function failureKind(error: unknown): FailureKind | null {
  if (error instanceof Failure) return error.code;
  if (error instanceof OutcomeUnknown) {
    return error.source === 'store' ? 'store_outcome_unknown' : 'outcome_unknown';
  }
  return null;
}

/** Whether nothing was done: neither is its outcome unknown, nor is it a mistake of ours. */
export function isSureFailure(error: unknown): boolean {
  return error instanceof Failure;
}

/** Whether it is to be mended by us, also where the same request may be tried again. */
export function isDefect(error: unknown): boolean {
  return error instanceof Failure ? error.isDefect : failureKind(error) === null;
}
