// Opaque cursors: the last key of a page, sealed with AES-256-GCM and bound to the operation, the
// caller and the filters, so that one that was altered, or taken elsewhere, is recognised.

import { createCipheriv, createDecipheriv } from 'node:crypto';
import { canonicalJson } from '#lib/json.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** What a cursor may be used for. */
export type CursorPlace = {
  readonly operationId: string;
  readonly userId: string;
  /** Path and query parameters other than `limit` and `cursor`. */
  readonly filter: unknown;
};

/** `nonce` is 12 bytes that are never used twice with this key. */
export function sealCursor(
  cursorKey: Uint8Array,
  nonce: Uint8Array,
  place: CursorPlace,
  lastKey: string,
): string {
  const cipher = createCipheriv('aes-256-gcm', cursorKey, nonce).setAAD(additionalText(place));
  const sealed = [cipher.update(lastKey, 'utf8'), cipher.final()];
  return Buffer.concat([Buffer.of(VERSION), nonce, ...sealed, cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** Null when the cursor is not one that was made for this place. */
export function openCursor(
  cursorKey: Uint8Array,
  place: CursorPlace,
  cursor: string,
): string | null {
  if (!BASE64URL.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  // Spare bits of the last character could be changed without changing the bytes.
  if (bytes.toString('base64url') !== cursor) return null;
  if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) return null;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(bytes.length - TAG_BYTES);
  const sealed = bytes.subarray(1 + NONCE_BYTES, bytes.length - TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', cursorKey, nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(additionalText(place))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function additionalText(place: CursorPlace): Buffer {
  return Buffer.from(canonicalJson(place));
}
