// Causes explain the whole difference, whatever a bot and a backtest did, and one injected cause is
// found as that cause alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, decimalFromUnits, divideRounded, multiplyDecimal, ONE } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { ParityCause } from '#domain/parity/compare-orders.ts';
import { compareOrders, PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { feeRoundingOf, gainOfMarket, valueOfMarket } from '#domain/parity/gain-of-market.ts';
import type { ComparedOrder } from '#domain/parity/pair-orders.ts';
import { pairOrders } from '#domain/parity/pair-orders.ts';

const TERMS = {
  closingPrice: decimal('123.45'),
  openOf: (startMs: number): Decimal => decimalFromUnits(10_000n + BigInt(startMs % 977), 2),
  gainOf: gainOfMarket(spotMarket()),
  valueOf: valueOfMarket(spotMarket()),
  feeRounding: feeRoundingOf(spotMarket()),
};

function compare(live: readonly ComparedOrder[], backtest: readonly ComparedOrder[]) {
  return compareOrders(pairOrders(live, backtest, 3 * MINUTE_MS), TERMS);
}

const cents = (min: bigint, max: bigint): fc.Arbitrary<Decimal> =>
  fc.bigInt({ min, max }).map((count) => decimalFromUnits(count, 2));

const order: fc.Arbitrary<ComparedOrder> = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    type: fc.constantFrom('limit' as const, 'market' as const),
    placedMinute: fc.nat(60),
    lateMinutes: fc.nat(3),
    price: cents(9_000n, 11_000n),
    amount: cents(1n, 500n),
    filledShare: fc.constantFrom(0n, 1n, 2n),
    feePercent: cents(0n, 50n),
  })
  .map(({ placedMinute, lateMinutes, amount, filledShare, price, feePercent, side, type }) => {
    const filledAmount = ((amount * filledShare) / 2n) as Decimal;
    const isFilled = filledAmount > 0n;
    return {
      orderId: '',
      side,
      type,
      placedAtMs: placedMinute * MINUTE_MS,
      endedAtMs: (placedMinute + lateMinutes) * MINUTE_MS,
      filledAtMs: isFilled ? (placedMinute + lateMinutes) * MINUTE_MS : null,
      price,
      amount,
      filledAmount,
      averagePrice: isFilled ? price : decimal('0'),
      fees: isFilled ? feeOf(filledAmount, price, feePercent) : decimal('0'),
      reason: null,
    };
  });

test('the causes explain all of the difference, each order once', () => {
  fc.assert(
    fc.property(fc.array(order), fc.array(order), (live, backtest) => {
      const report = compare(live, backtest);
      const explained = PARITY_CAUSES.reduce((sum, cause) => sum + report.effects[cause], 0n);
      assert.equal(explained, report.liveProfit - report.backtestProfit);
      const filled = (orders: readonly (ComparedOrder | null)[]): number =>
        orders.filter((each) => each !== null && each.filledAmount > 0n).length;
      assert.equal(filled(report.pairs.map((pair) => pair.live)), filled(live));
      assert.equal(filled(report.pairs.map((pair) => pair.backtest)), filled(backtest));
    }),
  );
});

function feeOf(amount: Decimal, price: Decimal, percent: Decimal): Decimal {
  const traded = multiplyDecimal(amount, price, 'half_even');
  return divideRounded(traded * percent, 100n * ONE, 'half_even') as Decimal;
}

/** At another price, for the same share of what is traded. */
function atPrice(each: ComparedOrder, averagePrice: Decimal): ComparedOrder {
  const fees = divideRounded(each.fees * averagePrice, each.averagePrice, 'half_even') as Decimal;
  return { ...each, averagePrice, fees };
}

const INJECTED: { readonly [cause in ParityCause]?: (order: ComparedOrder) => ComparedOrder } = {
  price: (each) => atPrice(each, (each.averagePrice + decimal('0.01')) as Decimal),
  size: (each) => ({
    ...each,
    filledAmount: (each.filledAmount / 2n) as Decimal,
    fees: (each.fees / 2n) as Decimal,
  }),
  fee: (each) => ({ ...each, fees: (each.fees + decimal('0.01')) as Decimal }),
  missed: (each) => ({ ...each, filledAmount: decimal('0'), filledAtMs: null }),
};

for (const [cause, inject] of Object.entries(INJECTED)) {
  test(`orders with an injected difference of kind ${cause} differ by nothing else`, () => {
    fc.assert(
      fc.property(fc.uniqueArray(order, { selector: keyOf }), (backtest) => {
        const live = backtest.map((each) => (each.filledAmount > 0n ? inject(each) : each));
        const { effects, pairs } = compare(live, backtest);
        assert(pairs.every((pair) => pair.live?.placedAtMs === pair.backtest?.placedAtMs));
        for (const other of PARITY_CAUSES)
          if (other !== cause) assert.equal(effects[other], 0n, other);
      }),
    );
  });
}

/** So that each has exactly one that is nearest to it. */
function keyOf({ side, type, placedAtMs }: ComparedOrder): string {
  return `${side} ${type} ${placedAtMs}`;
}

test('fills that came later at the market price of their minute differ by the delay alone', () => {
  const atMarket = (each: ComparedOrder, filledAtMs: number): ComparedOrder => ({
    ...atPrice(each, TERMS.openOf(filledAtMs)),
    filledAtMs,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(order, { selector: keyOf }),
      fc.integer({ min: 1, max: 9 }),
      (orders, lateMinutes) => {
        const filled = orders.filter((each) => each.filledAmount > 0n);
        const backtest = filled.map((each) => atMarket(each, each.filledAtMs ?? 0));
        const live = backtest.map((each) =>
          atMarket(each, (each.filledAtMs ?? 0) + lateMinutes * MINUTE_MS),
        );
        const { effects, pairs } = compare(live, backtest);
        for (const cause of PARITY_CAUSES)
          if (cause !== 'delay') assert.equal(effects[cause], 0n, cause);
        assert(pairs.every(({ delayMs }) => delayMs === lateMinutes * MINUTE_MS));
      },
    ),
  );
});
