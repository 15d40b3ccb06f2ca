// Runs brought to common midnights (UTC): what each was worth at every close of a day at which any
// of them ran. Before its begin a run holds its start equity, and after its end what it ended with.

import { DAY_MS } from '#lib/time.ts';
import type { DayClose } from '#backtesting/backtest.ts';

export type RunCloses = {
  readonly startMs: number;
  readonly endMs: number;
  readonly startEquity: number;
  /** Oldest first: the start, midnights, the end. */
  readonly days: readonly Pick<DayClose, 'atMs' | 'value'>[];
};

/** From the first begin to the last end, both included; whole days between. */
export function commonInstants(runs: readonly Omit<RunCloses, 'days'>[]): readonly number[] {
  const startMs = Math.min(...runs.map((run) => run.startMs));
  const endMs = Math.max(...runs.map((run) => run.endMs));
  const instants = [startMs];
  for (let atMs = (Math.floor(startMs / DAY_MS) + 1) * DAY_MS; atMs < endMs; atMs += DAY_MS)
    instants.push(atMs);
  if (endMs > startMs) instants.push(endMs);
  return instants;
}

/** What a run was worth at each of the instants, which rise. */
export function valuesAt(
  { days, startEquity, startMs }: RunCloses,
  instants: readonly number[],
): readonly number[] {
  let [next, value] = [0, startEquity];
  return instants.map((atMs) => {
    for (; next < days.length && (days[next]?.atMs ?? 0) <= atMs; next += 1)
      // What stands at its begin is what it began with.
      if ((days[next]?.atMs ?? 0) > startMs) value = days[next]?.value ?? value;
    return value;
  });
}

export type PairedReturns = { readonly left: Float64Array; readonly right: Float64Array };

/** Returns of the whole days in which both ran, day by day. */
export function pairedReturns(left: RunCloses, right: RunCloses): PairedReturns {
  const fromMs = Math.max(left.startMs, right.startMs);
  const toMs = Math.min(left.endMs, right.endMs);
  const instants = commonInstants([left, right]).filter(
    (atMs) => atMs >= fromMs && atMs <= toMs && (atMs % DAY_MS === 0 || atMs === fromMs),
  );
  const [lefts, rights] = [valuesAt(left, instants), valuesAt(right, instants)];
  const pairs = instants.slice(1).flatMap((_, index): readonly (readonly [number, number])[] => {
    const [leftBefore, rightBefore] = [lefts[index] ?? 0, rights[index] ?? 0];
    if (leftBefore <= 0 || rightBefore <= 0) return [];
    return [[(lefts[index + 1] ?? 0) / leftBefore - 1, (rights[index + 1] ?? 0) / rightBefore - 1]];
  });
  return {
    left: Float64Array.from(pairs, ([of]) => of),
    right: Float64Array.from(pairs, ([, of]) => of),
  };
}
