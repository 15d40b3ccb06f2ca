// `strategy.risk.*` as the public manual has each of them: what it closes, what it forbids, and for
// how long. A day has four bars, of which the first two trade at its first price.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const BAR_MINUTES = 360;

/** Bars that open and close at these prices. */
function barsOf(prices: readonly (number | readonly [open: number, close: number])[]): Bar[] {
  return prices.flatMap((price) => {
    const [open, close] = typeof price === 'number' ? [price, price] : price;
    const last: Bar = [open, Math.max(open, close), Math.min(open, close), close];
    const flat: Bar = [open, open, open, open];
    return [...Array.from({ length: BAR_MINUTES - 1 }, () => flat), last];
  });
}

/** The orders that filled: bar, side, amount and price. */
function fills(body: string, prices: Parameters<typeof barsOf>[0]): string[] {
  const source = `//@version=6\nstrategy("x", pyramiding = 9, initial_capital = 1000)\n${body}\n`;
  const input = planInput(barsOf(prices), {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', '1000']],
  });
  const run = { ...input, intervalMinutes: BAR_MINUTES, script: { name: 'x', source } };
  const done = runBacktest(run, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.orders
    .filter(({ filledAmount }) => filledAmount > 0n)
    .map(({ side, filledAmount, averagePrice, endedAtMs, openedAtMs }) => {
      const bar = Math.floor(((endedAtMs ?? openedAtMs) - START_MS) / (BAR_MINUTES * 60_000));
      return `${bar} ${side} ${formatDecimal(filledAmount)} at ${formatDecimal(averagePrice)}`;
    });
}

const at = (bar: number, ...calls: readonly string[]): string =>
  `if bar_index == ${bar}\n${calls.map((call) => `    strategy.${call}\n`).join('')}`;
const LONG = 'entry("L", strategy.long, 1)';
const SHORT = 'entry("S", strategy.short, 1)';
const FLAT = Array.from({ length: 10 }, () => 100);

suite('allow_entry_in', () => {
  const RULE = 'strategy.risk.allow_entry_in(strategy.direction.long)\n';

  test('lets no entry of the other side open', () => {
    assert.deepEqual(fills(RULE + at(0, SHORT) + at(2, LONG), FLAT), ['3 buy 1 at 100']);
  });

  test('lets such an entry close what is open, and open nothing', () => {
    const body = RULE + at(0, LONG) + at(2, SHORT);
    assert.deepEqual(fills(body, FLAT), ['1 buy 1 at 100', '3 sell 1 at 100']);
  });

  test('is of entries: an order opens either side', () => {
    const order = 'order("O", strategy.short, 1)';
    assert.deepEqual(fills(RULE + at(0, order), FLAT), ['1 sell 1 at 100']);
  });
});

suite('max_position_size', () => {
  const RULE = 'strategy.risk.max_position_size(3)\n';

  test('makes an entry smaller, and lets none in that finds no room', () => {
    const body =
      RULE + at(0, 'entry("A", strategy.long, 2)') + at(2, 'entry("B", strategy.long, 2)');
    assert.deepEqual(fills(body + at(4, LONG), FLAT), ['1 buy 2 at 100', '3 buy 1 at 100']);
  });

  test('makes an entry with a price smaller', () => {
    const body = RULE + at(0, 'entry("A", strategy.long, 5, limit = 100)');
    assert.deepEqual(fills(body, FLAT), ['1 buy 3 at 100']);
  });

  test('is of the side that an entry turns to', () => {
    const body =
      RULE + at(0, 'entry("A", strategy.long, 2)') + at(2, 'entry("B", strategy.short, 5)');
    assert.deepEqual(fills(body, FLAT), ['1 buy 2 at 100', '3 sell 2 at 100', '3 sell 3 at 100']);
  });

  test('is of entries: an order is as large as it is', () => {
    assert.deepEqual(fills(RULE + at(0, 'order("O", strategy.long, 5)'), FLAT), ['1 buy 5 at 100']);
  });
});

suite('max_intraday_filled_orders', () => {
  const RULE = 'strategy.risk.max_intraday_filled_orders(2)\n';

  test('closes everything where the last of the day fills, and opens again on the next day', () => {
    const body = RULE + at(0, LONG) + at(1, 'entry("M", strategy.long, 1)') + at(2, LONG);
    const [first, ...rest] = fills(body + at(3, LONG) + at(5, LONG), FLAT);
    assert.equal(first, '1 buy 1 at 100');
    const bought = rest.filter((line) => line.includes('buy'));
    assert.deepEqual(bought, ['2 buy 1 at 100', '4 buy 1 at 100', '6 buy 1 at 100']);
    const sold = rest.filter((line) => line.includes('sell'));
    assert.deepEqual(
      sold.map((line) => line.split(' ')[0]),
      ['2', '2', '6', '6'],
    );
  });

  test('of a day that is over does not count on the next one', () => {
    const body = RULE + at(0, LONG) + at(4, LONG);
    assert.deepEqual(fills(body, FLAT), ['1 buy 1 at 100', '5 buy 1 at 100']);
  });

  test('does not count what closes at the end of a day on the next one', () => {
    const closes = at(3, 'close("L", immediately = true)');
    const body = RULE + at(2, LONG) + closes + at(4, LONG);
    assert.deepEqual(fills(body, FLAT), ['3 buy 1 at 100', '3 sell 1 at 100', '5 buy 1 at 100']);
  });
});

suite('max_intraday_loss', () => {
  const rule = (value: number, type: string): string =>
    `strategy.risk.max_intraday_loss(${value}, strategy.${type})\n`;
  const FALLING = [100, [100, 80], 80, 80, 80, 80, 80, 80] as const;

  test('closes everything at the close of the bar, and opens again on the next day', () => {
    const body = rule(20, 'cash') + at(0, LONG) + at(1, LONG) + at(2, LONG) + at(4, LONG);
    assert.deepEqual(fills(body, FALLING), ['1 buy 1 at 100', '1 sell 1 at 80', '5 buy 1 at 80']);
  });

  test('may be a share of the equity with which the day began', () => {
    const body = at(0, LONG);
    const closed = ['1 buy 1 at 100', '1 sell 1 at 80'];
    assert.deepEqual(fills(rule(2, 'percent_of_equity') + body, FALLING), closed);
    assert.deepEqual(fills(rule(2.1, 'percent_of_equity') + body, FALLING), closed.slice(0, 1));
  });

  test('counts from the close of the day before', () => {
    const SLOW = [100, [100, 90], 90, 90, [90, 80], 80, 80, 80, [80, 75], 75] as const;
    const bought = '1 buy 1 at 100';
    assert.deepEqual(fills(rule(11, 'cash') + at(0, LONG), SLOW), [bought]);
    const fall = fills(rule(10, 'cash') + at(0, LONG), [100, 100, 100, 100, [100, 90], 90, 90]);
    assert.deepEqual(fall, [bought, '4 sell 1 at 90']);
  });
});

suite('max_drawdown', () => {
  const rule = (value: number, type: string): string =>
    `strategy.risk.max_drawdown(${value}, strategy.${type})\n`;
  const FALLING = [100, [100, 80], 80, 80, 80, 80, 80, 80] as const;

  test('ends the strategy for good when a trade has closed with it', () => {
    const trades = at(0, LONG) + at(2, 'close("L")') + at(4, LONG) + at(6, LONG);
    const first = ['1 buy 1 at 100', '3 sell 1 at 80'];
    assert.deepEqual(fills(rule(20, 'cash') + trades, FALLING), first);
    assert.deepEqual(fills(rule(2, 'percent_of_equity') + trades, FALLING), first);
    const rest = ['5 buy 1 at 80', '7 buy 1 at 80'];
    assert.deepEqual(fills(rule(21, 'cash') + trades, FALLING), [...first, ...rest]);
  });

  test('cancels what waits', () => {
    const waits = at(0, LONG, 'entry("W", strategy.long, 1, stop = 200)') + at(2, 'close("L")');
    const RISEN = [100, [100, 80], 80, 80, 80, [80, 250], 250, 250] as const;
    assert.deepEqual(fills(rule(20, 'cash') + waits, RISEN), ['1 buy 1 at 100', '3 sell 1 at 80']);
    assert.deepEqual(fills(waits, RISEN).length, 3);
  });
});

suite('max_cons_loss_days', () => {
  const RULE = 'strategy.risk.max_cons_loss_days(2)\n';
  /** Four bars, of which the second has the change of the day. */
  const day = (from: number, to: number) => [from, [from, to], to, to] as const;

  test('ends the strategy for good after so many days in a row with a loss', () => {
    const LOSING = [...day(100, 95), ...day(95, 90), ...day(90, 90), ...day(90, 90)];
    assert.deepEqual(fills(RULE + at(0, LONG) + at(10, LONG), LOSING), [
      '1 buy 1 at 100',
      '8 sell 1 at 90',
    ]);
  });

  test('begins anew after a day without one', () => {
    const MIXED = [...day(100, 95), ...day(95, 97), ...day(97, 90), ...day(90, 90)];
    assert.deepEqual(fills(RULE + at(0, LONG), MIXED), ['1 buy 1 at 100']);
  });
});
