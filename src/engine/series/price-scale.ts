// Whole steps as the numbers that scripts see: steps times step, as the double nearest to that
// decimal number.

import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';

const DECIMAL_ONE = 10n ** 18n;

export type PriceScale = {
  readonly step: Decimal;
  /** The step is `numerator / denominator`, both whole and exact as doubles. */
  readonly numerator: number;
  readonly denominator: number;
};

/** A step of zero, which means that the venue has none, counts in units of 10^-18. */
export function priceScale(given: Decimal): PriceScale {
  const step = given === 0n ? (1n as Decimal) : given;
  let numerator: bigint = step;
  let denominator = DECIMAL_ONE;
  while (numerator % 10n === 0n && denominator > 1n) {
    numerator /= 10n;
    denominator /= 10n;
  }
  return { step, numerator: Number(numerator), denominator: Number(denominator) };
}

/** The nearest double to `count` steps. */
export function scaled({ step, numerator, denominator }: PriceScale, count: number): number {
  const product = count * numerator;
  // Both are exact, so their quotient is rounded once.
  if (product <= Number.MAX_SAFE_INTEGER && product >= 0) return product / denominator;
  return Number.isNaN(product) ? product : Number(formatDecimal((BigInt(count) * step) as Decimal));
}

/** The same for rows `from` to `to` (exclusive) of a column. */
export function scaleRows(
  scale: PriceScale,
  counts: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
): void {
  const { numerator, denominator } = scale;
  for (let row = from; row < to; row += 1) {
    const product = (counts[row] as number) * numerator;
    out[row] =
      product <= Number.MAX_SAFE_INTEGER && product >= 0
        ? product / denominator
        : scaled(scale, counts[row] as number);
  }
}
