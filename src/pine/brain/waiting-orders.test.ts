// Orders of Pine scripts that wait for a price or for their entry, while the position changes.
// Prices are whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** The orders that filled: bar, side, amount and price. */
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
    .map(({ side, averagePrice, endedAtMs, filledAmount }) => {
      const bar = Math.floor(((endedAtMs ?? 0) - START_MS) / 60_000);
      return `${bar} ${side} ${formatDecimal(filledAmount)} at ${formatDecimal(averagePrice)}`;
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
  assert.deepEqual(fills(body, candles), ['2 buy 1 at 96', '3 sell 1 at 94']);
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
  assert.deepEqual(found, ['3 sell 1 at 100', '4 buy 1 at 96', '5 buy 2 at 95']);
});

/** Flat, then up through 104 and 108 within a bar. */
const RISING: readonly Bar[] = [FLAT, FLAT, [100, 109, 99, 108], [108, 109, 107, 108]];

test('an exit of an entry that another has closed in part opens nothing', () => {
  // The sale at 106 was no turn when it was requested: it takes one off the two that are open.
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 2, stop = 104)
    strategy.entry("S", strategy.short, 1, limit = 106)
if strategy.position_size > 0
    strategy.exit("X", limit = close + 2)
if bar_index == 2
    strategy.close_all(immediately = true)`;
  const candles: Bar[] = [...RISING, [108, 112, 107, 111], [111, 112, 110, 111]];
  assert.deepEqual(fills(body, candles), ['2 buy 2 at 104', '2 sell 1 at 106', '2 sell 1 at 108']);
});

test('an exit that waits is as large as what its entry opens in the end', () => {
  // Requested as a turn of L, the sale opens all of its three when L has closed before it.
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("S", strategy.short, 2, stop = 97)
    strategy.exit("X", "S", limit = 95)
if bar_index == 2
    strategy.close_all()`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, FLAT, [100, 101, 94, 95], [95, 96, 94, 95]];
  const found = fills(body, candles);
  assert.deepEqual(found, ['2 buy 1 at 100', '3 sell 1 at 100', '4 buy 3 at 95', '4 sell 3 at 97']);
});

test('an entry changed to the other side takes no exits of the one before with it', () => {
  const body = `if bar_index == 1
    strategy.entry("E", strategy.short, 1, limit = 110)
    strategy.exit("X", "E", stop = 98)
if bar_index == 2
    strategy.entry("E", strategy.long, 1, limit = 99)`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, [100, 101, 98, 100], [100, 101, 99, 100]];
  assert.deepEqual(fills(body, candles), ['3 buy 1 at 99']);
});

test('an exit is also of an entry that opens only because another exit closed before it', () => {
  // L is to close one of S's two, and the target of S at 96 leaves it nothing to close.
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1, limit = 95)
    strategy.exit("X", "L", stop = 98)
    strategy.entry("S", strategy.short, 2)
if bar_index == 2
    strategy.exit("Y", "S", limit = 96)`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, [100, 101, 94, 96]];
  assert.deepEqual(fills(body, candles), [
    '2 sell 2 at 100',
    '3 buy 1 at 95',
    '3 buy 2 at 96',
    '3 sell 1 at 95',
  ]);
});

test('what an entry has closed of one that fills at the same price is known afterwards', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 2, limit = 97)
    strategy.entry("S", strategy.short, 1, stop = 97)
if bar_index == 3
    strategy.entry("T", strategy.short, 1, limit = 110)`;
  const candles: Bar[] = [FLAT, FLAT, [100, 101, 96, 98], [98, 99, 97, 98], [98, 112, 97, 111]];
  // One is left of L, so T sells one to close it and one to open.
  const found = fills(body, candles);
  assert.deepEqual(found, [
    '2 buy 2 at 97',
    '2 sell 1 at 97',
    '4 sell 1 at 110',
    '4 sell 1 at 110',
  ]);
});
