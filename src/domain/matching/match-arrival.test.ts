// Orders at the instant at which they become live.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArrivalOutcome } from '#domain/matching/execution.ts';
import { matchArrival } from '#domain/matching/match-arrival.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { lots, order, shown, ticks, trail } from '#domain/matching/matching.fixture.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

const { realistic, tradingview, touch } = MATCHING_RULES;
const twoTicks = { ...tradingview.slippage, halfSpreadTicks: ticks(2) };
const slippingTouch = { ...touch, slippage: twoTicks };
const slippingTradingview = { ...tradingview, slippage: twoTicks };
const DEEP = { volumeLots: lots(1_000_000_000), usedLots: lots(0), range: null };
const SHALLOW = { volumeLots: lots(60), usedLots: lots(2), range: null };

function arrive(rules: MatchingRules, incoming: RestingOrder, context = DEEP): ArrivalOutcome {
  return matchArrival(rules, incoming, ticks(100), context);
}

function summary(outcome: ArrivalOutcome): string {
  if (outcome.kind === 'cancelled') return `cancelled, ${outcome.reason}`;
  const execution = outcome.execution === null ? '' : `${shown(outcome.execution)}, `;
  return outcome.kind === 'filled'
    ? `${execution}done`
    : `${execution}${outcome.order.remainingLots} rest`;
}

const sell = { side: 'sell' } as const;
const stop = { type: 'stop_market', ...sell } as const;
const cases: readonly (readonly [string, MatchingRules, RestingOrder, string])[] = [
  ['a market buy pays slippage', realistic, order({ type: 'market' }), 'a 10@101 taker, done'],
  ['a market sale too', realistic, order({ type: 'market', ...sell }), 'a 10@99 taker, done'],
  ['no slippage under touch', touch, order({ type: 'market' }), 'a 10@100 taker, done'],
  ['a limit above the price takes', realistic, order({ limit: 105 }), 'a 10@101 taker, done'],
  [
    'a limit above it pays no slippage under touch',
    slippingTouch,
    order({ limit: 105 }),
    'a 10@100 taker, done',
  ],
  [
    'nor under tradingview',
    slippingTradingview,
    order({ ...sell, limit: 95 }),
    'a 10@100 taker, done',
  ],
  [
    'a market order does',
    slippingTradingview,
    order({ type: 'market', ...sell }),
    'a 10@98 taker, done',
  ],
  ['and a stop', slippingTradingview, order({ ...stop, trigger: 105 }), 'a 10@98 taker, done'],
  [
    'a stop limit is a limit',
    slippingTradingview,
    order({ ...stop, type: 'stop_limit', trigger: 105, limit: 90 }),
    'a 10@100 taker, done',
  ],
  ['but never above its limit', touch, order({ limit: 100 }), 'a 10@100 taker, done'],
  ['a limit at the price rests', realistic, order({ limit: 100 }), '10 rest'],
  ['a limit below the price rests', touch, order({ limit: 99 }), '10 rest'],
  ['a sale below takes', realistic, order({ ...sell, limit: 95 }), 'a 10@99 taker, done'],
  [
    'post-only that would take',
    realistic,
    order({ limit: 101, isPostOnly: true }),
    'cancelled, would_take',
  ],
  [
    'post-only sale too',
    touch,
    order({ ...sell, limit: 99, isPostOnly: true }),
    'cancelled, would_take',
  ],
  ['post-only at the price rests', touch, order({ limit: 100, isPostOnly: true }), '10 rest'],
  ['a stop below the price rests', realistic, order({ ...stop, trigger: 95 }), '10 rest'],
  ['a stop above it takes', realistic, order({ ...stop, trigger: 105 }), 'a 10@99 taker, done'],
];

for (const [name, rules, incoming, expected] of cases)
  test(`arrival (${rules.name}): ${name}: ${expected}`, () => {
    assert.equal(summary(arrive(rules, incoming)), expected);
  });

test('arrival: a limit that slippage would carry past its price fills at its price', () => {
  const rules = { ...realistic, slippage: { ...realistic.slippage, halfSpreadTicks: ticks(5) } };
  assert.equal(summary(arrive(rules, order({ limit: 103 }))), 'a 10@103 taker, done');
});

test('arrival: within the range of the minute when that is known', () => {
  const range = { lowTicks: ticks(90), highTicks: ticks(100) };
  const outcome = matchArrival(realistic, order({ type: 'market' }), ticks(100), {
    ...DEEP,
    range,
  });
  assert.equal(summary(outcome), 'a 10@100 taker, done');
});

test('arrival: takes what is left of the minute, and the rest waits for the next one', () => {
  assert.equal(
    summary(arrive(realistic, order({ limit: 105 }), SHALLOW)),
    'a 4@101 taker partial, 6 rest',
  );
  const spent = { ...SHALLOW, usedLots: lots(6) };
  assert.equal(summary(arrive(realistic, order({ type: 'market' }), spent)), '10 rest');
});

test('arrival: a stop that is triggered with nothing left works on as a market order', () => {
  const spent = { ...SHALLOW, usedLots: lots(6) };
  const outcome = arrive(realistic, order({ ...stop, trigger: 105 }), spent);
  assert.equal(outcome.kind === 'resting' && outcome.order.isTriggered, true);
});

test('arrival: a trailing stop starts from the price that it meets', () => {
  const incoming = order({ type: 'trailing_stop_market', ...sell, trail: trail(10, null) });
  const outcome = arrive(realistic, incoming);
  assert.deepEqual(outcome, {
    kind: 'resting',
    execution: null,
    order: { ...incoming, trail: trail(10, 100) },
  });
});

test('arrival: a market order under touch takes all at the price that it meets', () => {
  const spent = { ...SHALLOW, usedLots: lots(6) };
  assert.equal(summary(arrive(touch, order({ type: 'market' }), spent)), 'a 10@100 taker, done');
});
