// Virtual time: what waits to happen, in the order of its instants, ties broken by chance. Nothing
// real is waited for, so a step is over when all promises have settled.

import { setImmediate as promisesSettled } from 'node:timers/promises';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Chance } from './chance.ts';

export type Agenda = Clock & {
  wait(durationMs: number): Promise<void>;
  /** Calls `happen` after so long, unless the result is called before. */
  after(durationMs: number, happen: () => void): () => void;
  /** Lets the next thing happen; false when nothing waits. */
  step(): Promise<boolean>;
};

type Entry = { readonly atMs: number; readonly tie: number; happen: (() => void) | null };

export function makeAgenda(startMs: number, chance: Chance): Agenda {
  const entries: Entry[] = [];
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    wait(durationMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const tie = chance.below(1_000_000_000);
      push(entries, { atMs: nowMs + durationMs, tie, happen: resolve });
      return promise;
    },
    after(durationMs, happen) {
      const tie = chance.below(1_000_000_000);
      const entry: Entry = { atMs: nowMs + durationMs, tie, happen };
      push(entries, entry);
      return () => {
        entry.happen = null;
      };
    },
    async step() {
      const next = popFirst(entries);
      if (next === null) return false;
      // Nothing happens when it was cancelled, and time does not pass for it.
      if (next.happen === null) return true;
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

/** The entries are a binary heap: none is before the one at half its place. */
function push(entries: Entry[], entry: Entry): void {
  let place = entries.length;
  entries.push(entry);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = entries[above] as Entry;
    if (!isBefore(entry, parent)) break;
    entries[place] = parent;
    place = above;
  }
  entries[place] = entry;
}

function popFirst(entries: Entry[]): Entry | null {
  const first = entries[0];
  const last = entries.pop();
  if (first === undefined || last === undefined) return null;
  if (entries.length === 0) return first;
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    const right = left + 1;
    if (left >= entries.length) break;
    const isRight =
      right < entries.length && isBefore(entries[right] as Entry, entries[left] as Entry);
    const below = isRight ? right : left;
    const child = entries[below] as Entry;
    if (!isBefore(child, last)) break;
    entries[place] = child;
    place = below;
  }
  entries[place] = last;
  return first;
}
