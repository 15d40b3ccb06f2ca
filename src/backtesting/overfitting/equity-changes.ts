// An equity curve read at given times: what was gained between them. Everything that judges a run
// by its parts starts here, so one run over the whole window serves all of it.

import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';

/** Two columns, by time; the last point is the end of the window. */
export type EquityColumns = { readonly atMs: Numbers; readonly values: Numbers };

type Numbers = readonly number[] | Float64Array;

/** Fewer returns than this say nothing about their spread. */
const RETURNS_MIN = 20;

/** The length of a return's period: the longest of day, hour and minute that gives enough. */
export function returnPeriodMs(startMs: number, endMs: number): number {
  const periods = [DAY_MS, HOUR_MS];
  return periods.find((period) => (endMs - startMs) / period >= RETURNS_MIN) ?? MINUTE_MS;
}

/** Changes of the equity over whole periods from the start; what is left at the end is left out. */
export function periodChanges(
  equity: EquityColumns,
  startMs: number,
  endMs: number,
  periodMs: number,
): Float64Array {
  const count = Math.floor((endMs - startMs) / periodMs);
  return changesBetween(equity, count, (place) => startMs + place * periodMs);
}

/** Changes of the equity over the window's blocks, which are equally long. */
export function blockChanges(equity: EquityColumns, startMs: number, endMs: number): Float64Array {
  const blocks = LIMITS.labBlocksCount;
  return changesBetween(equity, blocks, (place) => startMs + ((endMs - startMs) * place) / blocks);
}

/** The last value at or before each time; before the first point, its value. */
function changesBetween(
  { atMs, values }: EquityColumns,
  count: number,
  timeAt: (place: number) => number,
): Float64Array {
  const changes = new Float64Array(count);
  let next = 0;
  let value = values[0] ?? 0;
  for (let place = 0; place <= count; place += 1) {
    const before = value;
    const untilMs = timeAt(place);
    for (; next < atMs.length && (atMs[next] as number) <= untilMs; next += 1)
      value = values[next] as number;
    if (place > 0) changes[place - 1] = value - before;
  }
  return changes;
}
