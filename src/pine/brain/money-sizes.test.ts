// Sizes of Pine entries with a price that money decides: it is that of the request, and buys at the
// price of the fill. The reference of `strategy.default_entry_qty` says the latter; PyneCore
// measured both (github.com/PyneSys/pynecore, test 075).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { orderFills } from '#pine/brain/order-fills.fixture.ts';

const FLAT: Bar = [10_000, 10_010, 9990, 10_000];
const NO_MARGIN = 'margin_long = 0, margin_short = 0';
const ALL_IN = `${NO_MARGIN}, default_qty_type = strategy.percent_of_equity, default_qty_value = 100`;

function filled(entry: string, bar: Bar, declared = ALL_IN): readonly string[] {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, ${entry})`;
  return orderFills(body, [FLAT, FLAT, bar, FLAT], declared);
}

test('an entry that the open has passed is as large as money makes it there', () => {
  const high: Bar = [10_200, 10_210, 10_190, 10_200];
  const low: Bar = [9800, 9810, 9790, 9800];
  assert.deepEqual(filled('stop = 10100', high), ['2 buy 9.803 at 10200 L']);
  assert.deepEqual(filled('limit = 9900', low), ['2 buy 10.204 at 9800 L']);
  // Passed when it was requested too.
  assert.deepEqual(filled('limit = 10100', low), ['2 buy 10.204 at 9800 L']);
  const cash = `${NO_MARGIN}, default_qty_type = strategy.cash, default_qty_value = 10000`;
  assert.deepEqual(filled('stop = 10100', high, cash), ['2 buy 0.98 at 10200 L']);
});

test('at its own price it is as large as that makes it, slippage and commission included', () => {
  const rising: Bar = [10_000, 10_300, 9990, 10_200];
  assert.deepEqual(filled('stop = 10100', rising), ['2 buy 9.9 at 10100 L']);
  const slipped = `${ALL_IN}, slippage = 10`;
  assert.deepEqual(filled('stop = 10100', rising, slipped), ['2 buy 9.891 at 10110 L']);
  const charged = `${ALL_IN}, commission_type = strategy.commission.percent, commission_value = 1`;
  assert.deepEqual(filled('stop = 10100', rising, charged), ['2 buy 9.802 at 10100 L']);
});

test('an order that the close had passed, and the open has not, fills at its own price', () => {
  // Requested it was expected at 10,000, for 10; it waits for 9500.
  const bar: Bar = [9400, 9600, 9390, 9550];
  assert.deepEqual(filled('stop = 9500', bar), ['2 buy 10.526 at 9500 L']);
});

test('money is that of the request, however long the order waits', () => {
  const body = `if bar_index == 0
    strategy.entry("A", strategy.long, 1)
if bar_index == 1
    strategy.entry("B", strategy.long, stop = 12000)`;
  const candles: Bar[] = [
    FLAT,
    FLAT,
    [10_000, 11_000, 9990, 11_000],
    [11_000, 11_500, 10_990, 11_500],
    [12_500, 12_600, 12_400, 12_500],
  ];
  assert.deepEqual(orderFills(body, candles, `${ALL_IN}, pyramiding = 2`), [
    '1 buy 1 at 10000 A',
    '4 buy 8 at 12500 B',
  ]);
});

test('an exit of the entry takes all that it has become, and a turn closes what it was to', () => {
  const body = `if bar_index == 0
    strategy.entry("S", strategy.short, 2)
if bar_index == 1
    strategy.entry("L", strategy.long, limit = 10000)
    strategy.exit("X", "L", limit = 11000)`;
  const candles: Bar[] = [FLAT, FLAT, [9600, 11_100, 9590, 11_000], FLAT];
  assert.deepEqual(orderFills(body, candles, ALL_IN), [
    '1 sell 2 at 10000 S',
    '2 buy 2 at 9600 L',
    '2 buy 10.416 at 9600 L',
    '2 sell 10.416 at 11000 X',
  ]);
});
