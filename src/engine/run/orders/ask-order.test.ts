// Prices that a script asks for become steps of the market, under each rounding.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderRequest, TrailRequest } from '#engine/run-api/order-api.ts';
import { columnsOf, flat, SPOT, START_MS, wish } from '#backtesting/feed.fixture.ts';
import type { RequestedOrder } from '#engine/run/orders/ask-order.ts';
import { askOrder, TRADINGVIEW_ROUNDING, USUAL_ROUNDING } from '#engine/run/orders/ask-order.ts';
import { runMarket } from '#engine/run/run-market.ts';

const market = runMarket(0, SPOT, columnsOf(flat(20_000, 2)), START_MS);

function ticksOf(request: Partial<OrderRequest>, isTradingview: boolean): number {
  const rounding = isTradingview ? TRADINGVIEW_ROUNDING : USUAL_ROUNDING;
  const requested = askOrder(market, wish(request), 0, rounding);
  assert(requested.ok);
  return Number(requested.value.triggerTicks ?? requested.value.limitTicks);
}

/** Activation price, and distance of the activation from an entry. */
function activationOf(action: 'buy' | 'sell', price: number, isTradingview: boolean) {
  const rounding = isTradingview ? TRADINGVIEW_ROUNDING : USUAL_ROUNDING;
  const of = (trail: Partial<TrailRequest>): RequestedOrder => {
    const none = { offset: 1, activationPrice: null, activationDistance: null };
    const request = wish({ type: 'trailing_stop_market', action, trail: { ...none, ...trail } });
    const requested = askOrder(market, request, 0, rounding);
    assert(requested.ok);
    return requested.value;
  };
  return [
    Number(of({ activationPrice: price }).activationTicks),
    Number(of({ activationDistance: price }).activationDistanceTicks),
  ];
}

test('activations go to the nearest step, under tradingview away from the market', () => {
  assert.deepEqual(activationOf('sell', 20_100.3, false), [20_100, 20_100]);
  assert.deepEqual(activationOf('sell', 20_100.3, true), [20_101, 20_101]);
  assert.deepEqual(activationOf('buy', 19_900.7, false), [19_901, 19_901]);
  assert.deepEqual(activationOf('buy', 19_900.7, true), [19_900, 19_901]);
  assert.deepEqual(activationOf('sell', 20_100.00009, true), [20_100, 20_100]);
});

const CASES = [
  ['stop_market', 'buy', 20_000.4, 20_000, 20_001],
  ['stop_market', 'sell', 20_000.6, 20_001, 20_000],
  ['stop_market', 'buy', 20_000.00009, 20_000, 20_000],
  ['stop_market', 'buy', 20_000.00011, 20_000, 20_001],
  ['stop_market', 'sell', 20_000.9999, 20_001, 20_001],
  ['take_profit_market', 'sell', 20_000.4, 20_000, 20_000],
  ['limit', 'buy', 20_000.6, 20_000, 20_000],
  ['limit', 'sell', 20_000.4, 20_001, 20_001],
  ['limit', 'buy', 20_000.99995, 20_000, 20_001],
] as const;

for (const [type, action, price, usual, tradingview] of CASES)
  test(`${type} ${action} at ${price}: ${usual}, under tradingview ${tradingview}`, () => {
    assert.equal(ticksOf({ type, action, price, triggerPrice: null }, false), usual);
    assert.equal(ticksOf({ type, action, price, triggerPrice: null }, true), tradingview);
  });
