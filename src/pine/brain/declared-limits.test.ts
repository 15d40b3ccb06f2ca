// Limits and margin that `strategy(...)` declares, as orders of Pine scripts meet them. Prices are
// whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { bars } from '#pine/brain/logged-values.fixture.ts';

function reportOf(body: string, candles: readonly Bar[], declared: string): BacktestReport {
  const source = `//@version=6\nstrategy("x", ${declared}, initial_capital = 100000)\n${body}\n`;
  const input = planInput(candles, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', '100000']],
  });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

test('a limit order fills where the price goes beyond it as far as is declared', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1, limit = 95)`;
  // Each bar reaches one step beyond its ends.
  const candles = bars([100, 100, 100, 95, 100, 94, 100, 90, 100]);
  const bought = (ticks: number): readonly string[] =>
    reportOf(body, candles, `backtest_fill_limits_assumption = ${ticks}`).orders.map(
      ({ averagePrice, endedAtMs }) => {
        const minute = new Date(endedAtMs ?? 0).getUTCMinutes();
        return `${minute} at ${formatDecimal(averagePrice)}`;
      },
    );
  assert.deepEqual(bought(0), ['3 at 95']);
  assert.deepEqual(bought(2), ['5 at 95']);
  assert.deepEqual(bought(5), ['7 at 95']);
});

test('the price of a margin call is that at which the equity no longer covers the margin', () => {
  const body = (side: string): string => `if bar_index == 1
    strategy.entry("E", strategy.${side}, 2000)
if bar_index == 3
    log.info(str.tostring(strategy.margin_liquidation_price))`;
  const loggedLast = (side: string, margin: number): string | undefined =>
    reportOf(
      body(side),
      bars([100, 100, 100, 100, 100]),
      `margin_long = ${margin}, margin_short = ${margin}`,
    ).logs.at(-1)?.message;
  // Bought for 200,000 with 100,000: at 66.67 the equity is 33,333, a quarter of the position.
  assert.equal(loggedLast('long', 25), '66.6666666667');
  assert.equal(loggedLast('short', 25), '120');
  assert.equal(loggedLast('long', 0), 'NaN');
});
