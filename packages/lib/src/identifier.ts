// Opaque identifiers: a prefix that names the kind, and 26 characters of Crockford base 32 (128
// bits).

import { assert } from '#lib/assert.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BODY_LENGTH = 26;
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** `prefix_` and the 16 bytes in base 32; equal bytes give equal ids, larger bytes sort later. */
export function identifierFromBytes(prefix: string, bytes: Uint8Array): string {
  let body = '';
  // 26 characters hold 130 bits: the first has two of them to spare, before the first byte.
  let waiting = 0;
  let waitingBits = 2;
  for (const byte of bytes.subarray(0, 16)) {
    waiting = ((waiting << 8) | byte) & 0xfff;
    waitingBits += 8;
    while (waitingBits >= 5) {
      waitingBits -= 5;
      body += ALPHABET[(waiting >> waitingBits) & 31] ?? '';
    }
  }
  assert(body.length === BODY_LENGTH, 'an identifier is made of 16 bytes');
  return `${prefix}_${body}`;
}

/**
 * An id that sorts by time: 6 bytes of the instant, then 10 of the (at least 10) unpredictable
 * bytes.
 */
export function identifierAt(prefix: string, nowMs: number, chance: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = nowMs;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(chance.subarray(0, 10), 6);
  return identifierFromBytes(prefix, bytes);
}

/** The 16 bytes of an identifier. */
export function bytesOfIdentifier(identifier: string): Uint8Array {
  const body = identifier.slice(-BODY_LENGTH);
  assert(BODY.test(body), 'an identifier ends with 16 bytes in base 32');
  const bytes = new Uint8Array(16);
  let waiting = 0;
  // The first character has two bits that belong to no byte.
  let waitingBits = -2;
  let count = 0;
  for (const character of body) {
    waiting = ((waiting << 5) | ALPHABET.indexOf(character)) & 0xfff;
    waitingBits += 5;
    if (waitingBits < 8) continue;
    waitingBits -= 8;
    bytes[count] = waiting >> waitingBits;
    count += 1;
  }
  return bytes;
}

/** Whether the text has the form of an id of this kind (it may still name nothing). */
export function isIdentifier(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && BODY.test(text.slice(prefix.length + 1));
}
