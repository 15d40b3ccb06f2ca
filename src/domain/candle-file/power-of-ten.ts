// Powers of ten from a table: raising to a power digit by digit costs more than all the rest of
// reading a file.

const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** Exact for exponents from 0 to 22. */
export function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? 10 ** exponent;
}

/**
 * `mantissa * 10 ** exponent` as the closest floating-point number where both fit: dividing by a
 * power of ten is exact where multiplying by its reciprocal is not.
 */
export function scaledByTen(mantissa: number, exponent: number): number {
  return exponent < 0 ? mantissa / powerOfTen(-exponent) : mantissa * powerOfTen(exponent);
}
