// Price of a market of a backtest at an instant, from the open of its minute.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { BacktestMarket } from '#backtesting/backtest.ts';

/** The open of the first minute of a window; zero when it is not known. */
export function priceAt({ market, candles }: BacktestMarket, atMs: number): Decimal {
  const ticks = candles.open[rowOf(candles, atMs)] ?? 0;
  return multiplyDecimal(marketGrid(market).priceStep, decimal(String(ticks)), 'floor');
}
