// Orders of a Pine strategy that filled, by the rules of the broker emulator. A tick is 1, a lot a
// a thousandth, a bar a minute.

import assert from 'node:assert/strict';
import { formatDecimal } from '#lib/decimal.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const CAPITAL = '100000';

/** Bar, side, amount, price and note of each order that filled, in the order of the requests. */
export function orderFills(
  body: string,
  candles: readonly Bar[],
  declared = 'margin_long = 0, margin_short = 0',
): readonly string[] {
  const head = `strategy("x", ${declared}, initial_capital = ${CAPITAL})`;
  const input = planInput(candles, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', CAPITAL]],
  });
  const source = `//@version=6\n${head}\n${body}\n`;
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.orders
    .filter(({ filledAmount }) => filledAmount > 0n)
    .map(({ side, averagePrice, endedAtMs, openedAtMs, filledAmount, note }) => {
      const bar = Math.floor(((endedAtMs ?? openedAtMs) - START_MS) / 60_000);
      const size = `${formatDecimal(filledAmount)} at ${formatDecimal(averagePrice)}`;
      return `${bar} ${side} ${size} ${note}`;
    });
}
