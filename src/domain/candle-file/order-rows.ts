// The rows of a file in the order of time, each minute once.

import { MINUTE_MS } from '#lib/time.ts';
import { isBarStart, MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import { areSameFigures } from '#domain/candle-file/candle-rows.ts';
import { rowTime } from '#domain/candle-file/scan-candle-lines.ts';

export type OrderedRows = {
  /** Places of rows, by time; of rows that say the same of one minute only the first. */
  readonly order: Uint32Array;
  /** Rows that say what an earlier line said already. */
  readonly repeatedCount: number;
  /** Rows that stand before an earlier minute's row; in a file from new to old, all but one. */
  readonly outOfOrderCount: number;
  /** Rows that say something else of a minute than an earlier line. */
  readonly problems: readonly RowProblem[];
  readonly problemsCount: number;
  /** Minutes between neighbours, when all are multiples of this and it is more than one. */
  readonly spacingMinutes: number;
  /** Whether at least half of the neighbours are no further apart than that. */
  readonly isSpacingUsual: boolean;
};

const PROBLEMS_RETAINED_MAX = 20;

/**
 * The order of lines does not matter, because each says its minute: whatever it is, the response is
 * the same.
 */
export function orderRows(rows: CandleRows, nameLine: NameLine = plainLine): OrderedRows {
  const { sorted, outOfOrderCount } = sortedPlaces(rows);
  const order = new Uint32Array(sorted.length);
  const problems: RowProblem[] = [];
  let [retained, repeatedCount, problemsCount] = [0, 0, 0];
  for (const place of sorted) {
    const before = retained === 0 ? -1 : (order[retained - 1] as number);
    if (before < 0 || rows.timesMs[before] !== rows.timesMs[place]) {
      order[retained] = place;
      retained += 1;
    } else if (areSameFigures(rows, before, place)) {
      repeatedCount += 1;
    } else {
      problemsCount += 1;
      if (problems.length < PROBLEMS_RETAINED_MAX)
        problems.push(conflictOf(rows, before, place, nameLine));
    }
  }
  const unique = order.subarray(0, retained);
  const counts = { repeatedCount, outOfOrderCount, problems, problemsCount };
  return { order: unique, ...counts, ...spacingOf(rows, unique) };
}

/** How a line is called in a message. */
export type NameLine = (line: number) => string;

function plainLine(line: number): string {
  return `line ${line}`;
}

function conflictOf(
  rows: CandleRows,
  before: number,
  place: number,
  nameLine: NameLine,
): RowProblem {
  const line = rows.lines[place] as number;
  const other = nameLine(rows.lines[before] as number);
  return { line, reason: `says something else of ${rowTime(rows, place)} than ${other}` };
}

function sortedPlaces(rows: CandleRows): { sorted: Uint32Array; outOfOrderCount: number } {
  const { count, timesMs } = rows;
  const sorted = new Uint32Array(count);
  let latestMs = Number.NEGATIVE_INFINITY;
  let outOfOrderCount = 0;
  for (let place = 0; place < count; place += 1) {
    sorted[place] = place;
    const timeMs = timesMs[place] as number;
    if (timeMs < latestMs) outOfOrderCount += 1;
    else latestMs = timeMs;
  }
  if (outOfOrderCount === 0) return { sorted, outOfOrderCount };
  // From new to old is the usual other order; reversed first, it takes the sort one pass.
  sorted.reverse();
  sorted.sort((left, right) => {
    const apart = (timesMs[left] as number) - (timesMs[right] as number);
    return apart === 0 ? left - right : apart;
  });
  return { sorted, outOfOrderCount };
}

type Spacing = Pick<OrderedRows, 'spacingMinutes' | 'isSpacingUsual'>;

function spacingOf(rows: CandleRows, order: Uint32Array): Spacing {
  if (areMonths(rows, order)) return { spacingMinutes: MONTH_MINUTES, isSpacingUsual: true };
  let spacing = 0;
  for (let index = 1; index < order.length && spacing !== 1; index += 1)
    spacing = greatestCommonDivisor(minutesBefore(rows, order, index), spacing);
  const spacingMinutes = Math.max(1, spacing);
  let usualCount = 0;
  for (let index = 1; index < order.length; index += 1)
    if (minutesBefore(rows, order, index) === spacingMinutes) usualCount += 1;
  return { spacingMinutes, isSpacingUsual: usualCount * 2 >= order.length - 1 };
}

/** From the row before to this one. */
function minutesBefore({ timesMs }: CandleRows, order: Uint32Array, index: number): number {
  const [left, right] = [order[index - 1] as number, order[index] as number];
  return ((timesMs[right] as number) - (timesMs[left] as number)) / MINUTE_MS;
}

function areMonths({ timesMs }: CandleRows, order: Uint32Array): boolean {
  return (
    order.length > 1 && order.every((row) => isBarStart(MONTH_MINUTES, timesMs[row] as number))
  );
}

function greatestCommonDivisor(left: number, right: number): number {
  let [larger, smaller] = [left, right];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
