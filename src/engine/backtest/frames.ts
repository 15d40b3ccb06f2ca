// The candles by which a backtest's orders are matched: the minutes themselves, or bars of the
// chart's interval built from them, each with the row at whose close the script runs; or the
// minutes of such bars, where the script runs at the close of a bar only.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { barOfMinute, firstMinuteOfBar } from '#domain/candle/interval.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

/** Candles of one market; the candle of a step is at the index step + offset. */
export type FrameColumns = Pick<
  CandleColumns,
  'open' | 'high' | 'low' | 'close' | 'volume' | 'isMissing'
> & { readonly offset: number };

export type Frames = {
  readonly firstStep: number;
  readonly lastStep: number;
  /** By index of the market. */
  readonly columns: readonly FrameColumns[];
  /** Whether a step is a minute, so that a step is a row. */
  readonly isMinutes: boolean;
  /** Whether steps are longer than a minute only because the history's candles are. */
  readonly isCoarse: boolean;
  /** Whether steps are the minutes of bars. */
  readonly isMagnified: boolean;
  /** First rows of the bars; one more than there are. Empty where there are no bars. */
  readonly barRows: readonly number[];
  readonly firstOpenMs: number;
};

/** Steps that are the minutes from `firstRow` to `lastRow`. */
export function minuteFrames(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
): Frames {
  const columns = markets.map(({ candles, rowOffset }) => ({ ...candles, offset: rowOffset }));
  return {
    firstStep: firstRow,
    lastStep: lastRow,
    columns,
    isMinutes: true,
    isCoarse: false,
    isMagnified: false,
    barRows: [],
    firstOpenMs,
  };
}

/** Steps that are the bars which lie whole between the rows. */
export function barFrames(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
  intervalMinutes: number,
): Frames {
  const barRows = barRowsOf(firstOpenMs, firstRow, lastRow, intervalMinutes);
  return {
    firstStep: 0,
    lastStep: barRows.length - 2,
    columns: markets.map((market) => barColumns(market, barRows)),
    isMinutes: false,
    isCoarse: false,
    isMagnified: false,
    barRows,
    firstOpenMs,
  };
}

/** Steps that are the minutes of the bars which lie whole between the rows. */
export function magnifiedFrames(
  markets: readonly RunMarket[],
  firstOpenMs: number,
  firstRow: number,
  lastRow: number,
  intervalMinutes: number,
): Frames {
  const barRows = barRowsOf(firstOpenMs, firstRow, lastRow, intervalMinutes);
  const [first = 0] = barRows;
  const minutes = minuteFrames(markets, firstOpenMs, first, (barRows.at(-1) ?? 0) - 1);
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

/** The first step from this one on at whose close the script runs. */
export function updateStepFrom({ isMagnified, barRows }: Frames, step: number): number {
  if (!isMagnified) return step;
  let [from, to] = [0, barRows.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((barRows[middle] as number) <= step) from = middle + 1;
    else to = middle;
  }
  return (barRows[from] as number) - 1;
}

/** The row at whose close the script runs. */
export function rowOfStep(frames: Frames, step: number): number {
  return frames.isMinutes ? step : (frames.barRows[step + 1] as number) - 1;
}

export function openMsOfStep(frames: Frames, step: number): number {
  const row = frames.isMinutes ? step : (frames.barRows[step] as number);
  return frames.firstOpenMs + row * MINUTE_MS;
}

export function durationMsOfStep(frames: Frames, step: number): number {
  if (frames.isMinutes) return MINUTE_MS;
  const [from, to] = [frames.barRows[step] as number, frames.barRows[step + 1] as number];
  return (to - from) * MINUTE_MS;
}

function barColumns({ candles, rowOffset }: RunMarket, barRows: readonly number[]): FrameColumns {
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
  for (let step = 0; step < count; step += 1) {
    const from = (barRows[step] as number) + rowOffset;
    const to = (barRows[step + 1] as number) + rowOffset;
    fillBar(candles, bars, step, from, to);
  }
  return bars;
}

/** Missing minutes repeat a price that was not traded, so only a bar of nothing else shows it. */
function fillBar(
  candles: CandleColumns,
  bars: Omit<FrameColumns, 'offset'>,
  step: number,
  from: number,
  to: number,
): void {
  let count = 0;
  for (let index = from; index < to; index += 1) {
    if (candles.isMissing[index] === 1) continue;
    const [high, low] = [candles.high[index] as number, candles.low[index] as number];
    if (count === 0) {
      bars.open[step] = candles.open[index] as number;
      bars.high[step] = high;
      bars.low[step] = low;
    }
    if (high > (bars.high[step] as number)) bars.high[step] = high;
    if (low < (bars.low[step] as number)) bars.low[step] = low;
    bars.close[step] = candles.close[index] as number;
    bars.volume[step] = (bars.volume[step] as number) + (candles.volume[index] as number);
    count += 1;
  }
  if (count > 0) return;
  bars.isMissing[step] = 1;
  const last = candles.close[to - 1] as number;
  for (const column of [bars.open, bars.high, bars.low, bars.close]) column[step] = last;
}
