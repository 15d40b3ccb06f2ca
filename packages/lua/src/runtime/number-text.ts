// Numbers as text, exactly as C's printf writes them: `%.14g` for `tostring`, and %d %e %f %g for
// string.format. JavaScript rounds halves away from zero where C rounds the exact binary value to
// even, so possible halves take an exact path through big integers.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { NUMBER_STEPS, SHORT_NUMBER_STEPS } from '#lua/runtime/step-prices.ts';

const BITS = new DataView(new ArrayBuffer(8));

/** The exact value as mantissa * 2 ** exponent. */
function decompose(value: number): { mantissa: bigint; exponent: number } {
  BITS.setFloat64(0, value);
  const high = BITS.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(BITS.getUint32(4));
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && (quotient & 1n) === 1n))
    return quotient + 1n;
  return quotient;
}

/** value * 10 ** digits, rounded half to even. `value` is finite and not negative. */
function scaledInteger(value: number, digits: number): bigint {
  const { mantissa, exponent } = decompose(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);
  return divideToEven(numerator, denominator);
}

/** `%.<digits>f` of a finite, non-negative value. */
export function fixedText(value: number, digits: number): string {
  const halfIsPossible = Number.isInteger(value * 2 ** Math.min(digits + 1, 1000));
  if (value < 1e21 && digits <= 100 && !halfIsPossible) return value.toFixed(digits);
  const all = scaledInteger(value, digits)
    .toString()
    .padStart(digits + 1, '0');
  if (digits === 0) return all;
  return `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

function decimalExponent(value: number): number {
  const text = value.toExponential();
  return Number(text.slice(text.indexOf('e') + 1));
}

type Scientific = { readonly digits: string; readonly exponent: number };

/** The most digits that JavaScript writes. */
const DIGITS_MAX = 100;
const EXPONENT_MAX = 1_000;

/**
 * Whether the value may lie halfway between two numbers of so many decimals, where JavaScript
 * rounds up and C to even. One that does is a whole number of halves of its last decimal, so twice
 * as many powers of two as decimals make it whole.
 */
function canBeHalf(value: number, decimals: number): boolean {
  if (decimals < 0 || decimals >= EXPONENT_MAX) return true;
  return Number.isInteger(value * 2 ** (decimals + 1));
}

/** The value's first `count` significant digits, and the exponent of the first. */
function significant(value: number, count: number): Scientific {
  if (value === 0) return { digits: '0'.repeat(count), exponent: 0 };
  let exponent = decimalExponent(value);
  if (count <= DIGITS_MAX && !canBeHalf(value, count - 1 - exponent)) {
    const text = value.toExponential(count - 1);
    const end = text.indexOf('e');
    return { digits: text.slice(0, end).replace('.', ''), exponent: Number(text.slice(end + 1)) };
  }
  let digits = scaledInteger(value, count - 1 - exponent).toString();
  if (digits.length < count) {
    // The shortest text had rounded the value up to the next power of ten.
    exponent -= 1;
    digits = scaledInteger(value, count - 1 - exponent).toString();
  }
  if (digits.length > count) {
    exponent += 1;
    digits = digits.slice(0, count);
  }
  return { digits, exponent };
}

function exponentText(exponent: number): string {
  const sign = exponent < 0 ? '-' : '+';
  return `e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `%.<digits>e` of a finite, non-negative value. */
export function exponentialText(value: number, digits: number): string {
  const { digits: all, exponent } = significant(value, digits + 1);
  const point = digits > 0 ? `.${all.slice(1)}` : '';
  return `${all[0] ?? '0'}${point}${exponentText(exponent)}`;
}

function withoutTrailingZeros(text: string): string {
  if (!text.includes('.')) return text;
  const trimmed = text.replace(/0+$/, '');
  return trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed;
}

/** `%.<precision>g` of a finite, non-negative value; `keepZeros` is the `#` flag. */
export function generalText(value: number, precision: number, keepZeros: boolean): string {
  const count = precision === 0 ? 1 : precision;
  const { digits, exponent } = significant(value, count);
  const trim = keepZeros ? (text: string) => text : withoutTrailingZeros;
  if (exponent < -4 || exponent >= count) {
    const tail = count > 1 || keepZeros ? `.${digits.slice(1)}` : '';
    return trim(`${digits[0] ?? '0'}${tail}`) + exponentText(exponent);
  }
  if (exponent < 0) return trim(`0.${'0'.repeat(-exponent - 1)}${digits}`);
  const whole = digits.slice(0, exponent + 1);
  const rest = digits.slice(exponent + 1);
  return trim(rest === '' && !keepZeros ? whole : `${whole}.${rest}`);
}

const FRACTION_BITS = 52;
const FRACTION_DIGITS = 13;

/**
 * C's `%a` of a finite, non-negative value: hexadecimal with a binary exponent, all digits that
 * matter when `precision` is null, else that many, rounded half to even. `keepPoint` is the `#`
 * flag. A subnormal number has the leading digit 0, as glibc writes it.
 */
export function hexadecimalText(
  value: number,
  precision: number | null,
  keepPoint: boolean,
): string {
  BITS.setFloat64(0, value);
  const biased = BITS.getUint32(0) >>> 20;
  const exponent = value === 0 ? 0 : Math.max(biased, 1) - 1023;
  let bits = BITS.getBigUint64(0) & ((1n << BigInt(FRACTION_BITS)) - 1n);
  if (biased > 0) bits |= 1n << BigInt(FRACTION_BITS);
  const retained = Math.min(precision ?? FRACTION_DIGITS, FRACTION_DIGITS);
  bits = divideToEven(bits, 1n << BigInt(4 * (FRACTION_DIGITS - retained)));
  const digits = bits.toString(16).padStart(retained + 1, '0');
  const lead = digits.slice(0, digits.length - retained);
  const rest = digits.slice(digits.length - retained);
  const fraction = precision === null ? rest.replace(/0+$/, '') : rest.padEnd(precision, '0');
  const point = fraction !== '' || keepPoint ? '.' : '';
  return `0x${lead}${point}${fraction}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/** Of a number that is not whole: as its shortest text, and where that is too long. */
const DIGITS_SHOWN = 14;
const PLAIN_MAX = 1e14;

/** A number as `tostring` shows it: `%.14g`. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && value > -PLAIN_MAX && value < PLAIN_MAX) {
    return Object.is(value, -0) ? '-0' : String(value);
  }
  if (!Number.isFinite(value)) {
    if (Number.isNaN(value)) return 'nan';
    return value > 0 ? 'inf' : '-inf';
  }
  const size = Math.abs(value);
  if (size >= 1e-4 && size < PLAIN_MAX) {
    chargeSteps(SHORT_NUMBER_STEPS);
    // The shortest text that reads back is the result whenever it has no more than 14 digits.
    const short = String(size);
    if (short.length <= DIGITS_SHOWN + 1) return value < 0 ? `-${short}` : short;
  }
  chargeSteps(NUMBER_STEPS);
  const text = generalText(size, DIGITS_SHOWN, false);
  return value < 0 ? `-${text}` : text;
}
