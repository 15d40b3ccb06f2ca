// Bars that can be built from the candles of a backtest's markets. Apart from the run, so that
// whoever only refuses a request does not load what runs it.

import { intervalText, isBuiltFrom } from '#domain/candle/interval.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';

/** Of the market with the longest candles. */
export function candleMinutesOf({ markets }: Pick<BacktestInput, 'markets'>): number {
  return Math.max(...markets.map(({ candleMinutes = 1 }) => candleMinutes));
}

/** Why bars of the chart cannot be built from the markets' candles; null: they can. */
export function intervalProblem({
  markets,
  intervalMinutes,
}: Pick<BacktestInput, 'markets' | 'intervalMinutes'>): string | null {
  const longest = candleMinutesOf({ markets });
  for (const { market, candleMinutes = 1 } of markets) {
    const needed = isBuiltFrom(intervalMinutes, candleMinutes) ? longest : intervalMinutes;
    if (isBuiltFrom(needed, candleMinutes)) continue;
    const held = `market "${market.marketTag}" has candles of ${intervalText(candleMinutes)}`;
    return `${held}, of which bars of ${intervalText(needed)} cannot be built`;
  }
  return null;
}
