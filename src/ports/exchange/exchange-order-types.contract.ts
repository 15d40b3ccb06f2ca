// The part of the exchange contract about orders that are more than a limit or a market order:
// those that wait for a price, post only, and time-outs. What a venue does not support is refused.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { MINUTE_MS } from '#lib/time.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { heldTypes } from '#venue-port/exchange/held-types.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { ORDER_TYPES } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, OrderSupport, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  ContractAccount,
  ContractHarness,
  MakeContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  holdingsOf,
  lookUp,
  marketOf,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
  shareOfPrice,
  shown,
} from '#ports/exchange/exchange-harness.contract.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';

export function exchangeOrderTypeContract(makeHarness: MakeContractHarness): void {
  for (const type of ORDER_TYPES)
    if (type !== 'limit' && type !== 'market')
      for (const marketType of MARKET_TYPES) waitingTests(makeHarness, type, marketType);
  postOnlyTests(makeHarness);
  timeOutTest(makeHarness);
}

/** A buy that is triggered when the price has moved this far from now, in its direction. */
async function waitingBuy(
  harness: ContractHarness,
  holder: ContractAccount,
  type: OrderType,
  thousandths: number,
): Promise<NewVenueOrder> {
  const { exchange } = harness;
  const market = await marketOf(harness, holder);
  const { price } = await exchange.fetchPrice(holder.marketTag);
  const share = (parts: number): NewVenueOrder['price'] =>
    shareOfPrice(market, price, String((1_000 + parts) / 10));
  const isTakeProfit = type === 'take_profit_limit' || type === 'take_profit_market';
  const isStop = type === 'stop_limit';
  const isTrailing = type === 'trailing_stop_limit' || type === 'trailing_stop_market';
  const wish = await newOrder(harness, holder, { side: 'buy', type });
  return {
    ...wish,
    // Beyond its trigger: some venues take no stop with another limit.
    price: isLimitType(type) ? share(20 + Math.max(0, isStop ? thousandths : 0)) : wish.price,
    terms: {
      ...PLAIN_TERMS,
      triggerPrice: isTrailing ? null : share(isTakeProfit ? -thousandths : thousandths),
      trailDistance: isTrailing ? shareOfPrice(market, price, String(thousandths / 10)) : null,
    },
  };
}

type Waiting = ContractHarness & { readonly holder: ContractAccount };

/** With the account that stands for a type of markets; null: there is none of its own. */
async function waitingHarness(
  makeHarness: MakeContractHarness,
  marketType: MarketType,
): Promise<Waiting | null> {
  const harness = await makeHarness();
  const holder = marketType === 'spot' ? harness.spot : harness.futures;
  if (holder === null || holder.account.marketType !== marketType) return null;
  return { ...harness, holder };
}

/** Whether the tests of an order that waits run for it, and not those of its refusal. */
export function exercisesStop(
  orderSupport: OrderSupport,
  type: OrderType,
  marketType: MarketType,
): boolean {
  return heldTypes(orderSupport, marketType).includes(type);
}

function isHeld({ exchange, holder, refusesWaitingBuys }: Waiting, type: OrderType): boolean {
  const isSpotBuy = holder.account.marketType === 'spot' && !isLimitType(type);
  if (refusesWaitingBuys === true && isSpotBuy) return false;
  return exercisesStop(exchange.orderSupport, type, holder.account.marketType);
}

const NO_SUCH = 'the venue has no such markets';
const NOT_HELD = 'the venue does not keep it';

function waitingTests(
  makeHarness: MakeContractHarness,
  type: OrderType,
  marketType: MarketType,
): void {
  const what = `a ${type} order on ${marketType}`;

  test(`${what} is refused where the venue does not keep it`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange } = harness;
    if (isHeld(harness, type)) return t.skip('the venue retains it');
    const wish = await waitingBuy(harness, holder, type, 50);
    const response = await exchange.placeOrder(holder.account, wish);
    assert.equal(refusalOf(response)?.code, 'order_rejected');
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
  });

  test(`${what} waits, is found by its name as it was placed, and ends`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange } = harness;
    if (!isHeld(harness, type)) return t.skip(NOT_HELD);
    const before = await holdingsOf(harness, holder);
    const wish = await waitingBuy(harness, holder, type, 100);
    const { state } = await shown(harness, holder, await placed(harness, holder, wish));
    assert.equal(state, 'open');
    const [open] = await exchange.fetchOpenOrders(holder.account);
    const found = await lookUp(harness, holder, wish);
    assert.deepEqual(open, found);
    assert.deepEqual(partsOf(found), [wish.clientOrderId, type, wish.price, wish.amount]);
    assert.deepEqual(found?.terms, wish.terms);
    await exchange.cancelOrder(holder.account, holder.marketTag, nameOf(wish));
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
    assert.equal((await lookUp(harness, holder, wish))?.state, 'cancelled');
    assert.deepEqual(await holdingsOf(harness, holder), before);
  });

  test(`${what} is triggered when the price comes there, and only then`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange } = harness;
    if (!isHeld(harness, type)) return t.skip(NOT_HELD);
    if (harness.advanceMs === null) return t.skip('time cannot be driven here');
    const far = await waitingBuy(harness, holder, type, 400);
    const near = await waitingBuy(harness, holder, type, 2);
    for (const wish of [far, near]) await placed(harness, holder, wish);
    let open = await exchange.fetchOpenOrders(holder.account);
    for (let round = 0; round < 500 && open.length > 1; round += 1) {
      await harness.advanceMs(10 * MINUTE_MS);
      open = await exchange.fetchOpenOrders(holder.account);
    }
    assert.deepEqual(
      open.map(({ clientOrderId, filledAmount }) => [clientOrderId, filledAmount]),
      [[far.clientOrderId, 0n]],
    );
    // What came of it may have another id than what waited: by which its fills are listed.
    const found = await lookUp(harness, holder, near);
    assert.equal(found?.state, 'filled');
    const fills = await allFills(harness, holder, 100);
    assert.ok(fills.length > 0);
    for (const { clientOrderId, venueOrderId } of fills)
      assert.deepEqual([clientOrderId, venueOrderId], [near.clientOrderId, found.venueOrderId]);
    assert.equal(
      fills.reduce((sum, fill) => sum + fill.amount, 0n),
      near.amount,
    );
  });

  test(`${what} whose price has passed is carried out at once`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange } = harness;
    const isPassable = !type.startsWith('trailing_') && harness.advanceMs !== null;
    if (!isHeld(harness, type) || !isPassable) return t.skip(NOT_HELD);
    const wish = await waitingBuy(harness, holder, type, -20);
    await placed(harness, holder, wish);
    await harness.advanceMs(2 * MINUTE_MS);
    assert.equal((await lookUp(harness, holder, wish))?.state, 'filled');
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
  });

  test(`${what} whose response was lost is there under its name, once`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange, faults } = harness;
    if (!isHeld(harness, type)) return t.skip(NOT_HELD);
    if (faults === null) return t.skip('faults cannot be ordered here');
    const wish = await waitingBuy(harness, holder, type, 100);
    faults.inject({ kind: 'lost_response', of: 'place' });
    await assert.rejects(exchange.placeOrder(holder.account, wish), OutcomeUnknown);
    const found = await lookUp(harness, holder, wish);
    assert.deepEqual(partsOf(found), [wish.clientOrderId, type, wish.price, wish.amount]);
    if (exchange.promises.duplicateName === 'first') await placed(harness, holder, wish);
    assert.equal((await exchange.fetchOpenOrders(holder.account)).length, 1);
  });

  test(`${what} without what it waits for is refused`, async (t) => {
    const harness = await waitingHarness(makeHarness, marketType);
    if (harness === null) return t.skip(NO_SUCH);
    const { holder, exchange } = harness;
    if (!isHeld(harness, type)) return t.skip(NOT_HELD);
    const wish = await waitingBuy(harness, holder, type, 100);
    const response = await exchange.placeOrder(holder.account, { ...wish, terms: PLAIN_TERMS });
    assert.equal(refusalOf(response)?.code, 'order_rejected');
  });
}

function partsOf(order: VenueOrder | null): readonly unknown[] {
  return [order?.clientOrderId, order?.type, order?.price, order?.amount];
}

function postOnlyTests(makeHarness: MakeContractHarness): void {
  test('a post-only order that would take is not filled', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    if (!exchange.orderSupport.postOnly) return t.skip('the venue knows no post-only orders');
    const before = await holdingsOf(harness, spot);
    const market = await marketOf(harness, spot);
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const limit = shareOfPrice(market, price, '102');
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = await newOrder(harness, spot, { side: 'buy', price: limit, terms });
    const response = await exchange.placeOrder(spot.account, wish);
    if (response.ok) {
      const { state } = await shown(harness, spot, response.value);
      assert.equal(state, harness.postOnlyEnds ?? 'rejected');
    } else {
      assert.equal(response.rejection.code, 'order_rejected');
    }
    assert.deepEqual(await holdingsOf(harness, spot), before);
  });

  test('a post-only order away from the market rests', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    if (!exchange.orderSupport.postOnly) return t.skip('the venue knows no post-only orders');
    const terms = { ...PLAIN_TERMS, isPostOnly: true };
    const wish = { ...(await restingBuy(harness, spot)), terms };
    const order = await shown(harness, spot, await placed(harness, spot, wish));
    const isShown = harness.isPostOnlyHidden !== true;
    assert.deepEqual([order.state, order.terms.isPostOnly], ['open', isShown]);
  });
}

function timeOutTest(makeHarness: MakeContractHarness): void {
  test('an order with a time-out ends by itself, and gives back what it held', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    if (!exchange.orderSupport.timeOuts) return t.skip('the venue knows no time-outs');
    if (harness.advanceMs === null) return t.skip('time cannot be driven here');
    const before = await holdingsOf(harness, spot);
    const terms = { ...PLAIN_TERMS, expiresAtMs: harness.nowMs() + 3 * MINUTE_MS };
    const wish = { ...(await restingBuy(harness, spot)), terms };
    await placed(harness, spot, wish);
    await harness.advanceMs(MINUTE_MS);
    assert.equal((await exchange.fetchOpenOrders(spot.account)).length, 1);
    await harness.advanceMs(4 * MINUTE_MS);
    const found = await lookUp(harness, spot, wish);
    assert.equal(found?.state, 'expired');
    assert.deepEqual(await holdingsOf(harness, spot), before);
  });
}
