// Exits of spot beside orders at market: a target holds the coins that a sale at market needs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { flat, planInput, SPOT } from '#backtesting/feed.fixture.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { RuleSetName } from '#domain/matching/matching-rules.ts';

const RULES: readonly RuleSetName[] = ['tradingview', 'realistic', 'touch'];

function ordersOf(body: string, rules: RuleSetName, size = 1, bars = flat(100, 12), market = SPOT) {
  const head = `//@version=5\nstrategy("x", pyramiding = 2)\nif bar_index == 0\n    strategy.entry("L", strategy.long, ${size})\n`;
  const settings = { rules, startsCold: true } as const;
  const input = planInput(bars, { market, settings });
  const done = runBacktest({ ...input, script: { name: 'x', source: head + body } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.orders.map(
    ({ note, side, type, amount, state }) =>
      `${note}: ${side} ${formatDecimal(amount)} ${type} ${state}`,
  );
}

const EXIT = 'strategy.exit("X", "L", limit = 150, stop = 50)';
const ENTERED = [
  'L: buy 1 market filled',
  'X: sell 1 stop_market cancelled',
  'X: sell 1 no_timeout cancelled',
];

for (const rules of RULES) {
  test(`a position with a target closes at market, by the rules ${rules}`, () => {
    const body = `    ${EXIT}\nif bar_index == 4\n    strategy.close("L")`;
    const found = ordersOf(body, rules);
    assert.deepEqual(found, [...ENTERED, 'Close entry(s) order L: sell 1 market filled']);
  });

  test(`so it does where the exit is requested with each bar, by the rules ${rules}`, () => {
    const body = `if bar_index < 5\n    ${EXIT}\nif bar_index == 4\n    strategy.close("L")`;
    const found = ordersOf(body, rules);
    assert.deepEqual(found, [...ENTERED, 'Close entry(s) order L: sell 1 market filled']);
  });

  test(`an entry against it closes it, by the rules ${rules}`, () => {
    const body = `    ${EXIT}\nif bar_index == 4\n    strategy.entry("S", strategy.short, 1)`;
    assert.deepEqual(ordersOf(body, rules), [...ENTERED, 'S: sell 1 market filled']);
  });

  test(`what is left of it keeps its exits, by the rules ${rules}`, () => {
    const body = `    ${EXIT}\nif bar_index == 4\n    strategy.close("L", qty_percent = 40)`;
    assert.deepEqual(ordersOf(body, rules), [
      ...ENTERED,
      'Close entry(s) order L: sell 0.4 market filled',
      'X: sell 0.6 stop_market open',
      'X: sell 0.6 no_timeout open',
    ]);
  });
}

test('exits come back where the order at market is refused', () => {
  const exit = 'strategy.exit("X", "L", limit = 150, stop = 10)';
  const body = `    ${exit}\nif bar_index == 6\n    strategy.close("L")`;
  const fallen = [...flat(100, 4), ...flat(50, 8)];
  const market = spotMarket({ priceStep: '1', minOrderValue: '1' });
  // Worth 1.2 when it is bought, and 0.6 when it is to be sold: a stop could not sell it either.
  assert.deepEqual(ordersOf(body, 'touch', 0.012, fallen, market), [
    'L: buy 0.012 market filled',
    'X: sell 0.012 stop_market cancelled',
    'X: sell 0.012 no_timeout cancelled',
    'X: sell 0.012 no_timeout open',
  ]);
});

test('an exit that is requested anew waits while an order at market does', () => {
  const body = `if bar_index > 0\n    ${EXIT}\nif bar_index == 4\n    strategy.close("L")`;
  const bars = [...flat(100, 5), null, null, ...flat(100, 4)];
  assert.deepEqual(ordersOf(body, 'touch', 1, bars), [
    ...ENTERED,
    'Close entry(s) order L: sell 1 market filled',
  ]);
});

test('exits of another position stay', () => {
  const body = `    strategy.entry("M", strategy.long, 1)
    strategy.exit("X", "L", limit = 150)
    strategy.exit("Y", "M", limit = 160)
if bar_index == 4
    strategy.close("L")`;
  assert.deepEqual(ordersOf(body, 'touch'), [
    'L: buy 1 market filled',
    'M: buy 1 market filled',
    'X: sell 1 no_timeout cancelled',
    'Y: sell 1 no_timeout open',
    'Close entry(s) order L: sell 1 market filled',
  ]);
});

test('of what is left the newer request counts, and exits share it in their order', () => {
  const body = `    strategy.exit("X", "L", qty_percent = 50, limit = 150)
    strategy.exit("Y", "L", limit = 160)
if bar_index == 4
    strategy.close("L", qty_percent = 40)
    strategy.exit("X", "L", qty_percent = 50, limit = 170)`;
  assert.deepEqual(ordersOf(body, 'touch'), [
    'L: buy 1 market filled',
    'X: sell 0.5 no_timeout cancelled',
    'Y: sell 0.5 no_timeout cancelled',
    'Close entry(s) order L: sell 0.4 market filled',
    'X: sell 0.3 no_timeout open',
    'Y: sell 0.3 no_timeout open',
  ]);
});
