// Orders of Pine scripts as the public manual has them: what a later request of a bar changes, what
// an order closes and opens, and what exits reserve. Prices are whole, a bar is a minute.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const MINUTE_MS = 60_000;

/** The orders that filled: bar, side, amount and price. */
function fills(body: string, bars: readonly Bar[], declared = 'pyramiding = 3'): string[] {
  const source = `//@version=6\nstrategy("x", ${declared}, initial_capital = 100000)\n${body}\n`;
  const input = planInput(bars, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', '100000']],
  });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.orders
    .filter(({ filledAmount }) => filledAmount > 0n)
    .map(({ side, filledAmount, averagePrice, endedAtMs, openedAtMs }) => {
      const bar = Math.floor(((endedAtMs ?? openedAtMs) - START_MS) / MINUTE_MS);
      return `${bar} ${side} ${formatDecimal(filledAmount)} at ${formatDecimal(averagePrice)}`;
    })
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** Each opens where the one before closed, and reaches the given prices beyond. */
function path(...closes: readonly number[]): Bar[] {
  return closes.map((close, at) => {
    const open = closes[at - 1] ?? close;
    return [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close];
  });
}

const FLAT = path(100, 100, 100, 100, 100, 100, 100, 100);
const RISING = path(100, 100, 100, 110, 120, 130, 140, 150, 160);

suite('Requests of a bar', () => {
  test('a market order that has not filled is cancelled', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("M", strategy.long, 2)
    strategy.cancel("L")`;
    assert.deepEqual(fills(body, FLAT), ['2 buy 2 at 100']);
    const all = body.replace('strategy.cancel("L")', 'strategy.cancel_all()');
    assert.deepEqual(fills(all, FLAT), []);
  });

  test('a second entry of the same name changes the first', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("L", strategy.long, 3)`;
    assert.deepEqual(fills(body, FLAT), ['2 buy 3 at 100']);
  });

  test('entries of both sides fill in their order, and the later turns the earlier', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("S", strategy.short, 2)
if bar_index == 3
    strategy.close_all()`;
    assert.deepEqual(fills(body, FLAT), [
      '2 buy 1 at 100',
      '2 sell 1 at 100',
      '2 sell 2 at 100',
      '4 buy 2 at 100',
    ]);
  });

  test('parts of an entry that turns a position do not end one another in a group', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if bar_index == 3
    strategy.entry("S", strategy.short, 2, oca_name = "G", oca_type = strategy.oca.cancel)`;
    assert.deepEqual(fills(body, FLAT), ['2 buy 1 at 100', '4 sell 1 at 100', '4 sell 2 at 100']);
  });

  test('nor do parts of one that closes several entries', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("M", strategy.long, 2)
if bar_index == 3
    strategy.order("S", strategy.short, 3, stop = 99, oca_name = "G", oca_type = strategy.oca.cancel)`;
    const found = fills(body, path(100, 100, 100, 100, 100, 90));
    assert.deepEqual(found.slice(2), ['4 sell 1 at 99', '4 sell 2 at 99']);
  });

  test('entries beyond the limit of one bar open nothing', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
    strategy.entry("B", strategy.long, 1)
    strategy.entry("C", strategy.long, 1)`;
    const one = fills(body, FLAT, 'pyramiding = 1');
    assert.deepEqual(one, ['2 buy 1 at 100']);
    assert.deepEqual(fills(body, FLAT, 'pyramiding = 2'), ['2 buy 1 at 100', '2 buy 1 at 100']);
  });
});

suite('Entries with a price', () => {
  test('what turns a position has its size of when it was requested', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if bar_index == 2
    strategy.entry("S", strategy.short, 2, limit = 135)
if bar_index == 3
    strategy.close("L")`;
    // The position closes before: what was to close it opens too.
    assert.deepEqual(fills(body, RISING), ['2 buy 1 at 100', '4 sell 1 at 110', '6 sell 3 at 135']);
  });

  test('one that was requested while nothing was open closes first what has opened since', () => {
    const body = `if bar_index == 1
    strategy.entry("S", strategy.short, 3, limit = 135)
    strategy.entry("L", strategy.long, 1)
if bar_index == 7
    strategy.close_all()`;
    assert.deepEqual(fills(body, RISING), [
      '2 buy 1 at 100',
      '6 sell 1 at 135',
      '6 sell 2 at 135',
      '8 buy 2 at 150',
    ]);
  });
});

suite('Margin', () => {
  const SIZE = 'default_qty_type = strategy.percent_of_equity, default_qty_value = 100';
  const LONG = 'if bar_index == 1\n    strategy.entry("L", strategy.long)';

  test('an entry of nearly all fills, and one of more where there is no margin', () => {
    const most = SIZE.replace('100', '99.8');
    assert.deepEqual(fills(LONG, FLAT, most), ['2 buy 998 at 100']);
    const lent = `${SIZE}0, margin_long = 0`;
    assert.deepEqual(fills(LONG, FLAT, lent), ['2 buy 10000 at 100']);
  });

  test('one that the open has made too dear ends, and what it was to turn stays', () => {
    const bars: Bar[] = [...path(100, 100), [101, 102, 100, 101], [101, 102, 100, 101]];
    assert.deepEqual(fills(LONG, bars, SIZE), []);
    const turning = `if bar_index == 0
    strategy.entry("S", strategy.short, 1)
${LONG}`;
    assert.deepEqual(fills(turning, bars, SIZE), ['1 sell 1 at 100']);
  });

  test('what a margin call closes is no longer held', () => {
    const bars: Bar[] = [...path(100, 100), [100, 105, 100, 104], [104, 104, 103, 104]];
    const body = `if bar_index == 1
    strategy.entry("S", strategy.short)
if bar_index == 2
    log.info(str.tostring(strategy.position_size))
    strategy.close("S")
if bar_index == 3
    strategy.entry("L", strategy.long, 1)`;
    const found = fills(body, [...bars, ...path(104, 104)], SIZE.replace('100', '99.8'));
    const sold = Number(found[0]?.split(' ')[2]);
    const bought = found.slice(1, -1).map((line) => Number(line.split(' ')[2]));
    assert.equal(found.length, 4);
    assert.equal(
      bought.reduce((sum, each) => sum + each, 0),
      sold,
    );
    assert.match(found.at(-1) ?? '', /^4 buy 1 at 104$/);
  });

  test('one that the equity does not cover when it is requested is not placed', () => {
    const body = 'if bar_index == 1\n    strategy.entry("L", strategy.long, 1001, limit = 50)';
    assert.deepEqual(fills(body, [...FLAT, [100, 101, 40, 60]], 'pyramiding = 1'), []);
  });
});

suite('Exits', () => {
  test('in ticks of an entry that has not filled are at a distance from its fill', () => {
    const bars: Bar[] = [
      [100, 101, 99, 100],
      [100, 101, 99, 100],
      [105, 106, 104, 105],
      [105, 112, 104, 111],
      [111, 112, 110, 111],
    ];
    const body = (exit: string): string => `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.exit("X", "L", ${exit})`;
    assert.deepEqual(fills(body('profit = 5, loss = 50'), bars), [
      '2 buy 1 at 105',
      '3 sell 1 at 110',
    ]);
    assert.deepEqual(fills(body('profit = 50, loss = 1'), bars), [
      '2 buy 1 at 105',
      '2 sell 1 at 104',
    ]);
  });

  test('with two levels of a trailing stop, the one that is met first counts', () => {
    const trailing = (price: number, points: number): string => `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if bar_index == 2
    strategy.exit("X", "L", trail_price = ${price}, trail_points = ${points}, trail_offset = 3)`;
    // Bought at 100: 10 points are at 110.
    const bars = path(100, 100, 100, 112, 100, 125, 100, 100);
    assert.deepEqual(fills(trailing(120, 10), bars), ['2 buy 1 at 100', '4 sell 1 at 110']);
    assert.deepEqual(fills(trailing(110, 20), bars), ['2 buy 1 at 100', '4 sell 1 at 110']);
    assert.deepEqual(fills(trailing(120, 20), bars), ['2 buy 1 at 100', '6 sell 1 at 123']);
  });

  test('of one group reduce one another, and orders of that group', () => {
    const body = (group: string): string => `if bar_index == 1
    strategy.entry("L", strategy.long, 2)
if bar_index == 2
    strategy.exit("A", "L", 1, limit = 110${group})
    strategy.exit("B", "L", 1, limit = 120${group})`;
    assert.deepEqual(fills(body(', oca_name = "G"'), RISING), [
      '2 buy 2 at 100',
      '3 sell 1 at 110',
    ]);
    assert.deepEqual(fills(body(''), RISING), [
      '2 buy 2 at 100',
      '3 sell 1 at 110',
      '4 sell 1 at 120',
    ]);
  });

  test('at a distance from an entry are met wherever its price was expected to be', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1, limit = 90)
    strategy.exit("X", "L", profit = 10, loss = 50)`;
    const found = fills(body, path(100, 100, 100, 88, 95, 102, 115, 100));
    assert.deepEqual(found, ['3 buy 1 at 90', '5 sell 1 at 100']);
  });

  test('of an entry that rests are as large as that after a change', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1, limit = 90)
    strategy.exit("X", "L", limit = 110)
if bar_index == 2
    strategy.entry("L", strategy.long, 3, limit = 90)`;
    const found = fills(body, path(100, 100, 100, 88, 95, 102, 115, 100));
    assert.deepEqual(found, ['3 buy 3 at 90', '6 sell 3 at 110']);
  });

  test('take their part of an entry once, however often they are requested', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 4)
strategy.exit("A", "L", qty_percent = 50, limit = 115)
strategy.exit("B", "L", limit = 145)`;
    assert.deepEqual(fills(body, RISING), ['2 buy 4 at 100', '4 sell 2 at 115', '7 sell 2 at 145']);
  });

  test('of later calls get what earlier ones leave', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 5)
if bar_index == 2
    strategy.exit("A", "L", qty = 2, limit = 135)
    strategy.exit("B", "L", qty = 50, limit = 115)`;
    assert.deepEqual(fills(body, RISING), ['2 buy 5 at 100', '4 sell 3 at 115', '6 sell 2 at 135']);
  });

  test('trades close in the order in which they opened', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
if bar_index == 3
    strategy.entry("B", strategy.long, 1)
if bar_index == 5
    strategy.close("B")
if bar_index == 7 and strategy.opentrades.entry_id(0) == "B"
    strategy.close_all()`;
    assert.deepEqual(fills(body, RISING), [
      '2 buy 1 at 100',
      '4 buy 1 at 110',
      '6 sell 1 at 130',
      '8 sell 1 at 150',
    ]);
  });
});

// Pine manual, strategy(): "strategy.commission.cash_per_order for currency per order". What turns
// a position is one order, as is what closes several entries.
suite('A commission by the order is paid once for each order', () => {
  const profits = (body: string, bars: readonly Bar[]): string[] => {
    const declared =
      'pyramiding = 3, commission_type = strategy.commission.cash_per_order, commission_value = 8';
    const source = `//@version=6\nstrategy("x", ${declared})\n${body}
log.info(str.tostring(strategy.netprofit) + " " + str.tostring(strategy.closedtrades.commission(strategy.closedtrades - 1)))\n`;
    const input = planInput(bars, {
      market: VANILLA,
      settings: { rules: 'tradingview', startsCold: true },
      wallet: [['USDT', '100000']],
    });
    const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
    assert(done.ok, done.ok ? '' : done.rejection.message);
    const said = done.value.logs.map(({ message }) => message);
    return said.filter((message) => !message.startsWith('order '));
  };

  test('an entry at market that turns a position', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 3)
if bar_index == 2
    strategy.entry("S", strategy.short, 1)
if bar_index == 4
    strategy.close_all()`;
    const said = profits(body, FLAT);
    // 8 for the entry and three quarters of the 8 of what turns it; then a quarter, and 8.
    assert.equal(said[3], '-14 14');
    assert.equal(said[5], '-24 10');
  });

  test('an entry with a price that turns a position', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
if bar_index == 2
    strategy.entry("S", strategy.short, 1, limit = 101)
if bar_index == 5
    strategy.close_all()`;
    assert.equal(profits(body, FLAT)[4], '-11 12');
  });

  test('what closes several entries', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
if bar_index == 2
    strategy.entry("B", strategy.long, 3)
if bar_index == 4
    strategy.close_all()`;
    const said = profits(body, FLAT);
    assert.equal(said[5], '-24 14');
  });
});

// Pine reference, strategy.entry: "Pyramiding specifies the number of concurrent open entries
// allowed per position. For example, with pyramiding = 3, the strategy can have up to three open
// trades, and the command cannot create orders to open additional trades until at least one
// existing trade closes." So the command decides, and what it has created fills.
suite('The limit of entries binds the command', () => {
  test('entries with a price of several bars that were created below it all fill', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1, stop = 115)
if bar_index == 2
    strategy.entry("B", strategy.long, 2, stop = 125)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 1'), ['4 buy 1 at 115', '5 buy 2 at 125']);
  });

  test('one that is requested again beyond it ends what rests by its name', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1, stop = 115)
if bar_index < 5
    strategy.entry("B", strategy.long, 2, stop = 125)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 1'), ['4 buy 1 at 115']);
  });

  test('an order at market of the same bar counts', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
    strategy.entry("B", strategy.long, 2, stop = 125)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 1'), ['2 buy 1 at 100']);
    assert.deepEqual(fills(body, RISING, 'pyramiding = 2'), ['2 buy 1 at 100', '5 buy 2 at 125']);
  });

  test('what an order at market of the same bar opens is turned by the next one', () => {
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1)
    strategy.entry("S", strategy.short, 2, limit = 115)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 1'), [
      '2 buy 1 at 100',
      '4 sell 1 at 115',
      '4 sell 2 at 115',
    ]);
  });

  test('one that the equity does not cover ends what rests by its name', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1, stop = 125)
if bar_index == 2
    strategy.entry("A", strategy.long, 100000, stop = 125)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 1'), []);
  });
});

// Pine reference, strategy.exit: "If the call does not include a from_entry argument, it creates
// exit orders for all open trades, even the ones opened after the call, until the position closes."
suite('An exit without an entry', () => {
  test('is also of what opens after the call', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
if bar_index == 2
    strategy.exit("X", stop = 90, limit = 135)
if bar_index == 3
    strategy.entry("B", strategy.long, 2)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 2'), [
      '2 buy 1 at 100',
      '4 buy 2 at 110',
      '6 sell 1 at 135',
      '6 sell 2 at 135',
    ]);
  });

  test('is not of what opens with the order that closes the position', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
if bar_index == 2
    strategy.exit("X", stop = 90, limit = 135)
if bar_index == 3
    strategy.close_all()
    strategy.entry("B", strategy.long, 2)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 2'), [
      '2 buy 1 at 100',
      '4 sell 1 at 110',
      '4 buy 2 at 110',
    ]);
  });

  test('ends with the position', () => {
    const body = `if bar_index == 1
    strategy.entry("A", strategy.long, 1)
if bar_index == 2
    strategy.exit("X", stop = 90, limit = 135)
    strategy.close("A")
if bar_index == 3
    strategy.entry("B", strategy.long, 2)`;
    assert.deepEqual(fills(body, RISING, 'pyramiding = 2'), [
      '2 buy 1 at 100',
      '3 sell 1 at 100',
      '4 buy 2 at 110',
    ]);
  });
});

// Pine manual, "Reversing positions": an entry against what is open trades its own size and that of
// the position as it was at the call. What else closes the position leaves the order as it is.
suite('An entry that turns a position which an exit closes on the same bar', () => {
  const FALLING: Bar[] = [
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 80, 81],
    [81, 82, 80, 81],
    [81, 82, 80, 81],
  ];
  const body = (exit: string, close = 'close_all()'): string => `if bar_index == 0
    strategy.entry("L", strategy.long, 2)
if bar_index == 1
    strategy.exit("X", "L", stop = ${exit})
    strategy.entry("S", strategy.short, 1, stop = 90)
if bar_index == 4
    strategy.${close}`;

  test('opens all of it', () => {
    assert.deepEqual(fills(body('95'), FALLING), [
      '1 buy 2 at 100',
      '3 sell 3 at 90',
      '3 sell 2 at 95',
      '5 buy 3 at 81',
    ]);
  });

  test('closes it where the exit comes later', () => {
    assert.deepEqual(fills(body('85'), FALLING), [
      '1 buy 2 at 100',
      '3 sell 2 at 90',
      '3 sell 1 at 90',
      '5 buy 1 at 81',
    ]);
  });

  test('closes it first where the open has passed its price', () => {
    const gap: Bar[] = [...FALLING.slice(0, 3), [85, 86, 80, 81], ...FALLING.slice(4)];
    assert.deepEqual(fills(body('70'), gap), [
      '1 buy 2 at 100',
      '3 sell 2 at 85',
      '3 sell 1 at 85',
      '5 buy 1 at 81',
    ]);
  });
});

// Pine manual, "Margin": an order that the equity does not cover is not created. An entry against
// one of the same bar trades its own size and that one's.
test('an entry against one of the same bar needs the margin of both', () => {
  const body = (size: number): string => `if bar_index == 1
    strategy.entry("L", strategy.long, 600)
    strategy.entry("S", strategy.short, ${size})
if bar_index == 4
    strategy.close_all()`;
  assert.deepEqual(fills(body(401), FLAT), ['2 buy 600 at 100', '5 sell 600 at 100']);
  assert.deepEqual(fills(body(400), FLAT), [
    '2 buy 600 at 100',
    '2 sell 600 at 100',
    '2 sell 400 at 100',
    '5 buy 400 at 100',
  ]);
});
