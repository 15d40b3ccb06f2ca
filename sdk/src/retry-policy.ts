// Policy of retries: the outcomes that are tried again, and when. A request under an
// Idempotency-Key can be sent any number of times; so can one that only reads, and a DELETE.

import { ApiProblemError, NoResponseError } from './problem.ts';

export type RetryPolicy = {
  /** Requests that are sent for one call at most. */
  readonly triesMax: number;
  /** The wait before the second try, at most; it doubles with each further one. */
  readonly firstWaitMs: number;
  readonly waitMsMax: number;
  /** A call fails rather than wait longer than this because the service says so. */
  readonly retryAfterMsMax: number;
};

export const DEFAULT_RETRIES: RetryPolicy = {
  triesMax: 5,
  firstWaitMs: 250,
  waitMsMax: 8_000,
  retryAfterMsMax: 65_000,
};

/** Problems that may be gone at the next try, by code; others by their status. */
const PASSING_CODES: ReadonlySet<string> = new Set(['idempotency_in_progress', 'rate_limited']);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * How long to wait before the next try; null: there is none. Waits are drawn at random between
 * nothing and the limit, so that clients that failed together do not come back together.
 */
export function waitBeforeRetry(
  error: unknown,
  triesMade: number,
  policy: RetryPolicy,
  chance: () => number,
): number | null {
  if (triesMade >= policy.triesMax || !isPassing(error)) return null;
  const drawn = chance() * Math.min(policy.waitMsMax, policy.firstWaitMs * 2 ** (triesMade - 1));
  const wanted = error instanceof ApiProblemError ? error.retryAfterMs : null;
  if (wanted === null) return drawn;
  // A little later than said: everybody who was refused in this window was given the same time.
  return wanted > policy.retryAfterMsMax ? null : wanted + drawn / 4;
}

/** Whether the outcome says nothing of the request itself. */
function isPassing(error: unknown): boolean {
  if (error instanceof NoResponseError) return true;
  if (!(error instanceof ApiProblemError)) return false;
  return PASSING_CODES.has(error.code) || PASSING_STATUSES.has(error.status);
}

/** The effect of the request may have happened although it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NoResponseError) return true;
  return error instanceof ApiProblemError && error.status >= 500;
}
