// Pace of a stream: it is still bringing the minutes that have just ended, or late. What is on its
// way is not missing: at the end of a minute a venue sends a frame for each market, and a process
// that was busy, or stopped, has frames to read.

/** After the end of a minute: when it is requested if the stream has not brought it. */
export const LATE_AFTER_MS = 500;
/** The same while the stream visibly brings the minutes of other markets. */
export const LATE_WHILE_BRINGING_MS = 2_500;
/** What would come within this time, at the pace of now, is worth waiting for. */
const WORTH_WAITING_MS = 2_000;

/** What the stream has brought from one tick to the next. */
export type StreamPace = {
  /** Since the tick before. */
  readonly sinceMs: number;
  /** Minutes that it has brought since then. */
  readonly broughtCount: number;
  /** Markets on it whose last minute it has not brought. */
  readonly awaitedCount: number;
  /** The tick came later than it should: there was no time for reading either. */
  readonly isBehind: boolean;
};

/**
 * How long after the end of a minute it counts as missing.
 */
export function lateAfterMs({ sinceMs, broughtCount, awaitedCount, isBehind }: StreamPace): number {
  if (isBehind) return LATE_WHILE_BRINGING_MS;
  if (broughtCount === 0) return LATE_AFTER_MS;
  const awaitedMs = (awaitedCount / broughtCount) * sinceMs;
  return awaitedMs <= WORTH_WAITING_MS ? LATE_WHILE_BRINGING_MS : LATE_AFTER_MS;
}
