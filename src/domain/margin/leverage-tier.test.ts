// Leverage tiers: how the margin that must be retained, and the leverage allowed, change with size.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { LeverageTierRow, LeverageTiers, TierFault } from '#domain/margin/leverage-tier.ts';
import {
  highestLeverageAt,
  leverageTiers,
  maintenanceUnits,
  singleTier,
} from '#domain/margin/leverage-tier.ts';
import { units } from '#domain/position/accounting.fixture.ts';

const ROWS = [row('0', '0.01', '50'), row('5000', '0.02', '25'), row('50000', '0.025', '20')];

describe('leverage tiers', () => {
  it('ask a higher rate only of the part of the value that is in the higher tier', () => {
    const tiers = tiersOf(ROWS);
    assert.equal(maintenanceUnits(tiers, units('4000')), units('40'));
    assert.equal(maintenanceUnits(tiers, units('5000')), units('50'));
    // 1 % of 5,000 and 2 % of 5,000 more; then 1 % of 5,000, 2 % of 45,000, 2.5 % of 10,000.
    assert.equal(maintenanceUnits(tiers, units('10000')), units('150'));
    assert.equal(maintenanceUnits(tiers, units('60000')), units('1200'));
  });

  it('round what must be retained up to a unit', () => {
    assert.equal(maintenanceUnits(tiersOf(ROWS), units('0.00000001')), 1n);
    assert.equal(maintenanceUnits(tiersOf(ROWS), units('0')), 0n);
  });

  it('allow less leverage to larger positions', () => {
    assert.equal(highestLeverageAt(tiersOf(ROWS), units('4999.99999999')), decimal('50'));
    assert.equal(highestLeverageAt(tiersOf(ROWS), units('5000')), decimal('25'));
    assert.equal(
      highestLeverageAt(singleTier(decimal('0.005'), decimal('10')), units('1')),
      decimal('10'),
    );
  });

  const faulty: readonly (readonly [string, readonly LeverageTierRow[], TierFault])[] = [
    ['nothing', [], 'no_tiers'],
    ['a first tier above zero', [row('1', '0.01', '5')], 'first_floor_not_zero'],
    ['a rate of one', [row('0', '1', '5')], 'rate_out_of_range'],
    ['a negative rate', [row('0', '-0.01', '5')], 'rate_out_of_range'],
    ['no leverage', [row('0', '0.01', '0')], 'leverage_out_of_range'],
    ['two equal floors', [row('0', '0.01', '5'), row('0', '0.02', '5')], 'floors_not_rising'],
    ['falling rates', [row('0', '0.02', '5'), row('9', '0.01', '5')], 'rates_falling'],
  ];
  for (const [name, rows, fault] of faulty) {
    it(`are refused: ${name}`, () => {
      assert.deepEqual(leverageTiers(rows), { ok: false, rejection: fault });
    });
  }
});

function row(floor: string, rate: string, leverage: string): LeverageTierRow {
  return {
    floorUnits: units(floor),
    maintenanceRate: decimal(rate),
    highestLeverage: decimal(leverage),
  };
}

function tiersOf(rows: readonly LeverageTierRow[]): LeverageTiers {
  const tiers = leverageTiers(rows);
  assert.ok(tiers.ok);
  return tiers.value;
}
