// How prices that a script asks for become steps of the market, under each rounding.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import { columnsOf, flat, SPOT, START_MS, wish } from '#backtesting/feed.fixture.ts';
import { askOrder, TRADINGVIEW_ROUNDING, USUAL_ROUNDING } from '#engine/run/orders/ask-order.ts';
import { runMarket } from '#engine/run/run-market.ts';

const market = runMarket(0, SPOT, columnsOf(flat(20_000, 2)), START_MS);

function ticksOf(request: Partial<OrderRequest>, isTradingview: boolean): number {
  const rounding = isTradingview ? TRADINGVIEW_ROUNDING : USUAL_ROUNDING;
  const requested = askOrder(market, wish(request), 0, rounding);
  assert(requested.ok);
  return Number(requested.value.triggerTicks ?? requested.value.limitTicks);
}

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
