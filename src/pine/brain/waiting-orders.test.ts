// Orders of Pine scripts that wait for a price or for their entry, while the position changes.
// Prices are whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** The orders that filled: bar, side and price. */
function fills(body: string, candles: readonly Bar[]): readonly string[] {
  const declared = 'initial_capital = 100000, margin_long = 0, margin_short = 0';
  const source = `//@version=6\nstrategy("x", ${declared})\n${body}\n`;
  const input = planInput(candles, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', '100000']],
  });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.orders
    .filter(({ filledAmount }) => filledAmount > 0n)
    .map(({ side, averagePrice, endedAtMs }) => {
      const bar = Math.floor(((endedAtMs ?? 0) - START_MS) / 60_000);
      return `${bar} ${side} at ${formatDecimal(averagePrice)}`;
    })
    .toSorted();
}

const FLAT: Bar = [100, 101, 99, 100];

test('a trailing stop of an entry at market begins where that fills', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.exit("X", "L", trail_price = 80, trail_offset = 3)`;
  // The close before was 100: from there the stop would be at 97, and passed by the open.
  const candles: Bar[] = [FLAT, FLAT, [96, 97, 95, 96], [96, 96, 90, 91]];
  assert.deepEqual(fills(body, candles), ['2 buy at 96', '3 sell at 94']);
});

test('a stop with a limit whose stop has been met waits for its limit, whatever closes', () => {
  const body = `if bar_index == 1
    strategy.entry("B", strategy.long, 2, limit = 95, stop = 104)
if bar_index == 2
    strategy.entry("S", strategy.short, 1)
    strategy.exit("X", "S", profit = 4)`;
  const candles: Bar[] = [
    FLAT,
    FLAT,
    FLAT,
    [100, 106, 99, 105],
    [105, 105, 96, 97],
    [97, 97, 94, 95],
    FLAT,
  ];
  const found = fills(body, candles);
  assert.deepEqual(found, ['3 sell at 100', '4 buy at 96', '5 buy at 95']);
});
