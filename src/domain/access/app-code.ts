// Codes that change every half minute (RFC 6238), as authenticator apps show them: six digits of a
// keyed hash over the number of the half minute. Apps know SHA-1 and six digits for sure, and not
// always more.

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of telephones are off by less: codes of so many steps before and after count too. */
const STEPS_AROUND = 1;
const CODE = /^\d{6}$/;

/** RFC 4648, which is what apps read. */
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export type HmacSha1 = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/** The step whose code it is, near this instant; null: it is none. */
export function stepOfCode(
  hmacSha1: HmacSha1,
  secret: Uint8Array,
  code: string,
  nowMs: number,
): number | null {
  const digits = code.replaceAll(/\s/g, '');
  if (!CODE.test(digits)) return null;
  const now = stepAt(nowMs);
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, at) => now - STEPS_AROUND + at);
  // All of them, so that the time does not say which one it was.
  const found = steps.filter((step) => codeOfStep(hmacSha1, secret, step) === digits);
  return found.at(-1) ?? null;
}

/** Six digits for the half minute of this number (RFC 6238), with leading zeros. */
export function codeOfStep(hmacSha1: HmacSha1, secret: Uint8Array, step: number): string {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(step));
  const hash = hmacSha1(secret, message);
  // Four bytes from a place that the last one names, without the sign.
  const place = (hash.at(-1) ?? 0) & 15;
  const number = new DataView(hash.buffer, hash.byteOffset).getUint32(place) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Half minutes since 1970. */
export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** As apps take it when it is typed. */
export function secretText(secret: Uint8Array): string {
  let text = '';
  let bits = 0;
  let bitCount = 0;
  for (const byte of secret) {
    bits = ((bits << 8) | byte) & 0xfff;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      text += BASE_32[(bits >> bitCount) & 31] ?? '';
    }
  }
  return text;
}

/** Null when it is no text of a whole number of bytes. */
export function secretFromText(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let bitCount = 0;
  for (const character of text) {
    const value = BASE_32.indexOf(character);
    if (value < 0) return null;
    bits = ((bits << 5) | value) & 0xfff;
    bitCount += 5;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes.push((bits >> bitCount) & 255);
  }
  return bitCount === 0 ? Uint8Array.from(bytes) : null;
}

/** What an app reads from a picture. */
export function secretAddress(secret: Uint8Array, userName: string, place: string): string {
  const label = encodeURIComponent(`Tidemill ${place}:${userName}`);
  return `otpauth://totp/${label}?secret=${secretText(secret)}&issuer=${encodeURIComponent(`Tidemill ${place}`)}`;
}
