// Properties of the figures of a position: reckoned from an average they are what they are when
// reckoned from all that is known.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decimal } from '#lib/decimal.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, priceOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Direction } from '#domain/position/position.ts';
import { entrySide, increasePosition, newPosition } from '#domain/position/position.ts';
import {
  INVERSE_TERMS,
  QUANTO_TERMS,
  SPOT_TERMS,
  units,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import { averagePrice, profitAtPrice, unrealizedUnits } from '#domain/position/position-figures.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';

/** Half of the last place of an average: eight places below those of a price step of one place. */
const HALF_PART = decimal('0.0000000005');

type Fill = { readonly priceTicks: Ticks; readonly lots: Lots };

const fill: fc.Arbitrary<Fill> = fc.record({
  priceTicks: fc.bigInt(1_000n, 1_000_000n).map((ticks) => ticks as Ticks),
  lots: fc.bigInt(1n, 100_000n).map((lots) => lots as Lots),
});

suite('profit at a price', () => {
  test('by a worked example of each kind of value', () => {
    const long = { direction: 'long', averagePrice: decimal('50000') } as const;
    const spot = { ...long, amount: decimal('0.01') };
    assert.equal(profitAtPrice(SPOT_TERMS.grid, spot, decimal('60000')), units('100'));
    const short = { ...spot, direction: 'short' } as const;
    assert.equal(profitAtPrice(VANILLA_TERMS.grid, short, decimal('60000')), units('-100'));
    // 10 contracts of 100 USD: 1,000 / 50,000 less 1,000 / 62,500 BTC.
    const inverse = { ...long, amount: decimal('10') };
    const profit = profitAtPrice(INVERSE_TERMS.grid, inverse, decimal('62500'));
    assert.equal(profit, units('0.004', 'BTC'));
  });

  test('differs by three roundings and the digits of an average on an inverse market', () => {
    const fills = [
      { priceTicks: 1_002n as Ticks, lots: 53_177n as Lots },
      { priceTicks: 1_004n as Ticks, lots: 70_751n as Lots },
    ];
    const { found, exact } = bothProfits(INVERSE_TERMS, 'long', fills, 1_000n);
    assert.deepEqual({ found, exact }, { found: -7_760_364_209n, exact: -7_760_364_213n });
  });

  test('is the unrealised profit, but for roundings of each fill and of the average', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SPOT_TERMS, VANILLA_TERMS, INVERSE_TERMS, QUANTO_TERMS),
        fc.constantFrom('long' as const, 'short' as const),
        fc.array(fill, { minLength: 1, maxLength: 5 }),
        fc.bigInt(1_000n, 1_000_000n),
        (terms, direction, fills, mark) => {
          const { found, exact, costUnits, average } = bothProfits(terms, direction, fills, mark);
          const apart = found > exact ? found - exact : exact - found;
          const ofAverage = (costUnits * HALF_PART) / average + 1n;
          assert(apart <= BigInt(fills.length) + 1n + ofAverage, `${found} is not ${exact}`);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Profit of the fills' position at a price: by its figures, and by all that is known of it. */
function bothProfits(
  { grid, marketTag }: TradingTerms,
  direction: Direction,
  fills: readonly Fill[],
  mark: bigint,
): { found: bigint; exact: bigint; costUnits: bigint; average: bigint } {
  const rounding = valueRounding(grid.shape, entrySide(direction));
  const opening = { positionId: 'p', marketTag, direction, leverage: decimal('1') };
  let position = newPosition({ ...opening, marginMode: 'isolated' }, 0);
  for (const { priceTicks, lots } of fills) {
    const valueUnits = valueOf(grid, priceTicks, lots, rounding);
    const trade = { priceTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
    position = increasePosition(grid, position, trade, valueUnits);
  }
  const average = averagePrice(grid, position);
  const figures = { direction, amount: amountOf(grid, position.lots), averagePrice: average };
  const exact = unrealizedUnits(grid, position, mark as Ticks);
  const found = profitAtPrice(grid, figures, priceOf(grid, mark as Ticks));
  return { found, exact, costUnits: position.costUnits, average };
}
