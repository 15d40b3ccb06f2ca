// Leverage tiers of a contract: the larger a position, the more margin it must keep and the less
// leverage it may have.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { present } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';

/** Values are units of the settlement currency; the rate is a fraction (0.004 is 0.4 %). */
export type LeverageTierRow = {
  readonly floorUnits: Units;
  readonly maintenanceRate: Decimal;
  readonly highestLeverage: Decimal;
};

/**
 * A tier holds from `floorUnits` up to the next tier's floor. Maintenance is value * rate -
 * deduction, and the deduction (in units * 10^18) is what makes it continuous where two tiers
 * meet.
 */
export type LeverageTier = LeverageTierRow & { readonly deductionWeight: bigint };

/** At least one, the first from zero. */
export type LeverageTiers = readonly LeverageTier[];

export const TIER_FAULTS = [
  'no_tiers',
  'first_floor_not_zero',
  'floors_not_rising',
  'rates_falling',
  'rate_out_of_range',
  'leverage_out_of_range',
] as const;
export type TierFault = (typeof TIER_FAULTS)[number];

/** A contract without tiers: one rate for all sizes. */
export function singleTier(maintenanceRate: Decimal, highestLeverage: Decimal): LeverageTiers {
  return [{ floorUnits: NO_UNITS, maintenanceRate, highestLeverage, deductionWeight: 0n }];
}

/**
 * Checks a table and computes its deductions. Rates must be below one and never fall: else no
 * price is certain.
 */
export function leverageTiers(rows: readonly LeverageTierRow[]): Result<LeverageTiers, TierFault> {
  const tiers: LeverageTier[] = [];
  for (const row of rows) {
    const previous = tiers.at(-1);
    const fault = faultOf(row, previous);
    if (fault !== null) return rejected(fault);
    const deductionWeight =
      (previous?.deductionWeight ?? 0n) +
      row.floorUnits * (row.maintenanceRate - (previous?.maintenanceRate ?? ZERO));
    tiers.push({ ...row, deductionWeight });
  }
  return tiers.length === 0 ? rejected('no_tiers') : accepted(tiers);
}

function faultOf(row: LeverageTierRow, previous: LeverageTier | undefined): TierFault | null {
  if (row.maintenanceRate < 0n || row.maintenanceRate >= ONE) return 'rate_out_of_range';
  if (row.highestLeverage <= 0n) return 'leverage_out_of_range';
  if (previous === undefined) return row.floorUnits === 0n ? null : 'first_floor_not_zero';
  if (row.floorUnits <= previous.floorUnits) return 'floors_not_rising';
  return row.maintenanceRate < previous.maintenanceRate ? 'rates_falling' : null;
}

/** The tier of a position of this value. */
function tierOf(tiers: LeverageTiers, valueUnits: Units): LeverageTier {
  let found = tiers[0];
  for (const tier of tiers) if (tier.floorUnits <= valueUnits) found = tier;
  return present(found, 'a table of tiers is not empty');
}

/**
 * What a position of this value must keep as equity, rounded up. Never falls when the value rises.
 */
export function maintenanceUnits(tiers: LeverageTiers, valueUnits: Units): Units {
  const tier = tierOf(tiers, valueUnits);
  const weight = valueUnits * tier.maintenanceRate - tier.deductionWeight;
  return divideRounded(weight, ONE, 'ceil') as Units;
}

/** The highest leverage that a position of this value may have. */
export function highestLeverageAt(tiers: LeverageTiers, valueUnits: Units): Decimal {
  return tierOf(tiers, valueUnits).highestLeverage;
}
