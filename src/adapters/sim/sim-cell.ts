// Values in the cells of the simulated exchange's rows. In JSON, whole numbers beyond what a double
// holds are strings; inside a working order they end in "n", so that they come back as such.

import type { Decimal } from '#lib/decimal.ts';

/** What is null or text or a small number in JSON. */
export type SimCell = string | number | boolean | null | object;
export type SimRow = { readonly [column: string]: SimCell };

/** A numeric column of 18 decimals. */
export function decimalFromNumeric(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(18, '0').slice(0, 18)}`) as Decimal;
}

/** Plain JSON of a value, its bigints as digits with an "n" behind them. */
export function withMarkedIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withMarkedIntegers(item)]),
  );
}

/** Value of such JSON, its bigints read back. */
export function withReadIntegers(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withReadIntegers(item)]),
  );
}
