// The candles by which a backtest's orders are matched: the minutes themselves, or bars of the
// chart's interval built from them, each with the row at whose close the script runs.

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
  /** First rows of the bars; one more than there are. Empty when steps are minutes. */
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
  const firstMinute = firstOpenMs / MINUTE_MS;
  const barRows: number[] = [];
  let bar = barOfMinute(intervalMinutes, firstMinute + firstRow - 1) + 1;
  for (;;) {
    const row = firstMinuteOfBar(intervalMinutes, bar) - firstMinute;
    if (row > lastRow + 1) break;
    barRows.push(row);
    bar += 1;
  }
  return {
    firstStep: 0,
    lastStep: barRows.length - 2,
    columns: markets.map((market) => barColumns(market, barRows)),
    isMinutes: false,
    isCoarse: false,
    barRows,
    firstOpenMs,
  };
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
