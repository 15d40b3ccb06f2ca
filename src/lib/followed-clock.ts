// The time of another clock, told by a monotonic counter of this machine and questions to the other
// clock. The machine's own wall clock has no part in it, so it may be wrong and may jump.

/** A question to the other clock: the counter before and after, and what the answer said. */
export type ClockSample = {
  readonly sentMs: number;
  readonly readMs: number;
  readonly otherMs: number;
};

export type FollowedClock = {
  /** Milliseconds since 1970 UTC, whole; NaN before the first sample. */
  nowMs(this: void): number;
  note(this: void, sample: ClockSample): void;
};

/** How fast two quartz clocks may part, generously. */
const DRIFT_PER_MS = 0.000_5;
/** Small corrections never make the time go back; after a larger one it goes on from there. */
const STEP_BACK_MS_MIN = 1_000;

/** `monotonicMs`: a counter that never goes back, such as `performance.now`. */
export function followedClock(monotonicMs: () => number): FollowedClock {
  let best: { readonly offsetMs: number; readonly errorMs: number; readonly atMs: number } | null =
    null;
  let lastMs = -Infinity;

  return {
    nowMs() {
      if (best === null) return NaN;
      const nowMs = Math.floor(monotonicMs() + best.offsetMs);
      if (nowMs < lastMs && lastMs - nowMs < STEP_BACK_MS_MIN) return lastMs;
      lastMs = nowMs;
      return nowMs;
    },
    note({ sentMs, readMs, otherMs }) {
      // The answer was made at some instant between: in the middle, give or take half of it.
      const errorMs = (readMs - sentMs) / 2;
      const offsetMs = otherMs - (sentMs + readMs) / 2;
      if (best !== null) {
        const grownMs = best.errorMs + (readMs - best.atMs) * DRIFT_PER_MS;
        const hasMoved = Math.abs(offsetMs - best.offsetMs) > errorMs + grownMs;
        if (errorMs > grownMs && !hasMoved) return;
      }
      best = { offsetMs, errorMs, atMs: readMs };
    },
  };
}
