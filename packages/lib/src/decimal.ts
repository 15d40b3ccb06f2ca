// Exact decimal numbers: a bigint that counts units of 10^-18. Used for prices, amounts, rates and
// money wherever a step or a currency's scale is not at hand; arithmetic on it never loses a digit
// silently.

import { assert } from '#lib/assert.ts';

declare const brand: unique symbol;

/** A decimal number as a whole count of 10^-18. */
export type Decimal = bigint & { readonly [brand]: 'Decimal' };

export const DECIMAL_SCALE = 18;
const ONE_UNITS = 10n ** 18n;

export const ZERO = 0n as Decimal;
export const ONE = ONE_UNITS as Decimal;

/** Which way a result that does not fit is moved: `floor` and `ceil` along the number line. */
export type Rounding = 'floor' | 'ceil' | 'half_even' | 'toward_zero';

const PATTERN = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/;
/** A number has at least so many digits exactly. */
const SAFE_DIGITS = 15;

/**
 * Reads the wire form (no exponent, no leading zeros, at most 18 digits either side); null if it is
 * not one.
 */
export function parseDecimal(text: string): Decimal | null {
  if (!PATTERN.test(text)) return null;
  const point = text.indexOf('.');
  const places = point < 0 ? 0 : text.length - point - 1;
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  // A short one is exact as a number, which is read faster than a bigint.
  const count = digits.length <= SAFE_DIGITS ? BigInt(Number(digits)) : BigInt(digits);
  return (count * unitOfScale(places)) as Decimal;
}

/** A decimal literal in source code; asserts that it is well formed. */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  assert(value !== null, `"${text}" is a decimal number`);
  return value;
}

/** Plain notation without exponent and without trailing zeros; zero is "0", never "-0". */
export function formatDecimal(value: Decimal): string {
  const negative = value < 0n;
  const magnitude = negative ? -value : value;
  const whole = (magnitude / ONE_UNITS).toString();
  const fraction = magnitude % ONE_UNITS;
  const digits =
    fraction === 0n
      ? ''
      : `.${fraction.toString().padStart(DECIMAL_SCALE, '0').replace(/0+$/, '')}`;
  return `${negative ? '-' : ''}${whole}${digits}`;
}

/** A whole number as a decimal. */
export function decimalFromInteger(value: bigint | number): Decimal {
  return (BigInt(value) * ONE_UNITS) as Decimal;
}

/** 10^0 to 10^18: a power is dearer than a division. */
const POWERS = Array.from({ length: DECIMAL_SCALE + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** How many parts of 10^-18 a unit of 10^-`scale` (0 to 18) has. */
export function unitOfScale(scale: number): bigint {
  const unit = POWERS[DECIMAL_SCALE - scale];
  assert(unit !== undefined, 'a scale is 0 to 18');
  return unit;
}

/** `count` units of 10^-`scale` (0 to 18) as a decimal, exactly. */
export function decimalFromUnits(count: bigint, scale: number): Decimal {
  return (count * unitOfScale(scale)) as Decimal;
}

/**
 * A float to so many places (0 to 18), for figures that nothing is booked by; infinite or NaN:
 * zero.
 */
export function decimalFromFloat(value: number, places: number): Decimal {
  const scaled = Math.round(value * 10 ** places);
  return decimalFromUnits(BigInt(Number.isFinite(scaled) ? scaled : 0), places);
}

/** How many whole units of 10^-`scale` the value has, rounded as given. */
export function unitsFromDecimal(value: Decimal, scale: number, rounding: Rounding): bigint {
  return divideRounded(value, unitOfScale(scale), rounding);
}

/** Sum, exact. */
export function addDecimal(left: Decimal, right: Decimal): Decimal {
  return (left + right) as Decimal;
}

/** Difference, exact. */
export function subtractDecimal(left: Decimal, right: Decimal): Decimal {
  return (left - right) as Decimal;
}

/** Product, rounded at the eighteenth place. */
export function multiplyDecimal(left: Decimal, right: Decimal, rounding: Rounding): Decimal {
  return divideRounded(left * right, ONE_UNITS, rounding) as Decimal;
}

/** `left / right` to 18 places; asserts that `right` is not zero. */
export function divideDecimal(left: Decimal, right: Decimal, rounding: Rounding): Decimal {
  return divideRounded(left * ONE_UNITS, right, rounding) as Decimal;
}

/** Integer division with an explicit rounding; asserts that the denominator is not zero. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) {
    assert(denominator !== 0n, 'a denominator is not zero');
    return divideRounded(-numerator, -denominator, rounding);
  }
  if (numerator === 0n || denominator === 1n) return numerator;
  const top = numerator;
  const bottom = denominator;
  const quotient = top / bottom;
  if (rounding === 'toward_zero' || (rounding === 'floor' && top >= 0n)) return quotient;
  const remainder = top - quotient * bottom;
  if (remainder === 0n) return quotient;
  const below = remainder < 0n ? quotient - 1n : quotient;
  switch (rounding) {
    case 'floor':
      return below;
    case 'ceil':
      return below + 1n;
    case 'half_even':
      return nearestEven(below, top - below * bottom, bottom);
  }
}

function nearestEven(below: bigint, excess: bigint, bottom: bigint): bigint {
  const doubled = excess * 2n;
  if (doubled < bottom) return below;
  if (doubled > bottom) return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

/** With at most so many digits, those of the smallest places rounded away. */
export function roundToDigits(value: Decimal, digitsMax: number): Decimal {
  const { length } = (value < 0n ? -value : value).toString();
  const part = 10n ** BigInt(Math.max(length - digitsMax, 0));
  return (divideRounded(value, part, 'half_even') * part) as Decimal;
}

/** Digits of an average price: more than anybody trades by, fewer than its division leaves. */
export const AVERAGE_DIGITS = 15;
