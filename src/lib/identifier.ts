// Opaque identifiers: a prefix that names the kind, and 26 characters of Crockford base 32 (128
// bits).

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BODY_LENGTH = 26;
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** `prefix_` and the 16 bytes in base 32; equal bytes give equal ids, larger bytes sort later. */
export function identifierFromBytes(prefix: string, bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes.subarray(0, 16)) value = (value << 8n) | BigInt(byte);
  let body = '';
  for (let index = 0; index < BODY_LENGTH; index += 1) {
    body = (ALPHABET[Number(value & 31n)] ?? '') + body;
    value >>= 5n;
  }
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

/** Whether the text has the form of an id of this kind (it may still name nothing). */
export function isIdentifier(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && BODY.test(text.slice(prefix.length + 1));
}
