// The engine's own host over a walk of prices, as a backtest gives it to a script: columns from its
// store, shared by all runs, inputs, every command. Only the two that trade are replaced, by ones
// that count: what trading costs is measured by bench/backtest.ts.

import { present } from '#lib/assert.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator } from '#indicators/registry.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import type { Columns } from './hand-written.ts';

// The market of the API that are not measured.
const { marketTag } = createFlatContext().context.settings;
const MARKET = spotMarket({}, { marketTag });

/** A walk of closing prices in hundredths, the same in each run. */
function walkTicks(rows: number): Float64Array {
  const close = new Float64Array(rows);
  let seed = 1;
  let price = 5_000_000;
  for (let row = 0; row < rows; row += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    price *= 1 + (seed / 2 ** 32 - 0.5) * 0.002;
    close[row] = Math.round(price);
  }
  return close;
}

/** The same as prices. */
export function walk(rows: number): Float64Array {
  return walkTicks(rows).map((ticks) => ticks / 100);
}

/** The columns of an indicator over closing prices. */
function indicatorColumns(
  name: string,
  parameters: readonly number[],
  close: Float64Array,
): readonly Float64Array[] {
  const indicator = present(findIndicator(name), `"${name}" is an indicator`);
  const plan = planIndicator(indicator, parameters);
  if (!plan.ok) throw new RangeError(plan.rejection.message);
  return computeColumns(plan.value, [close]);
}

/** What the programs of this folder read: the close, and indicators of it by name. */
export function columnsOver(close: Float64Array, fastPeriod: number, slowPeriod: number): Columns {
  const averages = [fastPeriod, slowPeriod];
  const [fast, slow] = averages.map((period) => indicatorColumns('SMA', [period], close)[0]);
  const [rsi] = indicatorColumns('RSI', [14], close);
  const [, , hist] = indicatorColumns('MACD', [12, 26, 9], close);
  const [upper, middle, lower] = indicatorColumns('BBANDS', [20, 2, 2, 0], close);
  const columns = { close, fast, slow, rsi, hist, upper, middle, lower };
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column ?? new Float64Array()]),
  );
}

/** Shared by all runs, as in a lab. */
export function makeStore(rows: number): ColumnStore {
  const close = walkTicks(rows);
  const candles: CandleColumns = {
    firstOpenMs: 0,
    rowCount: rows,
    open: close,
    high: close,
    low: close,
    close,
    volume: new Float64Array(rows).fill(1),
    isMissing: new Uint8Array(rows),
  };
  return makeColumnStore([{ market: MARKET, candles }]);
}

export type CountingHost = {
  readonly host: HostObject;
  /** One for each DoLong, a thousand for each DoShort. */
  readonly orders: () => number;
  readonly release: () => void;
};

export function makeHost(store: ColumnStore): CountingHost {
  const flat = createFlatContext();
  let release = (): void => undefined;
  const host = makeHostOnStage((cursor) => {
    const series = makeSeriesApi({ store, cursor, marketTag, intervalMinutes: 1 });
    release = () => series.release();
    return { ...flat.context, series };
  });
  let orders = 0;
  Object.assign(host, {
    DoLong: () => void (orders += 1),
    DoShort: () => void (orders += 1_000),
  });
  return { host, orders: () => orders, release: () => release() };
}
