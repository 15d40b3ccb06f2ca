// Virtual time: what waits to happen, in the order of its instants, ties broken by chance. Nothing
// real is waited for, so a step is over when all promises have settled.

import { setImmediate as promisesSettled } from 'node:timers/promises';
import type { Clock } from '#ports/clock.ts';
import type { Chance } from './chance.ts';

export type Agenda = Clock & {
  wait(durationMs: number): Promise<void>;
  /** Lets the next thing happen; false when nothing waits. */
  step(): Promise<boolean>;
};

type Entry = { readonly atMs: number; readonly tie: number; readonly happen: () => void };

export function makeAgenda(startMs: number, chance: Chance): Agenda {
  const entries: Entry[] = [];
  let nowMs = startMs;

  function takeNext(): Entry | null {
    const [first, ...rest] = entries;
    if (first === undefined) return null;
    const next = rest.reduce((best, entry) => (isBefore(entry, best) ? entry : best), first);
    entries.splice(entries.indexOf(next), 1);
    return next;
  }

  return {
    nowMs: () => nowMs,
    wait(durationMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      entries.push({ atMs: nowMs + durationMs, tie: chance.below(1_000_000_000), happen: resolve });
      return promise;
    },
    async step() {
      const next = takeNext();
      if (next === null) return false;
      nowMs = next.atMs;
      next.happen();
      await promisesSettled();
      return true;
    },
  };
}

function isBefore(left: Entry, right: Entry): boolean {
  return left.atMs === right.atMs ? left.tie < right.tie : left.atMs < right.atMs;
}
