// Secrets by AES-256-GCM. Everything is derived from the master key by HKDF, each use under its own
// name. A sealed value is: version, key id, nonce, cipher text, tag; version, key id and context
// are bound to it. Former master keys still open what they sealed, so that it can be sealed anew.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { assert } from '#lib/assert.ts';
import type { Secrets } from '#ports/world/secrets.ts';

const KEY_BYTES = 32;

const VERSION = 1;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const FINGERPRINT_BYTES = 8;

/** Seals under `masterKey` (32 bytes); opens under it and under `formerMasterKeys`. */
export function systemSecrets(
  masterKey: Uint8Array,
  formerMasterKeys: readonly Uint8Array[] = [],
): Secrets {
  const current = sealingKey(masterKey);
  const known = [current, ...formerMasterKeys.map(sealingKey)];
  return {
    fingerprint: derive(masterKey, 'fingerprint', FINGERPRINT_BYTES).toString('hex'),
    seal: (plain, context) => seal(current, plain, context),
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      const header = bytes.subarray(0, HEADER_BYTES);
      const key = known.find((one) => one.header.equals(header));
      return key === undefined ? null : open(key, bytes.subarray(HEADER_BYTES), context);
    },
    deriveKey: (purpose) => new Uint8Array(derive(masterKey, purpose, KEY_BYTES)),
  };
}

type SealingKey = { readonly header: Buffer; readonly key: Buffer };

function sealingKey(masterKey: Uint8Array): SealingKey {
  assert(masterKey.length === KEY_BYTES, 'a master key has 32 bytes');
  const keyId = derive(masterKey, 'sealing key id', KEY_ID_BYTES);
  return {
    header: Buffer.concat([Buffer.of(VERSION), keyId]),
    key: derive(masterKey, 'sealing key', KEY_BYTES),
  };
}

function seal({ header, key }: SealingKey, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(header, context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return new Uint8Array(Buffer.concat([header, nonce, text, cipher.getAuthTag()]));
}

function open({ header, key }: SealingKey, body: Buffer, context: string): Uint8Array | null {
  if (body.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = body.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(header, context));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return new Uint8Array(Buffer.concat([plain, decipher.final()]));
  } catch {
    // The tag does not fit: altered, or for another context.
    return null;
  }
}

function boundTo(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}

function derive(masterKey: Uint8Array, name: string, byteCount: number): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `tidemill ${name}`, byteCount));
}
