// Conversions between numbers and strings, as operators and library functions make them.

import { chargeSteps } from '#lua/runtime/meter.ts';
import { parseNumberText } from '#lua/syntax/parse-number.ts';
import { numberText } from '#lua/runtime/number-text.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Longer texts are charged by their characters before they are read. */
const SHORT_TEXT_MAX = 16;

/** A text as a number, null when it is no number. */
function readNumber(text: string): number | null {
  if (text.length > SHORT_TEXT_MAX) chargeSteps(text.length);
  return parseNumberText(text);
}

/** The value as a number, if it is one, reads as one, or is a host value that stands for one. */
export function toNumber(value: LuaValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return readNumber(value) ?? undefined;
  if (typeof value === 'object' && 'toNumber' in value) return value.toNumber?.();
  return undefined;
}

/** The value as a string, if it is a string or a number. */
export function toText(value: LuaValue): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? numberText(value) : undefined;
}

/** The 64-bit pattern of an integral double; null for other numbers. */
export function toBits(value: number): bigint | null {
  if (!Number.isInteger(value)) return null;
  return Number.isSafeInteger(value) || Math.abs(value) < 2 ** 64
    ? BigInt.asIntN(64, BigInt(value))
    : null;
}

/** A 64-bit pattern as the nearest double. */
export function fromBits(bits: bigint): number {
  return Number(BigInt.asIntN(64, bits));
}
