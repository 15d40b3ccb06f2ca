// Numbers as files of candles write them, read digit by digit from bytes: exactly, and without
// making a string of each.

/** What a field was. */
export type NumberKind = 'number' | 'empty' | 'text';

/** `read` leaves the number here: `mantissa * 10 ** exponent`, the mantissa no multiple of ten. */
export type NumberReader = {
  read(bytes: Uint8Array, start: number, end: number): NumberKind;
  mantissa: number;
  exponent: number;
  /** False when digits beyond the fifteenth or so were cut off. */
  isExact: boolean;
};

/** One more digit would not be exact. */
const MANTISSA_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 10) - 1;
const EXPONENT_DIGITS_MAX = 4;

const [ZERO, NINE, PLUS, MINUS, POINT, UPPER_E, LOWER_E] = [48, 57, 43, 45, 46, 69, 101];

export function makeNumberReader(): NumberReader {
  const reader: NumberReader = {
    mantissa: 0,
    exponent: 0,
    isExact: true,
    read(bytes, start, end) {
      if (start >= end) return 'empty';
      let at = start;
      const isNegative = bytes[at] === MINUS;
      if (isNegative || bytes[at] === PLUS) at += 1;
      const digitsEnd = readDigits(reader, bytes, at, end);
      if (digitsEnd < 0) return 'text';
      if (isNegative) reader.mantissa = -reader.mantissa;
      if (digitsEnd === end) return 'number';
      const power = readPower(bytes, digitsEnd, end);
      if (power === null) return 'text';
      if (reader.mantissa !== 0) reader.exponent += power;
      return 'number';
    },
  };
  return reader;
}

/** Where the digits end; below zero when there are none. */
function readDigits(reader: NumberReader, bytes: Uint8Array, start: number, end: number): number {
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
    const shift = mantissa === 0 ? 1 : 10 ** (pendingZeros + 1);
    if (!isExact || mantissa * shift > MANTISSA_MAX * 10) {
      isExact = false;
      pendingZeros += 1;
      continue;
    }
    mantissa = mantissa * shift + (byte - ZERO);
    pendingZeros = 0;
  }
  reader.mantissa = mantissa;
  reader.exponent = mantissa === 0 ? 0 : exponent + pendingZeros;
  reader.isExact = isExact;
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
