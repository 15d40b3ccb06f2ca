// One figure of the candles of an interval as a column: the bar that forms around a row is built
// from its minutes up to that row.
//
// There is no bar before the market's first trade, and none whose first minutes lie before the
// rows.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { COPYING_WORK, FORMING_WORK } from '#engine/series/column-work.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import type { StoredMarket } from '#engine/series/column-store.ts';
import { remembering, timelineOf } from '#engine/series/column-store.ts';
import { scaleRows, scaled } from '#engine/series/price-scale.ts';
import type { PriceScale } from '#engine/series/price-scale.ts';
import { barOfRow, firstRowOfBar } from '#engine/series/timeline.ts';
import type { Timeline } from '#engine/series/timeline.ts';

export type BarFigure = 'open' | 'high' | 'low' | 'close' | 'volume';

/** The bar's figure so far from what it was before the minute and the minute's own. */
const TAKE_IN = {
  open: (before: number) => before,
  high: (before: number, minute: number) => (minute > before ? minute : before),
  low: (before: number, minute: number) => (minute < before ? minute : before),
  close: (_before: number, minute: number) => minute,
  volume: (before: number, minute: number) => before + minute,
} as const satisfies Record<BarFigure, (before: number, minute: number) => number>;

/** The column of forming bars; null when the run's quota is used up. */
export function barColumn(
  holder: ColumnHolder,
  market: StoredMarket,
  figure: BarFigure,
  intervalMinutes: number,
): HeldColumn | null {
  const { store } = holder;
  const bars = timelineOf(store, intervalMinutes, false);
  const scale = figure === 'volume' ? market.amountScale : market.priceScale;
  return holdOne(holder, `${figure}(${market.marketTag},${intervalMinutes})`, {
    inputs: [],
    shape: {
      bars,
      visibleMax: store.limits.visibleMax,
      readyRow: firstRowOfBars(market.candles, bars),
    },
    columnCount: 1,
    isRowByRow: intervalMinutes === 1,
    rowWork: intervalMinutes === 1 ? COPYING_WORK : FORMING_WORK,
    start: ([out]) => {
      let before = Number.NaN;
      const run = (from: number, to: number): void => {
        if (out === undefined) return;
        // Of minutes before its rows a cut store knows that there were some.
        const first = store.isCut ? 0 : firstRowOfBars(market.candles, bars);
        const start = Math.min(to, Math.max(from, first));
        out.values.fill(Number.NaN, from, start);
        const minutes = market.candles[figure];
        if (intervalMinutes === 1) {
          scaleRows(scale, minutes, out.values, start, to);
        } else {
          before = formBars(out.values, minutes, { figure, scale, bars, before }, start, to);
        }
      };
      return remembering(run, {
        save: () => [before],
        restore: ([saved = Number.NaN]) => (before = saved),
      });
    },
  });
}

/** The first row of a bar whose beginning is known. */
function firstRowOfBars({ isMissing }: CandleColumns, bars: Timeline): number {
  const first = isMissing.indexOf(0);
  if (first < 0) return isMissing.length;
  const bar = barOfRow(bars, first);
  return firstRowOfBar(bars, bar) < 0 ? firstRowOfBar(bars, bar + 1) : first;
}

type Forming = {
  readonly figure: BarFigure;
  readonly scale: PriceScale;
  readonly bars: Timeline;
  /** The figure of the bar that formed around the row before, in steps; NaN without one. */
  readonly before: number;
};

/** Writes the rows and gives what the figure of the last bar is so far, in steps. */
function formBars(
  out: Float64Array,
  minutes: Float64Array,
  { figure, scale, bars, before }: Forming,
  from: number,
  to: number,
): number {
  const takeIn = TAKE_IN[figure];
  let soFar = before;
  let row = from;
  let next = from < to ? firstRowOfBar(bars, barOfRow(bars, from) + 1) : to;
  if (Number.isNaN(before) || firstRowOfBar(bars, barOfRow(bars, from)) === from) next = from;
  while (row < to) {
    if (row === next) {
      soFar = minutes[row] as number;
      next = firstRowOfBar(bars, barOfRow(bars, row) + 1);
    } else {
      soFar = takeIn(soFar, minutes[row] as number);
    }
    out[row] = scaled(scale, soFar);
    row += 1;
  }
  return soFar;
}
