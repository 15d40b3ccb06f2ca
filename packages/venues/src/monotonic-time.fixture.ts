// Monotonic time that is moved by hand.

import assert from 'node:assert/strict';
import type { MonotonicTime } from '#venues/monotonic-time.ts';

export type HandTime = MonotonicTime & {
  /** Runs what is due by then, in its order. */
  advance(durationMs: number): void;
  /** How many wait. */
  readonly waitingCount: number;
};

export function handTime(startMs = 1_000_000): HandTime {
  let nowMs = startMs;
  const due = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      assert(delayMs >= 0, 'nothing is due before now');
      const entry = { atMs: nowMs + delayMs, run };
      due.add(entry);
      return () => void due.delete(entry);
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (;;) {
        const [next] = [...due].sort((left, right) => left.atMs - right.atMs);
        if (next === undefined || next.atMs > untilMs) break;
        due.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
      }
      nowMs = untilMs;
    },
    get waitingCount() {
      return due.size;
    },
  };
}
