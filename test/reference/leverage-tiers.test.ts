// A real exchange's tables of leverage tiers agree with ours. Needs the folder of reference data;
// skipped where it is absent.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decimal, formatDecimal, ONE } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { leverageTiers, maintenanceUnits } from '#domain/margin/leverage-tier.ts';
import { readReference, REFERENCE_DATA } from '../support/reference-data.ts';

type Row = {
  readonly currency: string;
  readonly maintenanceMarginRate: number;
  readonly maxLeverage: number;
  readonly info: { readonly notionalFloor: string; readonly cum: string };
};

const FOLDER = path.join(REFERENCE_DATA, 'markets');
const FILE = existsSync(FOLDER)
  ? readdirSync(FOLDER).find((name) => name.endsWith('leverage_tiers.json.gz'))
  : undefined;
const skip = FILE === undefined ? 'TIDEMILL_REFERENCE_DATA names no leverage tiers' : false;

test(
  'deductions computed from floors and rates are those that the exchange publishes',
  { skip },
  () => {
    const markets = Object.entries(tables());
    assert.ok(markets.length > 300);
    for (const [market, rows] of markets) {
      const tiers = leverageTiers(rows.map(rowOf));
      assert.ok(tiers.ok, market);
      const deductions = tiers.value.map(({ deductionWeight }) => deductionWeight / ONE);
      const published = rows.map((row) => unitsOf(row.currency, decimalOf(row.info.cum), 'floor'));
      for (const [index, deduction] of deductions.entries()) {
        const difference = deduction - (published[index] ?? 0n);
        // They publish cents of it at best, ours is exact.
        assert.ok(difference * difference <= 10n ** 12n, `${market} tier ${index + 1}`);
      }
    }
  },
);

test('maintenance never jumps where two tiers meet', { skip }, () => {
  for (const [market, rows] of Object.entries(tables())) {
    const tiers = leverageTiers(rows.map(rowOf));
    assert.ok(tiers.ok, market);
    for (const { floorUnits } of tiers.value.slice(1)) {
      const below = maintenanceUnits(tiers.value, (floorUnits - 1n) as Units);
      const step: bigint = maintenanceUnits(tiers.value, floorUnits) - below;
      assert.ok(step === 0n || step === 1n, `${market} at ${floorUnits}`);
    }
  }
});

function tables(): { readonly [market: string]: readonly Row[] } {
  return JSON.parse(readReference(path.join('markets', FILE ?? ''))) as {
    readonly [market: string]: readonly Row[];
  };
}

function rowOf({ currency, maintenanceMarginRate, maxLeverage, info }: Row) {
  return {
    floorUnits: unitsOf(currency, decimalOf(info.notionalFloor), 'floor'),
    maintenanceRate: decimalOf(String(maintenanceMarginRate)),
    highestLeverage: decimalOf(String(maxLeverage)),
  };
}

/** Their numbers are floats as text. */
function decimalOf(text: string): Decimal {
  const [whole = '0', fraction = '0'] = Number(text).toFixed(9).split('.');
  return decimal(formatDecimal(decimal(`${whole}.${fraction}`)));
}
