// Idioms of public strategies, each with the fills that TradingView's manual ("Strategies") gives
// for its bars, worked out by hand. A tick is 1, a bar a minute, the first at midnight UTC.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { orderFills } from '#pine/brain/order-fills.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';

const flat = (price: number): Bar => [price, price, price, price];
const flats = (count: number): readonly Bar[] => Array.from({ length: count }, () => flat(100));

suite('idioms', () => {
  test('a session opens and ends a position', () => {
    const body = `inside = not na(time(timeframe.period, "0002-0005:1234567"))
if inside and not inside[1]
    strategy.entry("L", strategy.long, 1)
if not inside and inside[1]
    strategy.close("L")`;
    // Inside: the bars of minutes 2, 3 and 4. Orders fill with the next bar.
    const expected = ['3 buy 1 at 100 L', '6 sell 1 at 100 Close entry(s) order L'];
    assert.deepEqual(orderFills(body, flats(8)), expected);
  });

  test('a session of a time zone', () => {
    const body = `if not na(time("1", "0802-0803:1234567", "UTC+8"))
    strategy.entry("L", strategy.long, 1)`;
    assert.deepEqual(orderFills(body, flats(6)), ['3 buy 1 at 100 L']);
  });

  test('varip of closed bars is var', () => {
    const body = `varip int count = 0
count += 1
if count == 3
    strategy.entry("L", strategy.long, 1)`;
    assert.deepEqual(orderFills(body, flats(6)), ['3 buy 1 at 100 L']);
  });

  test('before the first bar a bool is false', () => {
    const body = `up = close > open
if not up[1] and bar_index == 0
    strategy.entry("L", strategy.long, 1)`;
    assert.deepEqual(orderFills(body, flats(4)), ['1 buy 1 at 100 L']);
  });

  test('trailing exits in parts follow each their own distance', () => {
    const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 2)
    strategy.exit("near", "L", qty = 1, trail_points = 2, trail_offset = 1)
    strategy.exit("far", "L", qty = 1, trail_points = 4, trail_offset = 2)`;
    // Bar 1 rises to 103: the near one follows from 102, at 102. Bar 2 rises to 105 first, so they
    // stand at 104 and 103 when it falls.
    const bars: readonly Bar[] = [flat(100), [100, 103, 100, 103], [103, 105, 100, 101], flat(101)];
    const expected = ['1 buy 2 at 100 L', '2 sell 1 at 104 near', '2 sell 1 at 103 far'];
    assert.deepEqual(orderFills(body, bars), expected);
  });

  test('of a group that cancels one order fills', () => {
    const body = `if bar_index == 0
    strategy.order("up", strategy.long, 1, stop = 102, oca_name = "g", oca_type = strategy.oca.cancel)
    strategy.order("down", strategy.short, 1, stop = 98, oca_name = "g", oca_type = strategy.oca.cancel)`;
    const bars: readonly Bar[] = [flat(100), [100, 102, 97, 98], flat(98)];
    assert.deepEqual(orderFills(body, bars), ['1 buy 1 at 102 up']);
  });

  test('of a group that reduces the rest is left', () => {
    const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 3)
    strategy.order("target", strategy.short, 2, limit = 104, oca_name = "g", oca_type = strategy.oca.reduce)
    strategy.order("stop", strategy.short, 3, stop = 96, oca_name = "g", oca_type = strategy.oca.reduce)`;
    const bars: readonly Bar[] = [flat(100), flat(100), [100, 105, 99, 100], [100, 101, 95, 96]];
    const expected = ['1 buy 3 at 100 L', '2 sell 2 at 104 target', '3 sell 1 at 96 stop'];
    assert.deepEqual(orderFills(body, bars), expected);
  });

  test('a stop with a limit waits for its stop, then for its limit', () => {
    const body = `if bar_index == 0
    strategy.entry("L", strategy.long, 1, stop = 103, limit = 101)`;
    const bars: readonly Bar[] = [
      flat(100),
      // The limit, before the stop.
      [100, 102, 99, 102],
      // The stop.
      [102, 104, 102, 103],
      [103, 103, 100, 100],
      flat(100),
    ];
    assert.deepEqual(orderFills(body, bars), ['3 buy 1 at 101 L']);
  });

  test('closed trades decide about the next entry', () => {
    const body = `trades = strategy.closedtrades
if trades == 0 or strategy.closedtrades.profit(trades - 1) > 0
    if strategy.position_size == 0
        strategy.entry("L", strategy.long, 1)
strategy.exit("x", "L", profit = 2, loss = 2)`;
    // A gain at 102 lets the second enter, at the open of bar 3; its loss at 100 ends it.
    const bars: readonly Bar[] = [
      flat(100),
      flat(100),
      [100, 103, 100, 102],
      flat(102),
      [102, 102, 99, 99],
      flat(99),
      flat(99),
    ];
    const expected = [
      '1 buy 1 at 100 L',
      '2 sell 1 at 102 x',
      '3 buy 1 at 102 L',
      '4 sell 1 at 100 x',
    ];
    assert.deepEqual(orderFills(body, bars), expected);
  });

  test('an entry on the side that is not allowed only closes', () => {
    const body = `strategy.risk.allow_entry_in(strategy.direction.long)
if bar_index == 0
    strategy.entry("L", strategy.long, 1)
if bar_index == 2
    strategy.entry("S", strategy.short, 1)`;
    assert.deepEqual(orderFills(body, flats(6)), ['1 buy 1 at 100 L', '3 sell 1 at 100 S']);
  });

  test('a largest position takes the rest of an entry away', () => {
    const body = `strategy.risk.max_position_size(3)
if bar_index == 0 or bar_index == 1
    strategy.entry("L", strategy.long, 2)`;
    const declared = 'margin_long = 0, margin_short = 0, pyramiding = 5';
    const expected = ['1 buy 2 at 100 L', '2 buy 1 at 100 L'];
    assert.deepEqual(orderFills(body, flats(5), declared), expected);
  });

  test('what one entry id opened is closed together, the oldest first', () => {
    const body = `if bar_index < 3
    strategy.entry(bar_index == 1 ? "B" : "A", strategy.long, 1)
if bar_index == 4
    strategy.close("A", qty_percent = 50)`;
    // A holds two: a half of it is one, which closes the first that opened.
    const declared = 'margin_long = 0, margin_short = 0, pyramiding = 5';
    const expected = [
      '1 buy 1 at 100 A',
      '2 buy 1 at 100 B',
      '3 buy 1 at 100 A',
      '5 sell 1 at 100 Close entry(s) order A',
    ];
    assert.deepEqual(orderFills(body, flats(7), declared), expected);
  });
});
