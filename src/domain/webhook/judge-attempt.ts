// Judges an attempt to deliver: done, tried again later, given up, or the webhook is disabled.
// Events of one object wait for one another; other objects go on.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';

/** What the status of a receiver says; gone: it is never to be tried again. */
export type WebhookOutcome = 'accepted' | 'redirected' | 'gone' | 'refused';

/** What a receiver did with a request. */
export type WebhookResponse =
  | {
      readonly kind: 'responded';
      readonly outcome: WebhookOutcome;
      readonly status: number;
      readonly text: string;
    }
  /** In words. */
  | { readonly kind: 'unreachable'; readonly problem: string };

export type AttemptVerdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      readonly problem: string;
      /** Of this delivery; null: it is given up. */
      readonly nextAtMs: number | null;
      /** Of the webhook. */
      readonly retryAtMs: number;
      /** Null: the webhook stays enabled. */
      readonly disabledReason: string | null;
    }
  /** It is not tried again, and says nothing of events. */
  | { readonly kind: 'test_failed'; readonly problem: string };

export type AttemptFacts = {
  readonly nowMs: number;
  readonly attemptsCount: number;
  readonly triedSinceMs: number;
  readonly failuresCount: number;
  readonly failingSinceMs: number | null;
};

/** So long a delivery is tried, and a webhook may fail. */
export const DELIVERY_SPAN_MS = 3 * DAY_MS;

const DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];

/** How long after so many failures the next attempt follows. */
export function delayAfter(failuresCount: number): number {
  return DELAYS_MS[Math.min(Math.max(failuresCount, 1), DELAYS_MS.length) - 1] ?? 6 * HOUR_MS;
}

/**
 * Verdict on an attempt. The delays of the event and of the webhook's next attempt grow separately;
 * past the span of delivery the event is given up.
 */
export function judgeAttempt(response: WebhookResponse, facts: AttemptFacts): AttemptVerdict {
  if (response.kind === 'responded' && response.outcome === 'accepted')
    return { kind: 'delivered' };
  const { nowMs, attemptsCount, triedSinceMs, failuresCount, failingSinceMs } = facts;
  const problem = problemOf(response);
  const isOver = nowMs - triedSinceMs >= DELIVERY_SPAN_MS;
  return {
    kind: 'failed',
    problem,
    nextAtMs: isOver ? null : nowMs + delayAfter(attemptsCount),
    retryAtMs: nowMs + delayAfter(failuresCount + 1),
    disabledReason: disabledReasonOf(response, nowMs - (failingSinceMs ?? nowMs), problem),
  };
}

/** Verdict on a test event, which is never retried and disables nothing. */
export function judgeTest(response: WebhookResponse): AttemptVerdict {
  return response.kind === 'responded' && response.outcome === 'accepted'
    ? { kind: 'delivered' }
    : { kind: 'test_failed', problem: problemOf(response) };
}

function problemOf(response: WebhookResponse): string {
  if (response.kind === 'unreachable') return response.problem;
  const { outcome, status } = response;
  if (outcome === 'redirected') return `It responded ${status}, a redirect, which is not followed.`;
  return `It responded ${status}; a status from 200 to 299 is expected.`;
}

function disabledReasonOf(
  response: WebhookResponse,
  failingMs: number,
  problem: string,
): string | null {
  if (response.kind === 'responded' && response.outcome === 'gone')
    return `It responded ${response.status}: it does not exist any more.`;
  return failingMs >= DELIVERY_SPAN_MS ? `It failed for three days. ${problem}` : null;
}
