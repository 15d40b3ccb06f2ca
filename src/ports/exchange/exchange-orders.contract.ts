// The part of the exchange contract that trades on a spot account.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  ContractHarness,
  MakeContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  assertNear,
  FINEST,
  holdingsOf,
  lookUp,
  marketOf,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
  shareOfPrice,
  spotEffect,
} from '#ports/exchange/exchange-harness.contract.ts';

export function exchangeOrderContract(makeHarness: MakeContractHarness): void {
  fillTests(makeHarness);
  feeTests(makeHarness);
  restingTests(makeHarness);
  sameIdTests(makeHarness);
  rejectionTests(makeHarness);
}

function fillTests(makeHarness: MakeContractHarness): void {
  test('a market order fills, and balances change by exactly its fills and fees', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const before = await holdingsOf(harness, spot);
    const buy = await newOrder(harness, spot, { side: 'buy' });
    const order = await placed(harness, spot, buy);
    const found = await lookUp(harness, spot, buy);
    assert.equal(found?.state, 'filled');
    assert.equal(found.venueOrderId, order.venueOrderId);
    assert.equal(found.filledAmount, buy.amount);
    assert(found.averageFillPrice > 0n);
    await placed(harness, spot, await newOrder(harness, spot, { side: 'sell' }));
    await assertAddsUp(harness, before);
    assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
    assert.deepEqual(await exchange.fetchPositions(spot.account), []);
  });

  test('a limit order better than the market takes at the market or better', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const before = await holdingsOf(harness, spot);
    const market = await marketOf(harness, spot);
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const limit = shareOfPrice(market, price, '102');
    await placed(harness, spot, await newOrder(harness, spot, { side: 'buy', price: limit }));
    const [fill] = await allFills(harness, spot, 10);
    assert(fill !== undefined && fill.price <= limit && !fill.isMaker);
    await assertAddsUp(harness, before);
  });

  test('the fills of one order are distinguished from those of others', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const before = await allFills(harness, spot, 100);
    const [one, other] = [
      await newOrder(harness, spot, { side: 'buy' }),
      await newOrder(harness, spot, { side: 'sell' }),
    ];
    for (const order of [one, other]) await placed(harness, spot, order);
    const ask = (order: Pick<NewVenueOrder, 'clientOrderId' | 'decidedAtMs'>) =>
      exchange.fetchOrderFills(spot.account, spot.marketTag, nameOf(order));
    const fills = (await allFills(harness, spot, 100)).slice(before.length);
    const of = (wanted: string) => fills.filter(({ clientOrderId }) => clientOrderId === wanted);
    assert(of(one.clientOrderId).length > 0);
    assert.deepEqual(await ask(one), of(one.clientOrderId));
    assert.deepEqual(await ask(other), of(other.clientOrderId));
    const neverSent = harness.newClientOrderId();
    assert.deepEqual(await ask({ ...one, clientOrderId: neverSent }), []);
  });

  test('fills are paged oldest first, and a cursor goes on where it stopped', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const tags = [spot.marketTag];
    for (const side of ['buy', 'sell', 'buy'] as const)
      await placed(harness, spot, await newOrder(harness, spot, { side }));
    const one = await allFills(harness, spot, 1);
    const many = await allFills(harness, spot, 100);
    assert.deepEqual(one, many);
    assert(many.length >= 3);
    assert.equal(new Set(many.map((fill) => fill.fillId)).size, many.length);
    for (const [index, fill] of many.slice(1).entries())
      assert(fill.filledAtMs >= (many[index]?.filledAtMs ?? 0));
    const { cursor } = await exchange.fetchFills(spot.account, tags, null, 100);
    await placed(harness, spot, await newOrder(harness, spot, { side: 'sell' }));
    const later = await exchange.fetchFills(spot.account, tags, cursor, 100);
    assert.deepEqual([...many, ...later.fills], await allFills(harness, spot, 100));
    assert(later.fills.length > 0);
    const after = await exchange.fetchFills(spot.account, tags, later.cursor, 100);
    assert.deepEqual(after, { fills: [], cursor: later.cursor });
  });
}

/** How an account pays fees, and the currencies that a buy and a sale then pay in. */
const FEES = [
  ['quote', 'quote', 'quote'],
  ['received', 'base', 'quote'],
  ['BNB', 'BNB', 'BNB'],
] as const;

function feeTests(makeHarness: MakeContractHarness): void {
  for (const [feesIn, ofBuy, ofSale] of FEES)
    test(`fees as "${feesIn}" are in ${ofBuy} and ${ofSale}, and add up`, async () => {
      const harness = await makeHarness();
      const holder = await harness.payFees?.(feesIn);
      if (holder === undefined) return;
      const market = await marketOf(harness, holder);
      const before = await holdingsOf(harness, holder);
      for (const side of ['buy', 'sell'] as const)
        await placed(harness, holder, await newOrder(harness, holder, { side }));
      const fills = await allFills(harness, holder, 100);
      assert(fills.length >= 2);
      const named = { base: market.base, quote: market.quote, BNB: 'BNB' };
      for (const { side, fee, feeCurrency } of fills) {
        assert.equal(feeCurrency, named[side === 'buy' ? ofBuy : ofSale]);
        assert(fee > 0n);
      }
      await assertAddsUp({ ...harness, spot: holder }, before);
    });

  test('who pays in what is received holds less than was bought', async () => {
    const harness = await makeHarness();
    const holder = await harness.payFees?.('received');
    if (holder === undefined) return;
    const market = await marketOf(harness, holder);
    const { base, amountStep } = market;
    // What it has already is locked.
    const { available } = (await holdingsOf(harness, holder)).get(base) ?? { available: 0n };
    const whole = ((available / amountStep) * amountStep) as Decimal;
    const last = await harness.exchange.fetchPrice(holder.marketTag);
    const price = shareOfPrice(market, last.price, '120');
    const rests = await newOrder(harness, holder, { side: 'sell', amount: whole, price });
    await placed(harness, holder, rests);
    const bought = await newOrder(harness, holder, { side: 'buy' });
    await placed(harness, holder, bought);
    const { amount } = bought;
    const sale = await newOrder(harness, holder, { side: 'sell', amount });
    const refused = await harness.exchange.placeOrder(holder.account, sale);
    assert.equal(refusalOf(refused)?.code, 'insufficient_funds');
    const fitted = ((amount - amountStep) / amountStep) * amountStep;
    const less = await newOrder(harness, holder, { side: 'sell', amount: fitted as Decimal });
    await placed(harness, holder, less);
  });
}

function restingTests(makeHarness: MakeContractHarness): void {
  test('a limit order away from the market rests, holds money, and gives it back', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const market = await marketOf(harness, spot);
    const before = await holdingsOf(harness, spot);
    const wish = await restingBuy(harness, spot);
    const order = await placed(harness, spot, wish);
    assert.match(order.state, /^(?:open|acknowledged)$/);
    assert.equal(order.filledAmount, 0n);
    const open = await exchange.fetchOpenOrders(spot.account);
    assert.deepEqual(
      open.map((item) => [item.clientOrderId, item.price, item.amount, item.side, item.type]),
      [[wish.clientOrderId, wish.price, wish.amount, 'buy', 'limit']],
    );
    const held = (await holdingsOf(harness, spot)).get(market.quote);
    assert(held !== undefined && held.locked > 0n);
    const tag = spot.marketTag;
    const cancelled = await exchange.cancelOrder(spot.account, tag, nameOf(wish));
    assert.equal(cancelled.ok && cancelled.value.state, 'cancelled');
    assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
    assert.deepEqual(await holdingsOf(harness, spot), before);
    const ended = await lookUp(harness, spot, wish);
    assert.equal(ended?.state, 'cancelled');
  });

  test('what is not there, or works no longer, cannot be cancelled', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const unknown = await restingBuy(harness, spot);
    const tag = spot.marketTag;
    const cancel = async (order: NewVenueOrder): Promise<string | null> => {
      const response = await exchange.cancelOrder(spot.account, tag, nameOf(order));
      return response.ok ? null : response.rejection;
    };
    assert.equal(await lookUp(harness, spot, unknown), null);
    assert.equal(await cancel(unknown), 'order_not_found');
    const filled = await newOrder(harness, spot, { side: 'buy' });
    await placed(harness, spot, filled);
    assert.equal(await cancel(filled), 'order_not_working');
    const resting = await restingBuy(harness, spot);
    await placed(harness, spot, resting);
    assert.equal(await cancel(resting), null);
    assert.equal(await cancel(resting), 'order_not_working');
  });

  test('a resting order is filled once the market trades through its price', async (t) => {
    const harness = await makeHarness();
    if (harness.advanceMs === null) return t.skip('time cannot be driven here');
    const { spot, exchange } = harness;
    const before = await holdingsOf(harness, spot);
    const market = await marketOf(harness, spot);
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const limit = shareOfPrice(market, price, '99.8');
    const wish = await newOrder(harness, spot, { side: 'buy', price: limit });
    await placed(harness, spot, wish);
    let found = await lookUp(harness, spot, wish);
    for (let minute = 0; minute < 5_000 && found?.state === 'open'; minute += 10) {
      await harness.advanceMs(10 * MINUTE_MS);
      found = await lookUp(harness, spot, wish);
    }
    assert.equal(found?.state, 'filled');
    const fills = await allFills(harness, spot, 100);
    assert(fills.length > 0 && fills.every((fill) => fill.price <= limit));
    await assertAddsUp(harness, before);
  });
}

function sameIdTests(makeHarness: MakeContractHarness): void {
  test('the same client order id twice is one order, also at the same time', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    if (exchange.promises.duplicateName !== 'first')
      return t.skip('this venue does not promise it');
    const before = await holdingsOf(harness, spot);
    const buy = await newOrder(harness, spot, { side: 'buy' });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => exchange.placeOrder(spot.account, buy)),
    );
    results.push(await exchange.placeOrder(spot.account, buy));
    const venueOrderIds = results.map((response) => response.ok && response.value.venueOrderId);
    assert.equal(new Set(venueOrderIds).size, 1);
    assert.equal(typeof venueOrderIds[0], 'string');
    const bought = (await allFills(harness, spot, 100)).reduce(
      (sum, fill) => sum + fill.amount,
      0n,
    );
    assert.equal(bought, buy.amount);
    await assertAddsUp(harness, before);
  });
}

function rejectionTests(makeHarness: MakeContractHarness): void {
  test('an order that the wallet cannot cover is refused for its funds', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    if (spot.account.marketType !== 'spot') return t.skip('this venue has no spot');
    const market = await marketOf(harness, spot);
    const before = await holdingsOf(harness, spot);
    const { price } = await exchange.fetchPrice(spot.marketTag);
    const limit = shareOfPrice(market, price, '90');
    const quote = before.get(market.quote)?.total ?? 0n;
    const affordable = ((quote * 10n ** 18n) / limit / market.amountStep) * market.amountStep;
    const amount = (affordable +
      affordable / 10n -
      ((affordable / 10n) % market.amountStep)) as Decimal;
    const wish = await newOrder(harness, spot, { side: 'buy', price: limit, amount });
    const response = await exchange.placeOrder(spot.account, wish);
    assert.equal(refusalOf(response)?.code, 'insufficient_funds');
    assert.deepEqual(await holdingsOf(harness, spot), before);
  });

  test('an order off the step or below the minimum is refused, and changes nothing', async () => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const market = await marketOf(harness, spot);
    const before = await holdingsOf(harness, spot);
    const good = await restingBuy(harness, spot);
    const bad = {
      'price off the step': { price: good.price + market.priceStep / 2n },
      'amount off the step': { amount: good.amount + market.amountStep / 2n },
      'amount below the minimum': { amount: market.amountStep },
    };
    for (const [what, change] of Object.entries(bad)) {
      const clientOrderId = harness.newClientOrderId();
      const order = { ...good, clientOrderId, ...(change as object) };
      const response = await exchange.placeOrder(spot.account, order);
      assert.equal(refusalOf(response)?.code, 'order_rejected', what);
      assert.notEqual(refusalOf(response)?.detail, '', what);
      const found = await lookUp(harness, spot, order);
      assert(found === null || found.state === 'rejected', what);
    }
    assert.deepEqual(await holdingsOf(harness, spot), before);
    assert.deepEqual(await exchange.fetchOpenOrders(spot.account), []);
  });

  test('a closed market takes no order and has no price', async (t) => {
    const harness = await makeHarness();
    const { spot, exchange } = harness;
    const closed = (await exchange.listMarkets()).find(
      (market) => !market.isOpen && market.marketType === spot.account.marketType,
    );
    if (closed === undefined) return t.skip('every market is open');
    const wish = await restingBuy(harness, spot);
    const order = { ...wish, marketTag: closed.marketTag, price: closed.priceStep };
    const response = await exchange.placeOrder(spot.account, order);
    assert.equal(refusalOf(response)?.code, 'order_rejected');
    await assert.rejects(exchange.fetchPrice(closed.marketTag));
  });
}

/** What the account holds is what it held and what its fills did, to the last unit. */
async function assertAddsUp(
  harness: ContractHarness,
  before: Awaited<ReturnType<typeof holdingsOf>>,
): Promise<void> {
  // What fills do to the margin of a position is part of the contract for futures.
  if (harness.spot.account.marketType !== 'spot') return;
  const market = await marketOf(harness, harness.spot);
  const fills = await allFills(harness, harness.spot, 100);
  const effect = spotEffect(market, fills);
  const after = await holdingsOf(harness, harness.spot);
  for (const currency of new Set([...before.keys(), ...after.keys(), ...effect.keys()])) {
    const expected = (before.get(currency)?.total ?? 0n) + (effect.get(currency) ?? 0n);
    const actual = after.get(currency)?.total ?? 0n;
    // A fill's value is booked in whole units, so each may differ from the product by one.
    assertNear(actual, expected, BigInt(fills.length) * FINEST, `total of ${currency}`);
  }
}
