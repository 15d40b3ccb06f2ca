// Trailing stops that wait for a price before they follow: where they become active, what they then
// follow, and where the order of a candle's extremes decides.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candle } from '#venue-port/candle/candle.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { candle, fills, minute, order, trail } from '#domain/matching/matching.fixture.ts';

const { tradingview, touch, realistic } = MATCHING_RULES;

const sell = { type: 'trailing_stop_market', side: 'sell' } as const;
/** Follows five behind, from 110 on. */
const later = order({ ...sell, trail: trail(5, null, 0, 110) });
const laterBuy = order({ type: 'trailing_stop_market', trail: trail(5, null, 0, 90) });

const CASES: readonly (readonly [what: string, typeof later, Candle, string])[] = [
  ['falls below everything before it is active', later, candle(100, 109, 80, 85), ''],
  [
    'high first: active at 110, highest 112, met at 107',
    later,
    candle(105, 112, 97, 110),
    'a 10@107 taker ambiguous',
  ],
  [
    'the low first, the high behind it: met on the way to the close',
    later,
    candle(101, 112, 98, 104),
    'a 10@107 taker',
  ],
  ['touching the price is enough', later, candle(105, 110, 99, 100), 'a 10@105 taker'],
  [
    'an open beyond its price: followed from the open',
    later,
    candle(115, 115, 108, 109),
    'a 10@110 taker',
  ],
  ['active and not met', later, candle(105, 112, 104, 110), ''],
  [
    'to buy: active at 90, lowest 88, met at 93',
    laterBuy,
    candle(95, 103, 88, 102),
    'a 10@93 taker',
  ],
  ['to buy: rises before it is active', laterBuy, candle(100, 120, 91, 118), ''],
];

for (const rules of [tradingview, touch])
  for (const [what, waiting, ofCandle, expected] of CASES)
    test(`${rules.name}: ${what}`, () => {
      assert.equal(fills(minute(rules, [waiting], ofCandle)), expected);
    });

test('realistic: the same price, and slippage from there', () => {
  const filled = fills(minute(realistic, [later], candle(101, 112, 98, 104)));
  assert.equal(filled, 'a 10@106 taker');
});

test('what it has become is retained for the next candle', () => {
  const [active] = minute(touch, [later], candle(105, 112, 104, 110)).changed;
  assert.deepEqual(active?.trail, trail(5, 112));
  assert.ok(active !== undefined && !active.isTriggered);
  assert.equal(fills(minute(touch, [active], candle(109, 109, 106, 108))), 'a 10@107 taker');
});

test('a candle that does not come to its price changes nothing', () => {
  const outcome = minute(touch, [later], candle(100, 109, 80, 85));
  assert.deepEqual(outcome.changed, []);
});
