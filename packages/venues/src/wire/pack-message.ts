// MessagePack of what an action of Hyperliquid has, which is what is signed. The library's own
// writes numbers above 2^53 with the digits of a double; all other bytes are the same.

import { assert } from '#lib/assert.ts';
import type { CallValue } from '#venues/wire/venue-wire.ts';

/** Whole numbers are written in their shortest form; others are none of an action. */
export function packMessage(value: CallValue): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  append(parts, value);
  return new Uint8Array(Buffer.concat(parts));
}

function append(parts: Uint8Array[], value: CallValue): void {
  if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xc3 : 0xc2));
  else if (typeof value === 'number' || typeof value === 'bigint') parts.push(packInteger(value));
  else if (typeof value === 'string') appendText(parts, value);
  else if (isList(value)) {
    parts.push(header(value.length, { fixed: 0x90, fixedMax: 15, codes: [null, 0xdc, 0xdd] }));
    for (const each of value) append(parts, each);
  } else {
    const entries = Object.entries(value);
    parts.push(header(entries.length, { fixed: 0x80, fixedMax: 15, codes: [null, 0xde, 0xdf] }));
    for (const [name, each] of entries) {
      appendText(parts, name);
      append(parts, each);
    }
  }
}

function isList(value: CallValue): value is readonly CallValue[] {
  return Array.isArray(value);
}

function appendText(parts: Uint8Array[], text: string): void {
  const bytes = Buffer.from(text);
  parts.push(header(bytes.length, { fixed: 0xa0, fixedMax: 31, codes: [0xd9, 0xda, 0xdb] }), bytes);
}

/** By how many bytes the length has: none of its own, one, two or four. */
type Lengths = {
  readonly fixed: number;
  readonly fixedMax: number;
  readonly codes: readonly [number | null, number, number];
};

function header(length: number, { fixed, fixedMax, codes }: Lengths): Uint8Array {
  const [ofOne, ofTwo, ofFour] = codes;
  if (length <= fixedMax) return Buffer.of(fixed | length);
  if (ofOne !== null && length < 0x1_00) return Buffer.of(ofOne, length);
  return length < 0x1_00_00
    ? withCode(ofTwo, BigInt(length), 2)
    : withCode(ofFour, BigInt(length), 4);
}

function packInteger(value: number | bigint): Uint8Array {
  assert(
    typeof value === 'bigint' || Number.isSafeInteger(value),
    'a number of an action is whole',
  );
  const whole = BigInt(value);
  if (whole >= 0n && whole < 0x80n) return Buffer.of(Number(whole));
  if (whole < 0n && whole >= -0x20n) return Buffer.of(0x1_00 + Number(whole));
  const sizes = [1, 2, 4, 8] as const;
  for (const [place, size] of sizes.entries()) {
    const bits = BigInt(size * 8);
    if (whole >= 0n && whole < 1n << bits) return withCode(0xcc + place, whole, size);
    if (whole < 0n && whole >= -(1n << (bits - 1n)))
      return withCode(0xd0 + place, BigInt.asUintN(size * 8, whole), size);
  }
  throw new RangeError('A number of an action has at most eight bytes.');
}

function withCode(code: number, value: bigint, size: number): Uint8Array {
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(value, 1);
  bytes[8 - size] = code;
  return bytes.subarray(8 - size);
}
