// Timeline: the bar that a row lies in. Rows are consecutive minutes; a column's bars are those of
// an interval. On a timeline of closed bars only, the newest bar of a row is the last one that has
// ended there.

import { barOfMinute, firstMinuteOfBar } from '#domain/candle/interval.ts';

export type Timeline = {
  readonly intervalMinutes: number;
  readonly isClosedOnly: boolean;
  /** The minute of row 0, counted from 1970. */
  readonly firstMinute: number;
};

/** The number of the bar that the row lies in; rows before the first one have numbers too. */
export function barOfRow({ intervalMinutes, firstMinute }: Timeline, row: number): number {
  return barOfMinute(intervalMinutes, firstMinute + row);
}

/** The bar's first row; below zero when the bar began before the rows. */
export function firstRowOfBar({ intervalMinutes, firstMinute }: Timeline, bar: number): number {
  return firstMinuteOfBar(intervalMinutes, bar) - firstMinute;
}

/** The bar that a series shows as its newest at the row. */
export function newestBar(timeline: Timeline, row: number): number {
  return timeline.isClosedOnly ? barOfRow(timeline, row + 1) - 1 : barOfRow(timeline, row);
}

/**
 * The row in which the element at a position (1 is the newest) stands, as a series shows it at
 * `row`; below zero when that lies before the rows. A bar's final value stands in its last row.
 */
export function rowOfElement(timeline: Timeline, row: number, position: number): number {
  if (position === 1) return row;
  if (timeline.intervalMinutes === 1) return row - position + 1;
  return firstRowOfBar(timeline, newestBar(timeline, row) - position + 2) - 1;
}

/** The first row that shows the bar which is `bars` after the newest one of `row`. */
export function rowOfBarsLater(timeline: Timeline, row: number, bars: number): number {
  if (bars === 0) return row;
  const bar = newestBar(timeline, row) + bars;
  return timeline.isClosedOnly
    ? firstRowOfBar(timeline, bar + 1) - 1
    : firstRowOfBar(timeline, bar);
}

/** The last row, up to and with `row`, that ends a bar; below zero when there is none. */
export function lastClosingRow(timeline: Timeline, row: number): number {
  return firstRowOfBar(timeline, barOfRow(timeline, row + 1)) - 1;
}
