// A clock with its timers, both moved by hand.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Timer } from '#venue-port/world/timer.ts';

export type HandClock = Clock &
  Timer & {
    /** Runs, at their instants and in their order, what is due by then. */
    advance(durationMs: number): void;
    /** How many repetitions have not been stopped. */
    readonly repetitionsCount: number;
  };

type Repetition = { readonly intervalMs: number; readonly run: () => void; dueMs: number };

export function handClock(startMs: number): HandClock {
  const repetitions = new Set<Repetition>();
  let nowMs = startMs;

  function nextDue(untilMs: number): Repetition | null {
    const due = [...repetitions].filter(({ dueMs }) => dueMs <= untilMs);
    return due.toSorted((left, right) => left.dueMs - right.dueMs)[0] ?? null;
  }

  return {
    nowMs: () => nowMs,
    every(intervalMs, run) {
      const repetition = { intervalMs, run, dueMs: nowMs + intervalMs };
      repetitions.add(repetition);
      return () => void repetitions.delete(repetition);
    },
    advance(durationMs) {
      const untilMs = nowMs + durationMs;
      for (let next = nextDue(untilMs); next !== null; next = nextDue(untilMs)) {
        nowMs = next.dueMs;
        next.dueMs += next.intervalMs;
        next.run();
      }
      nowMs = untilMs;
    },
    get repetitionsCount() {
      return repetitions.size;
    },
  };
}
