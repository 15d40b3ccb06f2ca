// Orders of a Pine script that an open has passed. PyneCore measured at the broker emulator of
// TradingView (its tests 108 and 110) that an exit which one open passes together with an entry
// that turns its position fills as well. Prices are whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { orderFills } from '#pine/brain/order-fills.fixture.ts';

const FLAT: Bar = [100, 100, 100, 100];
const DOWN: Bar = [90, 91, 89, 90];
const AFTER = `if bar_index == 4
    strategy.close_all()`;

/** Long one, then short five by a stop, with an exit below it or above; the open passes both. */
const turning = (entered: string, left: string): string => `if bar_index == 0
    strategy.entry("L", strategy.long, 1)
if bar_index == 2
    strategy.entry("S", strategy.short, 5${entered})
if strategy.position_size > 0 and bar_index >= 1
    strategy.exit("X", ${left})
${AFTER}`;

const CANDLES: readonly Bar[] = [FLAT, FLAT, FLAT, DOWN, DOWN, DOWN];

test('an exit stop and one that turns its position fill both at an open that passes them', () => {
  for (const level of [98, 99, 97]) {
    const fills = orderFills(turning(', stop = 98', `stop = ${level}`), CANDLES);
    assert.deepEqual(fills, [
      '1 buy 1 at 100 L',
      '3 sell 1 at 90 X',
      '3 sell 6 at 90 S',
      '5 buy 6 at 90 Close position order',
    ]);
  }
});

test('so they do where the exit moves with each bar', () => {
  const fills = orderFills(turning(', stop = 98', 'stop = 99 - bar_index / 2'), CANDLES);
  assert.equal(fills.length, 4);
  assert.equal(fills.at(-1), '5 buy 6 at 90 Close position order');
});

test('one at market that turns the position ends the exit', () => {
  assert.deepEqual(orderFills(turning('', 'stop = 99'), CANDLES), [
    '1 buy 1 at 100 L',
    '3 sell 1 at 90 S',
    '3 sell 5 at 90 S',
    '5 buy 5 at 90 Close position order',
  ]);
});

test('an exit that only the bar after its open meets ends with the position', () => {
  const candles: Bar[] = [FLAT, FLAT, FLAT, [99, 99, 89, 90], DOWN, DOWN];
  assert.deepEqual(orderFills(turning(', stop = 98', 'stop = 95'), candles), [
    '1 buy 1 at 100 L',
    '3 sell 1 at 98 S',
    '3 sell 5 at 98 S',
    '5 buy 5 at 90 Close position order',
  ]);
});

test('with fills at the close an entry that an open has passed is sized there', () => {
  const body = `if bar_index == 0
    strategy.entry("L", strategy.long, stop = 105)
if bar_index == 2
    strategy.close_all()`;
  const declared = `margin_long = 0, margin_short = 0, process_orders_on_close = true,
     default_qty_type = strategy.cash, default_qty_value = 22000`;
  assert.deepEqual(orderFills(body, [FLAT, [110, 110, 110, 110], FLAT], declared), [
    '1 buy 200 at 110 L',
    '2 sell 200 at 100 Close position order',
  ]);
});

test('parts of an order that an open has passed close no more than the order has', () => {
  const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 1)
    strategy.entry("M", strategy.long, 3)
if bar_index == 2
    strategy.order("R", strategy.short, 2, stop = 98)`;
  const declared = 'margin_long = 0, margin_short = 0, pyramiding = 2';
  assert.deepEqual(orderFills(body, CANDLES, declared), [
    '1 buy 1 at 100 L',
    '1 buy 3 at 100 M',
    '3 sell 1 at 90 R',
    '3 sell 1 at 90 R',
  ]);
});
