// The time of another clock, given by a monotonic counter of this machine and questions to the
// other clock. The machine's own wall clock has no part in it, so it may be wrong and may jump.

/** A question to the other clock: the counter before and after, and what the response said. */
export type ClockSample = {
  readonly sentMs: number;
  readonly readMs: number;
  readonly otherMs: number;
};

export type FollowedClock = {
  /** Milliseconds since 1970 UTC, whole; NaN before the first sample. */
  nowMs(this: void): number;
  /** How far off `nowMs` may be at most; Infinity before the first sample. */
  errorMs(this: void): number;
  note(this: void, sample: ClockSample): void;
};

/** A process begins to work when its time is at most this far off. */
export const CLOCK_ERROR_MS_MAX = 500;

/** How fast two quartz clocks may part, generously. */
const DRIFT_PER_MS = 0.000_5;
/** Small corrections never make the time go back; after a larger one it goes on from there. */
const STEP_BACK_MS_MIN = 1_000;

/** `monotonicMs`: a counter that never goes back, such as `performance.now`. */
export function followedClock(monotonicMs: () => number): FollowedClock {
  let best: { readonly offsetMs: number; readonly errorMs: number; readonly atMs: number } | null =
    null;
  let lastMs = -Infinity;

  const errorAtMs = (counterMs: number): number =>
    best === null ? Infinity : best.errorMs + (counterMs - best.atMs) * DRIFT_PER_MS;

  /** How far the last value is ahead of what is known now: time stands still until it is not. */
  function aheadMs(nowMs: number): number {
    const ms = lastMs - nowMs;
    return ms > 0 && ms < STEP_BACK_MS_MIN ? ms : 0;
  }

  return {
    nowMs() {
      if (best === null) return NaN;
      const nowMs = Math.floor(monotonicMs() + best.offsetMs);
      lastMs = nowMs + aheadMs(nowMs);
      return lastMs;
    },
    errorMs() {
      const counterMs = monotonicMs();
      const ahead = best === null ? 0 : aheadMs(Math.floor(counterMs + best.offsetMs));
      return errorAtMs(counterMs) + ahead;
    },
    note({ sentMs, readMs, otherMs }) {
      // The response was made at some instant between: in the middle, give or take half of it.
      const errorMs = (readMs - sentMs) / 2;
      const offsetMs = otherMs - (sentMs + readMs) / 2;
      if (best !== null) {
        const grownMs = errorAtMs(readMs);
        const hasMoved = Math.abs(offsetMs - best.offsetMs) > errorMs + grownMs;
        if (errorMs > grownMs && !hasMoved) return;
      }
      best = { offsetMs, errorMs, atMs: readMs };
    },
  };
}

export type Asking = {
  /** Asks the other clock; Failure and what else it throws pass through. */
  readonly ask: () => Promise<number>;
  readonly monotonicMs: () => number;
  readonly questionsMin: number;
  readonly questionsMax: number;
};

/**
 * Asks again at once while the time is not known to within CLOCK_ERROR_MS_MAX: a process that was
 * frozen before it read a response does not know when the response was made. Returns whether it is.
 */
export async function askUntilKnown(
  clock: FollowedClock,
  { ask, monotonicMs, questionsMin, questionsMax }: Asking,
): Promise<boolean> {
  const isKnown = (): boolean => clock.errorMs() <= CLOCK_ERROR_MS_MAX;
  for (let count = 0; count < questionsMax; count += 1) {
    if (count >= questionsMin && isKnown()) break;
    const sentMs = monotonicMs();
    const otherMs = await ask();
    clock.note({ sentMs, readMs: monotonicMs(), otherMs });
  }
  return isKnown();
}
