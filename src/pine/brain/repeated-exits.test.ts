// Exits of a Pine script that are requested again with each bar, and orders whose parts share one
// amount. Prices are whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { orderFills } from '#pine/brain/order-fills.fixture.ts';

const FLAT: Bar = [100, 101, 99, 100];
/** Up to 110, to 109 at the close, and down through 107 and 106. */
const TURNING: readonly Bar[] = [FLAT, FLAT, [100, 101, 99, 100], [100, 110, 100, 109]];
const FALLING: Bar = [109, 109, 104, 105];

test('a trailing stop retains what it has followed while the target beside it moves', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if strategy.position_size > 0
    strategy.exit("X", limit = close + 50, trail_points = 5, trail_offset = 3)`;
  assert.deepEqual(orderFills(body, [...TURNING, FALLING]), [
    '2 buy 1 at 100 L',
    '4 sell 1 at 107 X',
  ]);
});

test('one that waits for its entry is the same once that has filled', () => {
  const body = `if bar_index == 2
    strategy.entry("L", strategy.long, 1)
if bar_index >= 2
    strategy.exit("X", "L", trail_points = 5, trail_offset = 3)`;
  assert.deepEqual(orderFills(body, [...TURNING, FALLING]), [
    '3 buy 1 at 100 L',
    '4 sell 1 at 107 X',
  ]);
});

test('one that is requested with another distance has seen the last close only', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if strategy.position_size > 0
    strategy.exit("X", trail_points = bar_index == 3 ? 4 : 5, trail_offset = 3)`;
  assert.deepEqual(orderFills(body, [...TURNING, FALLING]), [
    '2 buy 1 at 100 L',
    '4 sell 1 at 106 X',
  ]);
});

test('an order closes of the next entry what an exit has taken of the first before it', () => {
  const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 3)
    strategy.entry("B", strategy.long, 2)
if bar_index == 2
    strategy.exit("X", "A", qty = 2, stop = 97)
    strategy.order("R", strategy.short, 4, stop = 95)
if bar_index == 3
    strategy.close_all()`;
  const candles: Bar[] = [FLAT, FLAT, FLAT, [100, 101, 94, 95], [95, 96, 94, 95]];
  const declared = 'margin_long = 0, margin_short = 0, pyramiding = 2';
  assert.deepEqual(orderFills(body, candles, declared), [
    '2 buy 3 at 100 A',
    '2 buy 2 at 100 B',
    '3 sell 1 at 95 R',
    '3 sell 2 at 95 R',
    '3 sell 1 at 95 R',
    '3 sell 2 at 97 X',
    '4 buy 1 at 95 Close position order',
  ]);
});

const THREE = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
    strategy.entry("B", strategy.long, 2)
    strategy.entry("C", strategy.long, 4)`;
const OPENED = ['2 buy 1 at 100 A', '2 buy 2 at 100 B', '2 buy 4 at 100 C'];
const NO_MARGIN = 'margin_long = 0, margin_short = 0, pyramiding = 3';

/** What closes after these requests of one bar. */
function closings(requests: string): readonly string[] {
  const body = `${THREE}\nids = array.from("A", "B", "C", "D")\nif bar_index == 2\n    ${requests}`;
  const fills = orderFills(body, [FLAT, FLAT, FLAT, FLAT], NO_MARGIN);
  assert.deepEqual(fills.slice(0, 3), OPENED);
  return fills.slice(3);
}

test('a statement that closes and runs again on the bar changes its own order', () => {
  const loop = 'for id in ids\n        strategy.close(id)';
  assert.deepEqual(closings(loop), ['3 sell 4 at 100 Close entry(s) order C']);
  const immediate = 'for id in ids\n        strategy.close(id, immediately = true)';
  assert.equal(closings(immediate).length, 3);
});

test('statements that close on one bar have an order each', () => {
  const both = 'strategy.close("A")\n    strategy.close("B", qty_percent = 50)';
  assert.deepEqual(closings(both), [
    '3 sell 1 at 100 Close entry(s) order A',
    '3 sell 1 at 100 Close entry(s) order B',
  ]);
});
