// The bars by which a backtest's orders are matched: the minutes themselves, or bars of the chart's
// interval built from them, each with the row at whose close the script runs; or the minutes of
// such bars, where the script runs at the close of a chart's bar only. A bar index numbers them.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { barOfMinute, firstMinuteOfBar } from '#domain/candle/interval.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

/** Bars of one market; the bar of a bar index is at the index barIndex + offset. */
export type BarColumns = Pick<
  CandleColumns,
  'open' | 'high' | 'low' | 'close' | 'volume' | 'isMissing'
> & { readonly offset: number };

export type MatchingBars = {
  readonly firstBar: number;
  readonly lastBar: number;
  /** By index of the market. */
  readonly columns: readonly BarColumns[];
  /** Whether the bars are minutes, so that a bar index is a row. */
  readonly isMinutes: boolean;
  /** Whether bars are longer than a minute only because the history's candles are. */
  readonly isCoarse: boolean;
  /** Whether the bars are the minutes of the chart's bars. */
  readonly isMagnified: boolean;
  /** First rows of the chart's bars; one more than there are. Empty where there are none. */
  readonly barRows: readonly number[];
  readonly firstOpenMs: number;
};

/** The minutes from `firstRow` to `lastRow`. */
export function minuteBars(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
): MatchingBars {
  const columns = markets.map(({ candles, rowOffset }) => ({ ...candles, offset: rowOffset }));
  return {
    firstBar: firstRow,
    lastBar: lastRow,
    columns,
    isMinutes: true,
    isCoarse: false,
    isMagnified: false,
    barRows: [],
    firstOpenMs,
  };
}

/** The chart's bars that lie whole between the rows. */
export function chartBars(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
  intervalMinutes: number,
): MatchingBars {
  const barRows = barRowsOf(firstOpenMs, firstRow, lastRow, intervalMinutes);
  return {
    firstBar: 0,
    lastBar: barRows.length - 2,
    columns: markets.map((market) => barColumns(market, barRows)),
    isMinutes: false,
    isCoarse: false,
    isMagnified: false,
    barRows,
    firstOpenMs,
  };
}

/** The minutes of the chart's bars that lie whole between the rows. */
export function magnifiedBars(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
  intervalMinutes: number,
): MatchingBars {
  const barRows = barRowsOf(firstOpenMs, firstRow, lastRow, intervalMinutes);
  const [first = 0] = barRows;
  const minutes = minuteBars(markets, firstOpenMs, first, (barRows.at(-1) ?? 0) - 1);
  return { ...minutes, isMagnified: true, barRows };
}

function barRowsOf(
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
  intervalMinutes: number,
): readonly number[] {
  const firstMinute = firstOpenMs / MINUTE_MS;
  const barRows: number[] = [];
  let bar = barOfMinute(intervalMinutes, firstMinute + firstRow - 1) + 1;
  for (;;) {
    const row = firstMinuteOfBar(intervalMinutes, bar) - firstMinute;
    if (row > lastRow + 1) break;
    barRows.push(row);
    bar += 1;
  }
  return barRows;
}

/** The first bar from this one on at whose close the script runs. */
export function updateBarFrom({ isMagnified, barRows }: MatchingBars, barIndex: number): number {
  if (!isMagnified) return barIndex;
  let [from, to] = [0, barRows.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((barRows[middle] as number) <= barIndex) from = middle + 1;
    else to = middle;
  }
  return (barRows[from] as number) - 1;
}

/** The row at whose close the script runs. */
export function rowOfBar(bars: MatchingBars, barIndex: number): number {
  return bars.isMinutes ? barIndex : (bars.barRows[barIndex + 1] as number) - 1;
}

/** Opening time of a bar, in milliseconds. */
export function openMsOfBar(bars: MatchingBars, barIndex: number): number {
  const row = bars.isMinutes ? barIndex : (bars.barRows[barIndex] as number);
  return bars.firstOpenMs + row * MINUTE_MS;
}

/** Length of a bar, in milliseconds. */
export function durationMsOfBar(bars: MatchingBars, barIndex: number): number {
  if (bars.isMinutes) return MINUTE_MS;
  const [from, to] = [bars.barRows[barIndex] as number, bars.barRows[barIndex + 1] as number];
  return (to - from) * MINUTE_MS;
}

function barColumns({ candles, rowOffset }: RunMarket, barRows: readonly number[]): BarColumns {
  const count = Math.max(barRows.length - 1, 0);
  const column = (): Float64Array => new Float64Array(count);
  const bars = {
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    isMissing: new Uint8Array(count),
    offset: 0,
  };
  for (let barIndex = 0; barIndex < count; barIndex += 1) {
    const from = (barRows[barIndex] as number) + rowOffset;
    const to = (barRows[barIndex + 1] as number) + rowOffset;
    fillBar(candles, bars, barIndex, from, to);
  }
  return bars;
}

/** Missing minutes repeat a price that was not traded, so only a bar of nothing else shows it. */
function fillBar(
  candles: CandleColumns,
  bars: Omit<BarColumns, 'offset'>,
  barIndex: number,
  from: number,
  to: number,
): void {
  let count = 0;
  for (let index = from; index < to; index += 1) {
    if (candles.isMissing[index] === 1) continue;
    const [high, low] = [candles.high[index] as number, candles.low[index] as number];
    if (count === 0) {
      bars.open[barIndex] = candles.open[index] as number;
      bars.high[barIndex] = high;
      bars.low[barIndex] = low;
    }
    if (high > (bars.high[barIndex] as number)) bars.high[barIndex] = high;
    if (low < (bars.low[barIndex] as number)) bars.low[barIndex] = low;
    bars.close[barIndex] = candles.close[index] as number;
    bars.volume[barIndex] = (bars.volume[barIndex] as number) + (candles.volume[index] as number);
    count += 1;
  }
  if (count > 0) return;
  bars.isMissing[barIndex] = 1;
  const last = candles.close[to - 1] as number;
  for (const column of [bars.open, bars.high, bars.low, bars.close]) column[barIndex] = last;
}
