// The grid for any steps and contract: round trips, and values against exact fractions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal as Reference } from 'decimal.js';
import * as fc from 'fast-check';
import { decimalFromUnits, formatDecimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import {
  amountOf,
  lotsOf,
  marketGrid,
  priceOf,
  ticksOf,
  valueOf,
} from '#venue-port/market/market-grid.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';

const Wide = Reference.clone({ precision: 120, toExpNeg: -9e15, toExpPos: 9e15 });

const step = fc
  .tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 10 }))
  .map(([count, scale]) => formatDecimal(decimalFromUnits(BigInt(count), scale)));
const steps = fc.record({ priceStep: step, amountStep: step });
const market = fc.oneof(
  steps.map((drawn) => spotMarket(drawn)),
  fc
    .tuple(fc.constantFrom('vanilla', 'inverse', 'quanto'), step, steps)
    .map(([type, contractValue, drawn]) => futuresMarket(type, contractValue, drawn)),
);
const ticks = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((count) => count as Ticks);
const lots = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((count) => count as Lots);
const holding = fc.record({ market, ticks, lots });

test('steps become decimals and the same steps again, in every rounding', () => {
  fc.assert(
    fc.property(holding, (drawn) => {
      const grid = marketGrid(drawn.market);
      for (const rounding of ['floor', 'ceil', 'half_even', 'toward_zero'] as const) {
        assert.equal(ticksOf(grid, priceOf(grid, drawn.ticks), rounding), drawn.ticks);
        assert.equal(lotsOf(grid, amountOf(grid, drawn.lots), rounding), drawn.lots);
      }
    }),
    { numRuns: 100 },
  );
});

test('a value is exact to the last unit of its currency', () => {
  fc.assert(
    fc.property(holding, (drawn) => {
      const grid = marketGrid(drawn.market);
      const { settlementCurrency } = grid;
      const price = new Wide(formatDecimal(priceOf(grid, drawn.ticks)));
      const amount = new Wide(formatDecimal(amountOf(grid, drawn.lots)));
      const contract = drawn.market.contract;
      const each = new Wide(contract === null ? '1' : formatDecimal(contract.contractValue));
      const size = amount.times(each);
      const exact = contract?.type === 'inverse' ? size.div(price) : size.times(price);
      for (const [rounding, mode] of [
        ['floor', Reference.ROUND_FLOOR],
        ['ceil', Reference.ROUND_CEIL],
        ['half_even', Reference.ROUND_HALF_EVEN],
      ] as const) {
        const units = valueOf(grid, drawn.ticks, drawn.lots, rounding);
        const value = formatDecimal(valueOfUnits(settlementCurrency, units));
        assert.equal(value, exact.toDecimalPlaces(8, mode).toFixed());
      }
    }),
    { numRuns: 100 },
  );
});

test('two parts, each rounded down, are worth the whole or one unit less', () => {
  fc.assert(
    fc.property(holding, lots, (drawn, others) => {
      const grid = marketGrid(drawn.market);
      const valueAt = (count: bigint) => valueOf(grid, drawn.ticks, count as Lots, 'floor');
      const parts = valueAt(drawn.lots) + valueAt(others);
      const whole = valueAt(drawn.lots + others);
      assert.ok(parts <= whole && whole <= parts + 1n);
    }),
    { numRuns: 100 },
  );
});
