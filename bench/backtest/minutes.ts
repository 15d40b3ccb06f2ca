// Minutes to run backtests over: real ones from the reference data, and the simulated exchange's.

import { decimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { readReference } from '../../test/support/reference-data.ts';

export type Minutes = { readonly market: Market; readonly candles: CandleColumns };

/** A spot market on which one pays what a large exchange takes. */
const REAL_MARKET: Market = {
  marketTag: 'real:BTC/USDT',
  exchange: 'archive',
  base: 'BTC',
  quote: 'USDT',
  marketType: 'spot',
  priceStep: decimal('0.1'),
  priceDecimals: 1,
  priceSignificantDigits: null,
  amountStep: decimal('0.00001'),
  amountDecimals: 5,
  makerFeePercent: decimal('0.02'),
  takerFeePercent: decimal('0.05'),
  minOrderAmount: ZERO,
  minOrderValue: decimal('5'),
  maxOrderAmount: ZERO,
  maxOrderValue: ZERO,
  isOpen: true,
  listedAtMs: null,
  marketBuyBy: 'base',
  contract: null,
};

/** A month of BTC/USDT as it was traded. */
export function realMinutes(): Minutes {
  const lines = readReference('candles/BTCUSDT_1m.csv.gz').trim().split('\n').slice(1);
  const rows = lines.map((line) => line.split(',').map(Number));
  const steps = [1, 0.1, 0.1, 0.1, 0.1, 0.00001];
  const column = (at: number): Float64Array =>
    Float64Array.from(rows, (row) => Math.round((row[at] ?? 0) / (steps[at] ?? 1)));
  const candles = {
    firstOpenMs: (rows[0]?.[0] ?? 0) * 1_000,
    rowCount: rows.length,
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    isMissing: new Uint8Array(rows.length),
  };
  return { market: REAL_MARKET, candles };
}

/** So many minutes of the simulated exchange's first spot market. */
export function simulatedMinutes(rowCount: number): Minutes {
  const row = MARKET_CATALOGUE.find(({ market }) => market.contract === null);
  if (row === undefined) throw new RangeError('the simulated exchange has a spot market');
  const { market } = row;
  const column = (): Float64Array => new Float64Array(rowCount);
  const candles = {
    firstOpenMs: Date.UTC(2021, 0, 1),
    rowCount,
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    isMissing: new Uint8Array(rowCount),
  };
  makeSimPrices('bench').fillCandles(market.marketTag, candles);
  return { market, candles };
}

/** The first so many rows of them. */
export function firstRows({ market, candles }: Minutes, rowCount: number): Minutes {
  const cut = (column: Float64Array): Float64Array => column.slice(0, rowCount);
  const { firstOpenMs, open, high, low, close, volume, isMissing } = candles;
  return {
    market,
    candles: {
      firstOpenMs,
      rowCount,
      open: cut(open),
      high: cut(high),
      low: cut(low),
      close: cut(close),
      volume: cut(volume),
      isMissing: isMissing.slice(0, rowCount),
    },
  };
}

export function endMsOf({ candles }: Minutes): number {
  return candles.firstOpenMs + candles.rowCount * MINUTE_MS;
}
