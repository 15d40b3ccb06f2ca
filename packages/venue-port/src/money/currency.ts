// Money is a whole count of a currency's smallest unit. The scale says how many decimals that unit
// has.

import type { Decimal, Rounding } from '#lib/decimal.ts';
import { decimalFromUnits, unitsFromDecimal } from '#lib/decimal.ts';

declare const brand: unique symbol;

/** Whole smallest units of some currency; which currency stands beside it. */
export type Units = bigint & { readonly [brand]: 'Units' };

export const NO_UNITS = 0n as Units;

const DEFAULT_SCALE = 8;

/** Currencies whose ledger needs more or fewer decimals than the usual eight. */
const SCALES: { readonly [currency: string]: number } = { SHIB: 4, PEPE: 4 };

/** Decimals of the currency's smallest unit in our ledgers. */
export function currencyScale(currency: string): number {
  return SCALES[currency] ?? DEFAULT_SCALE;
}

/** Units of `currency` in `value`, rounded as given. */
export function unitsOf(currency: string, value: Decimal, rounding: Rounding): Units {
  return unitsFromDecimal(value, currencyScale(currency), rounding) as Units;
}

/** The exact decimal value of some units. */
export function valueOfUnits(currency: string, units: Units): Decimal {
  return decimalFromUnits(units, currencyScale(currency));
}
