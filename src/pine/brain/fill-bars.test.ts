// The bars and times of fills that a Pine script reads: those of the bar in which an order filled,
// also where that has closed before the script hears of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** Bar 0 is at 100, each further one at one more. */
const RISING = Array.from({ length: 7 }, (_, at): Bar => {
  const price = 100 + at;
  return [price, price, price, price];
});

const BODY = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if bar_index == 3
    strategy.close("L", immediately = AT_ONCE)
if barstate.islast
    log.info("bars {0} {1}", strategy.closedtrades.entry_bar_index(0), strategy.closedtrades.exit_bar_index(0))
    log.info("minutes {0} {1}", (strategy.closedtrades.entry_time(0) - FROM) / 60000, (strategy.closedtrades.exit_time(0) - FROM) / 60000)
    log.info("exit {0} profit {1}", strategy.closedtrades.exit_price(0), strategy.closedtrades.profit(0))`;

function shown(declared: string, isAtOnce: boolean): readonly string[] {
  const head = `//@version=6\nstrategy("x", margin_long = 0, margin_short = 0, ${declared})\n`;
  const body = BODY.replace('AT_ONCE', String(isAtOnce)).replaceAll('FROM', String(START_MS));
  const settings = { rules: 'tradingview', startsCold: true } as const;
  const input = planInput(RISING, { market: VANILLA, settings, wallet: [['USDT', '100000']] });
  const done = runBacktest({ ...input, script: { name: 'x', source: head + body } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  const texts = done.value.logs.map(({ message }) => message);
  return texts.filter((text) => /^(?:bars|minutes|exit)/.test(text));
}

test('an order that fills at the next open is of that bar', () => {
  const expected = ['bars 2 4', 'minutes 2 4', 'exit 104 profit 2'];
  assert.deepEqual(shown('slippage = 0', false), expected);
});

test('with fills at the close it is of the bar that has requested it', () => {
  const expected = ['bars 1 3', 'minutes 1 3', 'exit 103 profit 2'];
  assert.deepEqual(shown('process_orders_on_close = true', false), expected);
});

test('what closes at once shows the close, and brings what slippage leaves of it', () => {
  const expected = ['bars 2 3', 'minutes 2 3', 'exit 103 profit -3'];
  assert.deepEqual(shown('slippage = 2', true), expected);
});
