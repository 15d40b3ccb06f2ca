// Prices that leave the orders of a book as they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  candle,
  fills,
  OPEN_MS,
  order,
  SAMPLE_MINUTE,
  trail,
} from '#domain/matching/matching.fixture.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { affectsNone, matchAffected } from '#domain/matching/resting-book.fixture.ts';
import type { RestingBook } from '#domain/matching/resting-book.ts';
import { putOrder, removeOrder, restingBook } from '#domain/matching/resting-book.ts';

const { realistic, touch } = MATCHING_RULES;
const END_MS = OPEN_MS + SAMPLE_MINUTE.durationMs;
const sell = { side: 'sell' } as const;
const MARKET_TYPES = { stop: 'stop_market', profit: 'take_profit_market' } as const;

function isQuiet(book: RestingBook, low: number | bigint, high: number | bigint): boolean {
  return affectsNone(book, { low: BigInt(low), high: BigInt(high) });
}

/** The prices from 80 to 120 that leave the order as it is. */
function quietRange(resting: RestingOrder, rules = realistic): string {
  const book = restingBook(rules);
  putOrder(book, resting);
  const prices = Array.from({ length: 41 }, (_, index) => 80 + index);
  const quietAt = (price: number) => isQuiet(book, price, price);
  const quiet = prices.filter(quietAt);
  return quiet.length === 0 ? 'none' : `${quiet[0]} to ${quiet.at(-1)}`;
}

const trailing = { type: 'trailing_stop_market', trail: trail(10, 100) } as const;
const unseen = { type: 'trailing_stop_market', trail: trail(10, null) } as const;
const cases: readonly (readonly [string, RestingOrder, string])[] = [
  ['a limit buy, until it is traded through', order({ limit: 95 }), '95 to 120'],
  ['a limit sale', order({ ...sell, limit: 105 }), '80 to 105'],
  ['a stop to sell', order({ ...sell, type: MARKET_TYPES.stop, trigger: 95 }), '96 to 120'],
  ['a stop to buy', order({ type: MARKET_TYPES.stop, trigger: 105 }), '80 to 104'],
  [
    'a take profit to sell',
    order({ ...sell, type: MARKET_TYPES.profit, trigger: 105 }),
    '80 to 104',
  ],
  ['a take profit to buy', order({ type: MARKET_TYPES.profit, trigger: 95 }), '96 to 120'],
  ['a trailing stop to sell', order({ ...sell, ...trailing }), '91 to 100'],
  ['a trailing stop to buy', order({ ...trailing }), '100 to 109'],
  ['a trailing stop that has seen no price', order({ ...sell, ...unseen }), 'none'],
  ['a market order', order({ type: 'market' }), 'none'],
  [
    'a stop that was triggered',
    order({ type: 'stop_market', trigger: 95, isTriggered: true }),
    'none',
  ],
  [
    'a stop limit that was triggered',
    order({ type: 'stop_limit', trigger: 95, limit: 97, isTriggered: true }),
    '97 to 120',
  ],
  ['an order that ends with the minute', order({ limit: 95, expiresAtMs: END_MS }), 'none'],
  ['an order that ends later', order({ limit: 95, expiresAtMs: END_MS + 1 }), '95 to 120'],
];

for (const [name, resting, expected] of cases)
  test(`prices that leave ${name} as it is: ${expected}`, () => {
    assert.equal(quietRange(resting), expected);
  });

test('under touch a limit is affected by its own price', () => {
  assert.equal(quietRange(order({ limit: 95 }), touch), '96 to 120');
});

test('an empty book is quiet at any price', () => {
  assert.equal(isQuiet(restingBook(realistic), 0, Number.MAX_SAFE_INTEGER), true);
});

test('prices beyond what a number holds exactly still wake their order', () => {
  const huge = 2n ** 60n;
  const book = restingBook(touch);
  putOrder(book, { ...order({}), limitTicks: (huge + 1n) as Ticks });
  const flat = { openTimeMs: OPEN_MS, open: huge, high: huge, low: huge, close: huge, volume: 1n };
  assert.equal(isQuiet(book, huge, huge), false);
  assert.equal(fills(matchAffected(book, flat)), `a 10@${huge} taker gap`);
});

test('a trailing stop that moved wakes at its new prices', () => {
  const book = restingBook(realistic);
  putOrder(book, order({ ...sell, ...trailing }));
  matchAffected(book, candle(100, 112, 99, 111));
  assert.equal(isQuiet(book, 103, 112), true);
  assert.equal(isQuiet(book, 102, 112), false);
  assert.equal(isQuiet(book, 103, 113), false);
});

test('removing returns the order once', () => {
  const book = restingBook(realistic);
  const resting = order({ limit: 95 });
  putOrder(book, resting);
  assert.equal(removeOrder(book, 'a'), resting);
  assert.equal(removeOrder(book, 'a'), null);
  assert.equal(isQuiet(book, 1, 1), true);
});
