// The time of a link: limits and silence are judged by a clock that nobody sets.

import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';

export type LinkTime = MonotonicTime & {
  /** Calls `run` after each period until the result is called; the process may end meanwhile. */
  every(periodMs: number, run: () => void): () => void;
};

/** The machine's. */
export const SYSTEM_LINK_TIME: LinkTime = {
  ...SYSTEM_TIME,
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
