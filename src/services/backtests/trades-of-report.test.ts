// Trades as lists pair them: an exit closes the oldest entry, or its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { BacktestOrder, BacktestReport } from '#backtesting/backtest.ts';
import { tradesOfReport } from '#services/backtests/trades-of-report.ts';

/** One unit at a price, in the minute of its number. */
function order(
  side: 'buy' | 'sell',
  minute: number,
  price: string,
  positionId: string,
): BacktestOrder {
  const placed = {
    marketTag: 'm',
    side,
    positionId,
    filledAmount: decimal('1'),
    averagePrice: decimal(price),
    fees: decimal('0'),
    openedAtMs: minute * 60_000,
    endedAtMs: minute * 60_000,
  };
  return placed as BacktestOrder;
}

const ORDERS = [
  order('buy', 1, '10', 'a'),
  order('buy', 2, '11', 'b'),
  order('sell', 3, '12', 'b'),
  order('sell', 4, '13', 'a'),
];

function pairs(closesOwn: boolean): readonly string[] {
  const market = { marketTag: 'm', isLinear: true, closesOwn };
  return tradesOfReport({ orders: ORDERS }, market).map(
    ({ entryPrice, exitPrice }) =>
      `${formatDecimal(entryPrice)} to ${exitPrice === null ? 'open' : formatDecimal(exitPrice)}`,
  );
}

test('an exit closes the oldest entry', () => {
  assert.deepEqual(pairs(false), ['10 to 12', '11 to 13']);
});

test('by the rule ANY an exit closes its own entry', () => {
  assert.deepEqual(pairs(true), ['10 to 13', '11 to 12']);
});

test('an entry comes before the exit that it fills with, whatever was placed first', () => {
  const orders = [order('sell', 1, '9', 'a'), order('buy', 1, '10', 'a')];
  const position = { positionId: 'a', direction: 'long' } as BacktestReport['positions'][number];
  const positions = [position];
  const [trade] = tradesOfReport({ orders, positions }, { marketTag: 'm', isLinear: true });
  assert.equal(trade?.side, 'long');
  assert.equal(formatDecimal(trade.entryPrice), '10');
});

test('an exit closes the open entry before that of its own instant, whose exit it is not', () => {
  const orders = [
    order('buy', 1, '10', 'a'),
    order('sell', 2, '12', 'b'),
    order('buy', 2, '12', 'b'),
  ];
  const positions = ['a', 'b'].map(
    (positionId) => ({ positionId, direction: 'long' }) as BacktestReport['positions'][number],
  );
  const market = { marketTag: 'm', isLinear: true };
  const sides = tradesOfReport({ orders, positions }, market).map(
    ({ side, entryPrice, exitPrice }) =>
      `${side} ${formatDecimal(entryPrice)} to ${exitPrice === null ? 'open' : formatDecimal(exitPrice)}`,
  );
  assert.deepEqual(sides, ['long 10 to 12', 'long 12 to open']);
});

test('parts of one order that close the same entry are one trade', () => {
  const bought = { ...order('buy', 1, '10', 'a'), filledAmount: decimal('2') };
  const [one, other] = [order('sell', 2, '12', 'a'), order('sell', 2, '12', 'b')];
  const market = { marketTag: 'm', isLinear: true };
  const sizes = (parts: readonly BacktestOrder[]): readonly string[] =>
    tradesOfReport({ orders: [bought, ...parts] }, market).map(
      ({ quantity, profit }) => `${formatDecimal(quantity)} for ${formatDecimal(profit ?? ZERO)}`,
    );
  assert.deepEqual(sizes([one, other]), ['1 for 2', '1 for 2']);
  const whole = { wholeAmount: 2, note: 'x' };
  assert.deepEqual(
    sizes([
      { ...one, ...whole },
      { ...other, ...whole },
    ]),
    ['2 for 4'],
  );
});

test('an entry that turns comes before an exit that fills at the same open', () => {
  const long = { positionId: 'a', direction: 'long' } as BacktestReport['positions'][number];
  const short = { positionId: 'b', direction: 'short' } as BacktestReport['positions'][number];
  const amount = decimal('6');
  const turn = { ...order('sell', 2, '9', 'b'), filledAmount: amount, wholeAmount: 6, note: 'S' };
  const orders = [order('buy', 1, '10', 'a'), { ...order('sell', 2, '9', 'a'), note: 'X' }, turn];
  const sizes = (given: readonly BacktestOrder[]): readonly string[] =>
    tradesOfReport(
      { orders: given, positions: [long, short] },
      { marketTag: 'm', isLinear: true },
    ).map(({ side, quantity }) => `${side} ${formatDecimal(quantity)}`);
  assert.deepEqual(sizes(orders), ['long 1', 'short 5', 'short 1']);
  // Inside of a bar the exit has closed before the entry opens.
  const later = orders.map((each) => ({ ...each, endedAtMs: (each.endedAtMs ?? 0) + 1 }));
  assert.deepEqual(sizes(later), ['long 1', 'short 6']);
});

test('an order that fills at the close of its request is listed there, with its own profit', () => {
  const closing = { ...order('sell', 3, '9', 'a'), type: 'market', endedAtMs: 239_999 };
  const orders = [order('buy', 1, '10', 'a'), closing];
  const closeAt = (atMs: number) => (atMs === 239_999 ? decimal('11') : null);
  for (const [at, listed] of [
    [closeAt, '11'],
    [undefined, '9'],
  ] as const) {
    const market = { marketTag: 'm', isLinear: true, ...(at === undefined ? {} : { closeAt: at }) };
    const [trade] = tradesOfReport({ orders }, market);
    assert.equal(formatDecimal(trade?.exitPrice ?? ZERO), listed);
    assert.equal(formatDecimal(trade?.profit ?? ZERO), '-1');
  }
});

for (const [isTurn, at, expected] of [
  [true, 1, 'long 11 to 10'],
  // An exit, and a later entry, close what has opened.
  [false, 1, 'short 10 to 11'],
  [true, 2, 'short 10 to 11'],
] as const)
  test(`a sale at minute 1 and a purchase at ${at}, ${isTurn ? 'an entry' : 'an exit'}`, () => {
    const bought = order('buy', at, '11', 's');
    const orders = [order('sell', 1, '10', 's'), isTurn ? { ...bought, isTurn } : bought];
    const position = { positionId: 's', direction: 'short' };
    const positions = [position as BacktestReport['positions'][number]];
    const [trade] = tradesOfReport({ orders, positions }, { marketTag: 'm', isLinear: true });
    assert.equal(
      `${trade?.side} ${formatDecimal(trade?.entryPrice ?? ZERO)} to ${formatDecimal(trade?.exitPrice ?? ZERO)}`,
      expected,
    );
  });
