// Waiting longer after each refusal in a row: 1, 2, 4 minutes, up to an hour.

import { MINUTE_MS } from '#lib/time.ts';

const MINUTES_MAX = 60;

export type Backoff = { refusals: number; retryAtMs: number };

/** Backoff without refusals. */
export function newBackoff(): Backoff {
  return { refusals: 0, retryAtMs: 0 };
}

/** Counts a refusal and sets when the next attempt is due, in milliseconds since 1970. */
export function postpone(backoff: Backoff, nowMs: number): void {
  const minutes = Math.min(2 ** backoff.refusals, MINUTES_MAX);
  backoff.refusals += 1;
  backoff.retryAtMs = nowMs + minutes * MINUTE_MS;
}

/** Forgets all refusals, after a success. */
export function forgive(backoff: Backoff): void {
  backoff.refusals = 0;
  backoff.retryAtMs = 0;
}
