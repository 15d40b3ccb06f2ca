// Closed trades as a Pine script reads them: what one request closes of one entry is one trade,
// also where it is placed in parts; and exits of an entry that changes on its bar.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** Bar 0 is at 1000, each further one at one more. */
const RISING = Array.from({ length: 9 }, (_, at): Bar => {
  const price = 1_000 + at;
  return [price, price, price, price];
});

const LIST = `
if barstate.islast
    for i = 0 to strategy.closedtrades - 1
        log.info("{0} {1} {2} of {3}", strategy.closedtrades.exit_id(i), strategy.closedtrades.size(i), strategy.closedtrades.profit(i), strategy.closedtrades.entry_id(i))
    log.info("won {0} lost {1} gross {2}", strategy.wintrades, strategy.losstrades, strategy.grossprofit)`;

function listed(body: string, candles: readonly Bar[] = RISING): readonly string[] {
  const head = '//@version=6\nstrategy("x", margin_long = 0, margin_short = 0, pyramiding = 2)\n';
  const settings = { rules: 'tradingview', startsCold: true } as const;
  const input = planInput(candles, { market: VANILLA, settings, wallet: [['USDT', '100000']] });
  const script = { name: 'x', source: `${head}${body}${LIST}` };
  const done = runBacktest({ ...input, script }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.logs.map(({ message }) => message).filter((text) => !text.startsWith('order '));
}

const TWO = `if bar_index == 0
    strategy.entry("A", strategy.long, 1)
if bar_index == 1
    strategy.entry("B", strategy.long, 1)
if bar_index == 3
    strategy.close("B", qty = 0.25)
`;

test('one closing of everything lists each entry once', () => {
  // A at 1001, B at 1002. The quarter of B closes the oldest: A at 1004.
  assert.deepEqual(listed(`${TWO}if bar_index == 5\n    strategy.close_all()`), [
    'Close entry(s) order B 0.25 0.75 of A',
    'Close position order 0.75 3.75 of A',
    'Close position order 1 4 of B',
    'won 3 lost 0 gross 8.5',
  ]);
});

test('an entry that turns lists each entry once', () => {
  assert.deepEqual(listed(`${TWO}if bar_index == 5\n    strategy.entry("S", strategy.short, 1)`), [
    'Close entry(s) order B 0.25 0.75 of A',
    'S 0.75 3.75 of A',
    'S 1 4 of B',
    'won 3 lost 0 gross 8.5',
  ]);
});

test('so does one with a price', () => {
  const body = `${TWO}if bar_index == 5\n    strategy.entry("S", strategy.short, 1, limit = 1007)`;
  assert.deepEqual(listed(body), [
    'Close entry(s) order B 0.25 0.75 of A',
    'S 0.75 4.5 of A',
    'S 1 5 of B',
    'won 3 lost 0 gross 10.25',
  ]);
});

test('two statements that close are two trades of one entry', () => {
  const body = `${TWO}if bar_index == 5
    strategy.close("B", qty = 0.25)
    strategy.close("B", qty = 0.25)`;
  assert.deepEqual(listed(body).slice(1, 3), [
    'Close entry(s) order B 0.25 1.25 of A',
    'Close entry(s) order B 0.25 1.25 of A',
  ]);
});

test('an entry that changes on its bar retains the exits that were requested of it', () => {
  const candles = RISING.map((_, at): Bar => [1_000 + at, 1_010 + at, 1_000 + at, 1_000 + at]);
  const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
    strategy.exit("x", "A", limit = 1008)
    strategy.entry("A", strategy.long, 2)
`;
  assert.deepEqual(listed(body, candles), ['x 2 12 of A', 'won 1 lost 0 gross 12']);
});
