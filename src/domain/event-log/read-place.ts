// Checks that a reader of the log can go on from where it stopped.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** Of one user's log: the numbers of its newest event and of the oldest that is retained. */
export type LogBounds = {
  /** 0 before the first event. */
  readonly newest: number;
  /** Null: none is retained. */
  readonly oldest: number | null;
};

/**
 * `expired`: events behind it are retained no longer, so reading on would leave some out. `ahead`:
 * the log never had it; the database may have been restored from a backup.
 */
export type PlaceRefusal = 'expired' | 'ahead';

/** `after` is the number of the last event that the reader has; null: it has none. */
export function checkPlace(
  after: number | null,
  { newest, oldest }: LogBounds,
): Result<null, PlaceRefusal> {
  if (after === null) return accepted(null);
  if (after > newest) return rejected('ahead');
  const next = oldest ?? newest + 1;
  return after + 1 < next ? rejected('expired') : accepted(null);
}
