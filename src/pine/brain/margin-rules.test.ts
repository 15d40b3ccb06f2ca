// Margin that entries of a Pine script need before they fill, and amounts that scripts give, as
// PyneCore measured both at the broker emulator of TradingView (its tests 053, 064 to 074).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { orderFills } from '#pine/brain/order-fills.fixture.ts';

const FLAT: Bar = [10_000, 10_000, 9990, 10_000];
const LONG_ONLY = 'margin_long = 100, margin_short = 0';
const ALL_IN = 'default_qty_type = strategy.percent_of_equity, default_qty_value = 100';

test('an entry that adds to what is open needs the margin of both', () => {
  const body = `if bar_index == 0 or bar_index == 2
    strategy.entry("L", strategy.long, 6)`;
  const candles = [FLAT, FLAT, FLAT, FLAT];
  assert.deepEqual(orderFills(body, candles, 'pyramiding = 2'), ['1 buy 6 at 10000 L']);
  assert.equal(orderFills(body, candles, 'pyramiding = 2, margin_long = 80').length, 2);
});

test('entries of one bar need their own margin, and a margin call takes the rest', () => {
  const body = `if bar_index == 0
    strategy.entry("A", strategy.long, 6)
    strategy.entry("B", strategy.long, 6)`;
  assert.deepEqual(orderFills(body, [FLAT, FLAT], 'pyramiding = 2'), [
    '1 buy 6 at 10000 A',
    '1 buy 6 at 10000 B',
    '1 sell 6 at 10000 margin call',
    '1 sell 2 at 10000 margin call',
  ]);
});

/** Short, then on bar 3, which opens a tick higher, long with all there is. */
function reversal(requests: string): readonly string[] {
  const body = `if bar_index == 0
    strategy.entry("S", strategy.short)
if bar_index == 2
    ${requests}`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, [10_001, 10_001, 9950, 10_000], FLAT];
  return orderFills(body, candles, `${LONG_ONLY}, ${ALL_IN}`).slice(1);
}

test('an entry that turns a position does not fill where the open makes it too dear', () => {
  assert.deepEqual(reversal('strategy.entry("L", strategy.long)'), []);
  assert.deepEqual(reversal('strategy.entry("L", strategy.long)\n    strategy.close("S")'), []);
});

test('where it does not fill the exits of the position end, until they are requested again', () => {
  const body = (when: string): string => `if bar_index == 0
    strategy.entry("S", strategy.short)
if bar_index == 2
    strategy.entry("L", strategy.long)
if strategy.position_size < 0 and ${when}
    strategy.exit("X", stop = 10050)`;
  const high: Bar = [10_001, 10_060, 9990, 10_000];
  const exits = (when: string): readonly string[] =>
    orderFills(body(when), [FLAT, FLAT, FLAT, high, high], `${LONG_ONLY}, ${ALL_IN}`).slice(1);
  assert.deepEqual(exits('true'), ['4 buy 10 at 10050 X']);
  assert.deepEqual(exits('bar_index == 2'), []);
  const noTurn = body('true').replace('bar_index == 2', 'false');
  const found = orderFills(noTurn, [FLAT, FLAT, FLAT, high], `${LONG_ONLY}, ${ALL_IN}`);
  assert.deepEqual(found.slice(1), ['3 buy 10 at 10050 X']);
});

test('the equity of its request counts for it, whatever the open adds to that', () => {
  const body = `if bar_index == 0
    strategy.entry("L", strategy.long)
if bar_index == 2
    strategy.entry("S", strategy.short)`;
  const at = (open: number): number => {
    const bar: Bar = [open, open, open - 1, open];
    return orderFills(body, [FLAT, FLAT, FLAT, bar], ALL_IN).length;
  };
  assert.deepEqual([9999, 10_000, 10_001].map(at), [3, 3, 1]);
});

test('one behind a closing of the same bar fills, and a margin call takes what is too much', () => {
  // 10 at 10,001 are 20 more than the equity: a lot of 0.001, four times.
  for (const closing of ['strategy.close("S")', 'strategy.close_all()']) {
    const found = reversal(`${closing}\n    strategy.entry("L", strategy.long)`);
    assert.deepEqual(found.slice(1), ['3 buy 10 at 10001 L', '3 sell 0.004 at 10001 margin call']);
  }
});

test('an entry that rests ends with the bar at whose close the equity no longer covers it', () => {
  const body = `if bar_index == 0
    strategy.entry("S", strategy.short, 9.95, stop = 9000)`;
  const falling: Bar = [10_000, 10_010, 8900, 9000];
  const margin = 'margin_long = 100, margin_short = 100';
  const at = (close: number): readonly string[] =>
    orderFills(body, [FLAT, [10_000, 10_100, 9990, close], falling], margin);
  assert.deepEqual(at(10_050), ['2 sell 9.95 at 9000 S']);
  assert.deepEqual(at(10_051), []);
});

test('an amount that lies the least below a step has not reached it', () => {
  const body = (amount: string): string => `if bar_index == 0
    strategy.entry("L", strategy.long, 1)
    strategy.exit("X", "L", qty = ${amount}, stop = 9000)
if bar_index == 2
    strategy.close("L", qty = ${amount})`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, FLAT, [10_000, 10_000, 8990, 9000]];
  const amounts = (amount: string): readonly string[] =>
    orderFills(body(amount), candles).map((each) => each.slice(0, each.indexOf(' at')));
  assert.deepEqual(amounts('0.1'), ['1 buy 1', '4 sell 0.1', '3 sell 0.1']);
  // 0.09999999999999998 in floats.
  assert.deepEqual(amounts('close / 10000 - 0.9'), ['1 buy 1', '4 sell 0.099', '3 sell 0.099']);
});
