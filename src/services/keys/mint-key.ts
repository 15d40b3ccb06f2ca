// A new key: its full text, which nothing keeps, and how it begins, by which people recognise it.

import type { Random } from '#ports/world/random.ts';

const KEY_PREFIX = 'tm_live_';
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;
const SHOWN_CHARACTERS = 12;
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type MintedKey = { readonly key: string; readonly prefix: string };

/** Mints a key; the prefix is what lists show of it. */
export function mintKey(random: Random): MintedKey {
  const key = mintSecret(KEY_PREFIX, random);
  return { key, prefix: key.slice(0, SHOWN_CHARACTERS) };
}

/** The prefix, which says what it is a secret of, and 256 bits as 43 characters. */
export function mintSecret(prefix: string, random: Random): string {
  return prefix + base62(random.bytes(SECRET_BYTES));
}

/** All the bytes as one number; 43 characters hold 256 bits. */
function base62(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < SECRET_CHARACTERS; index += 1) {
    text = (BASE_62[Number(value % 62n)] ?? '') + text;
    value /= 62n;
  }
  return text;
}
