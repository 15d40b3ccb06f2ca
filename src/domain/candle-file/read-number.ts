// Numbers as files of candles write them, read digit by digit from bytes: exactly, and without
// making a string of each.

import { powerOfTen } from '#domain/candle-file/power-of-ten.ts';

/** What a field was. */
export type NumberKind = 'number' | 'empty' | 'text';

/** `read` leaves the number in `parts`, where no number has to be allocated. */
export type NumberReader = {
  read(bytes: Uint8Array, start: number, end: number): NumberKind;
  /**
   * Mantissa, which is no multiple of ten; power of ten that it is multiplied with; 0 when digits
   * beyond the fifteenth or so were cut off, else 1.
   */
  readonly parts: Float64Array;
};

/** Places of the parts. */
export const [MANTISSA, EXPONENT, IS_EXACT] = [0, 1, 2];

/** One more digit would not be exact. */
const MANTISSA_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 10) - 1;
const EXPONENT_DIGITS_MAX = 4;

const [ZERO, NINE, PLUS, MINUS, POINT, UPPER_E, LOWER_E] = [48, 57, 43, 45, 46, 69, 101];

/**
 * Reader of numbers between two places of a text; it writes mantissa and exponent into `parts`,
 * which the next reading overwrites.
 */
export function makeNumberReader(): NumberReader {
  const parts = new Float64Array(3);
  return {
    parts,
    read(bytes, start, end) {
      if (start >= end) return 'empty';
      let at = start;
      const isNegative = bytes[at] === MINUS;
      if (isNegative || bytes[at] === PLUS) at += 1;
      const digitsEnd = readDigits(parts, bytes, at, end);
      if (digitsEnd < 0) return 'text';
      if (isNegative) parts[MANTISSA] = -(parts[MANTISSA] as number);
      if (digitsEnd === end) return 'number';
      const power = readPower(bytes, digitsEnd, end);
      if (power === null) return 'text';
      if (parts[MANTISSA] !== 0) parts[EXPONENT] = (parts[EXPONENT] as number) + power;
      return 'number';
    },
  };
}

/** Where the digits end; below zero when there are none. */
function readDigits(parts: Float64Array, bytes: Uint8Array, start: number, end: number): number {
  let mantissa = 0;
  let exponent = 0;
  let digitsCount = 0;
  // Zeros count only once another digit follows them.
  let pendingZeros = 0;
  let hasPoint = false;
  let isExact = true;
  let at = start;
  for (; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === POINT && !hasPoint) {
      hasPoint = true;
      continue;
    }
    if (byte < ZERO || byte > NINE) break;
    digitsCount += 1;
    if (hasPoint) exponent -= 1;
    if (byte === ZERO) {
      pendingZeros += 1;
      continue;
    }
    const shift = mantissa === 0 ? 1 : powerOfTen(pendingZeros + 1);
    if (!isExact || mantissa * shift > MANTISSA_MAX * 10) {
      isExact = false;
      pendingZeros += 1;
      continue;
    }
    mantissa = mantissa * shift + (byte - ZERO);
    pendingZeros = 0;
  }
  parts[MANTISSA] = mantissa;
  parts[EXPONENT] = mantissa === 0 ? 0 : exponent + pendingZeros;
  parts[IS_EXACT] = isExact ? 1 : 0;
  return digitsCount === 0 ? -1 : at;
}

/** The power of ten behind an E; null when the rest is something else. */
function readPower(bytes: Uint8Array, start: number, end: number): number | null {
  if (bytes[start] !== LOWER_E && bytes[start] !== UPPER_E) return null;
  let at = start + 1;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at += 1;
  if (at >= end || end - at > EXPONENT_DIGITS_MAX) return null;
  let power = 0;
  for (; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < ZERO || byte > NINE) return null;
    power = power * 10 + (byte - ZERO);
  }
  return isNegative ? -power : power;
}
