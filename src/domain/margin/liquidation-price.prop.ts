// The liquidation price of any position is exact: due there, and one tick to the safe side not yet.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { leverageTiers, maintenanceUnits } from '#domain/margin/leverage-tier.ts';
import { liquidateContract } from '#domain/margin/liquidate-contract.ts';
import { liquidationDue, liquidationTicks } from '#domain/margin/liquidation-price.ts';
import { INVERSE_TERMS, QUANTO_TERMS, VANILLA_TERMS } from '#domain/position/accounting.fixture.ts';
import { increasePosition, initialMarginUnits, newPosition } from '#domain/position/position.ts';
import { marketValueUnits, unrealizedUnits } from '#domain/position/position-figures.ts';

const cases = fc.record({
  terms: fc.constantFrom(VANILLA_TERMS, INVERSE_TERMS, QUANTO_TERMS),
  direction: fc.constantFrom('long' as const, 'short' as const),
  entry: fc.bigInt(500n, 2_000_000n).map((value) => value as Ticks),
  lots: fc.bigInt(1n, 100_000n).map((value) => value as Lots),
  leverage: fc.constantFrom(...['1', '2', '5', '12.5', '50'].map(decimal)),
  other: fc.bigInt(1n, 4_000_000n).map((value) => value as Ticks),
});

it('the liquidation price parts due from not due, at every price', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { terms, direction, other } = one;
      const position = positionOf(one);
      const tiers = tiersFor(position.costUnits);
      const isDue = (at: Ticks) => liquidationDue(terms.grid, position, tiers, at);
      const found = liquidationTicks(terms.grid, position, tiers);
      const isLong = direction === 'long';
      if (found === null) {
        assert.equal(isDue(isLong ? (1n as Ticks) : ((one.entry * 1_000n) as Ticks)), false);
        return;
      }
      assert.equal(isDue(found), true);
      const safe = (isLong ? found + 1n : found - 1n) as Ticks;
      assert.equal(isDue(safe), false);
      assert.equal(isDue(other), isLong ? other <= found : other >= found);
      const equity = position.marginUnits + unrealizedUnits(terms.grid, position, found);
      const value = marketValueUnits(terms.grid, position, found);
      assert.ok(equity <= maintenanceUnits(tiers, value));
    }),
    { numRuns: propertyRuns(500) },
  );
});

it('an isolated liquidation costs the margin at most, and nothing that was available', () => {
  fc.assert(
    fc.property(cases, fc.bigInt(0n, 1_000n), (one, available) => {
      const position = positionOf(one);
      const { closed, availableUnits } = liquidateContract(
        {
          terms: one.terms,
          position,
          settleTicks: one.other,
          liquidationFeePercent: decimal('0.75'),
          atMs: 1,
        },
        available as Units,
      );
      assert.ok(availableUnits >= available);
      assert.equal(closed.marginUnits, 0n);
      assert.equal(closed.lots, 0n);
    }),
    { numRuns: propertyRuns(500) },
  );
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function positionOf({ terms, direction, entry, lots, leverage }: Case) {
  const { grid, marketTag } = terms;
  const opening = {
    positionId: 'position',
    marketTag,
    direction,
    marginMode: 'isolated' as const,
    leverage,
  };
  const valueUnits = valueOf(grid, entry, lots, 'half_even');
  const trade = { priceTicks: entry, lots, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
  const margin = initialMarginUnits(valueUnits, leverage);
  return increasePosition(grid, newPosition(opening, 0), trade, margin);
}

/** Tiers that begin to matter around the position's own value. */
function tiersFor(costUnits: Units): LeverageTiers {
  const highestLeverage = decimal('100');
  const tiers = leverageTiers([
    { floorUnits: NO_UNITS, maintenanceRate: decimal('0.004'), highestLeverage },
    {
      floorUnits: (costUnits / 2n + 1n) as Units,
      maintenanceRate: decimal('0.01'),
      highestLeverage,
    },
    {
      floorUnits: ((costUnits * 9n) / 8n + 2n) as Units,
      maintenanceRate: decimal('0.1'),
      highestLeverage,
    },
  ]);
  assert.ok(tiers.ok);
  return tiers.value;
}
