// The part of the exchange contract that trades on a futures account; skipped where a venue has
// none.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { MakeContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  assertNear,
  FINEST,
  holdingsOf,
  marketOf,
  nameOf,
  newOrder,
  placed,
  refusalOf,
  restingBuy,
} from '#ports/exchange/exchange-harness.contract.ts';

export function exchangeFuturesContract(makeHarness: MakeContractHarness): void {
  for (const [direction, opening, closing] of [
    ['long', 'buy', 'sell'],
    ['short', 'sell', 'buy'],
  ] as const)
    roundTripTest(makeHarness, direction, opening, closing);

  test('a futures order that rests holds margin and gives it back', async (t) => {
    const harness = await makeHarness();
    const { futures, exchange } = harness;
    if (futures === null) return t.skip('this venue has no futures');
    const before = await holdingsOf(harness, futures);
    const wish = await restingBuy(harness, futures);
    await placed(harness, futures, wish);
    const currency = (await marketOf(harness, futures)).contract?.marginCurrency ?? '';
    const held = (await holdingsOf(harness, futures)).get(currency);
    assert((held?.available ?? 0n) < (before.get(currency)?.available ?? 0n));
    await exchange.cancelOrder(futures.account, futures.marketTag, nameOf(wish));
    assert.deepEqual(await holdingsOf(harness, futures), before);
  });

  test('a position larger than the margin allows is refused for its funds', async (t) => {
    const harness = await makeHarness();
    const { futures, exchange } = harness;
    if (futures === null) return t.skip('this venue has no futures');
    const market = await marketOf(harness, futures);
    const wish = await newOrder(harness, futures, { side: 'buy' });
    const amount = market.maxOrderAmount > 0n ? market.maxOrderAmount : decimal('1000');
    const response = await exchange.placeOrder(futures.account, { ...wish, amount });
    assert.equal(refusalOf(response)?.code, 'insufficient_funds');
    assert.deepEqual(await exchange.fetchPositions(futures.account), []);
  });
}

function roundTripTest(
  makeHarness: MakeContractHarness,
  direction: 'long' | 'short',
  opening: OrderSide,
  closing: OrderSide,
): void {
  test(`a ${direction} position opens with margin, closes, and the wallet adds up`, async (t) => {
    const harness = await makeHarness();
    const { futures, exchange } = harness;
    if (futures === null) return t.skip('this venue has no futures');
    const market = await marketOf(harness, futures);
    const currency = market.contract?.marginCurrency ?? '';
    const before = (await holdingsOf(harness, futures)).get(currency);
    const open = await newOrder(harness, futures, { side: opening });
    await placed(harness, futures, open);
    const [position, ...others] = await exchange.fetchPositions(futures.account);
    assert(position !== undefined && others.length === 0);
    assert.equal(position.direction, direction);
    assert.equal(position.amount, open.amount);
    assert.equal(position.marketTag, futures.marketTag);
    assert.equal(position.marginCurrency, currency);
    assert(position.margin > 0n && position.averagePrice > 0n && position.leverage > 0n);
    const during = (await holdingsOf(harness, futures)).get(currency);
    assert(during !== undefined && (during.marginUsed ?? 0n) > 0n);
    await placed(
      harness,
      futures,
      await newOrder(harness, futures, { side: closing, amount: open.amount }),
    );
    assert.deepEqual(await exchange.fetchPositions(futures.account), []);

    const fills = await allFills(harness, futures, 100);
    let effect = 0n;
    const unit = market.contract?.contractValue ?? ZERO;
    for (const fill of fills) {
      const worth = multiplyDecimal(fill.price, unit, 'half_even');
      const value = multiplyDecimal(worth, fill.amount, 'half_even');
      effect += (fill.side === 'sell' ? value : -value) - fill.fee;
    }
    const after = (await holdingsOf(harness, futures)).get(currency);
    const change = (after?.total ?? 0n) - (before?.total ?? 0n);
    assertNear(change, effect, BigInt(fills.length) * FINEST, 'the wallet');
    assert.equal(after?.locked, before?.locked);
  });
}
