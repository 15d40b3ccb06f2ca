// Invariants of the order check, for any order on any market: what is named as valid is valid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits, formatDecimal } from '#lib/decimal.ts';
import { amountOf, marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import { priceStepAt } from '#venue-port/market/price-digits.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import { checkOrder, roundOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { ORDER_SIDES } from '#venue-port/order/order.ts';

/** Thousandths and finer, so that steps are hit and missed. */
const number = (max: number) =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: 6 }))
    .map(([count, scale]) => decimalFromUnits(BigInt(count), scale));
const bound = fc.oneof(fc.constant('0'), number(100_000).map(formatDecimal));
const numbers = fc.record({
  priceStep: bound,
  amountStep: bound,
  minOrderAmount: bound,
  maxOrderAmount: bound,
  minOrderValue: bound,
  maxOrderValue: bound,
});
/** Such markets have steps of tens. */
const stepOfTens = fc.constantFrom('0.000001', '0.01', '1');
const market = fc.oneof(
  fc
    .tuple(numbers, stepOfTens, fc.constantFrom(3, 5))
    .map(([drawn, priceStep, priceSignificantDigits]) =>
      spotMarket({ ...drawn, priceStep }, { priceSignificantDigits }),
    ),
  numbers.map((drawn) => spotMarket(drawn)),
  fc
    .tuple(fc.constantFrom('vanilla', 'inverse', 'quanto'), number(1_000), numbers)
    .map(([type, value, drawn]) => futuresMarket(type, formatDecimal(value), drawn)),
);
const draft = fc.record({
  side: fc.constantFrom(...ORDER_SIDES),
  type: fc.constantFrom('limit', 'market'),
  price: number(100_000),
  amount: number(100_000),
  referencePrice: fc.option(number(100_000)),
  isExempt: fc.constant(false),
});
const anyOrder = fc.record({ market, draft });

test('what would be valid instead is valid, and nothing between it and the wish is', () => {
  fc.assert(
    fc.property(anyOrder, ({ market: on, draft: wish }) => {
      const result = checkOrder(on, wish);
      if (result.ok || result.rejection.rule === 'market_open') return;
      const { rule, nearest } = result.rejection;
      const grid = marketGrid(on);
      const isPrice = rule.startsWith('price');
      const step = isPrice ? grid.priceStep : grid.amountStep;
      const requested = isPrice ? wish.price : wish.amount;
      for (const value of nearest) {
        const again = checkOrder(on, { ...wish, [isPrice ? 'price' : 'amount']: value });
        const isMended = again.ok || (isPrice && !again.rejection.rule.startsWith('price'));
        assert.ok(isMended);
        const towards = (value > requested ? value - step : value + step) as Decimal;
        if (isPrice || towards > requested !== value > requested || towards === requested) continue;
        assert.equal(checkOrder(on, { ...wish, amount: towards }).ok, false);
      }
    }),
    { numRuns: propertyRuns(1_000) },
  );
});

test('an accepted order has exactly the price and amount that were requested', () => {
  fc.assert(
    fc.property(anyOrder, ({ market: on, draft: wish }) => {
      const result = checkOrder(on, wish);
      if (!result.ok) return;
      const grid = marketGrid(on);
      const { ticks, lots } = result.value;
      assert.equal(amountOf(grid, lots), wish.amount);
      assert.equal(ticks === null ? wish.price : priceOf(grid, ticks), wish.price);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});

test('a rounded order is on the steps, no larger, no more eager, and within one step', () => {
  fc.assert(
    fc.property(anyOrder, ({ market: on, draft: wish }) => {
      const rounded = roundOrder(on, wish);
      const { priceStep, amountStep } = marketGrid(on);
      assert.equal(rounded.price % priceStep, 0n);
      assert.equal(rounded.amount % amountStep, 0n);
      assert.ok(rounded.amount <= wish.amount && wish.amount - rounded.amount < amountStep);
      const patience =
        wish.side === 'buy' ? wish.price - rounded.price : rounded.price - wish.price;
      assert.ok(patience >= 0n && patience < priceStepAt(on, wish.price));
      assert.deepEqual(roundOrder(on, rounded), rounded);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('every rejection reads as one sentence that names what was found', () => {
  fc.assert(
    fc.property(anyOrder, ({ market: on, draft: wish }) => {
      const result = checkOrder(on, wish);
      if (result.ok || result.rejection.rule === 'market_open') return;
      const sentence = describeRejection(result.rejection);
      assert.match(sentence, /^(?:price|amount|value) [^;]+; [^;]+$/);
      assert.ok(sentence.includes(formatDecimal(result.rejection.found)));
      assert.ok(
        sentence.includes(formatDecimal(result.rejection.bound)) || sentence.includes('zero'),
      );
    }),
    { numRuns: propertyRuns(100) },
  );
});
