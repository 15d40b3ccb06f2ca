// Sealed credentials: X25519 with a fresh key for each message, HKDF-SHA-256, AES-256-GCM. A sealed
// value is: format, id of the recipient's key, fresh public key, cipher text, tag. Format, both
// keys and the context are bound to it.

import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { assert, present } from '#lib/assert.ts';
import type {
  CredentialContext,
  CredentialOpener,
  CredentialSealer,
  VenueCredentials,
} from '#venue-port/exchange/venue-credentials.ts';

const FORMAT = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = 1 + KEY_ID_BYTES + KEY_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const PURPOSE = 'tidemill venue credentials';
/** What stands before the 32 bytes of a key in its DER form. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** 32 bytes. */
export function newVenueKey(): Uint8Array {
  return new Uint8Array(randomBytes(KEY_BYTES));
}

/** The public key, 32 bytes, of a private one. */
export function publicVenueKey(privateKey: Uint8Array): Uint8Array {
  return new Uint8Array(rawOf(createPublicKey(privateKeyOf(privateKey))));
}

/** Names a key pair by its public key, and says nothing else about it. */
export function venueKeyId(publicKey: Uint8Array): string {
  return keyIdOf(publicKey).toString('hex');
}

/** `publicKey` has 32 bytes. */
export function credentialSealer(publicKey: Uint8Array): CredentialSealer {
  const recipient = publicKeyOf(publicKey);
  const keyId = keyIdOf(publicKey);
  return {
    keyId: keyId.toString('hex'),
    seal(credentials, context) {
      const fresh = generateKeyPairSync('x25519');
      const header = Buffer.concat([Buffer.of(FORMAT), keyId, rawOf(fresh.publicKey)]);
      const shared = diffieHellman({ privateKey: fresh.privateKey, publicKey: recipient });
      const { key, nonce } = derive(shared, header, publicKey);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(header, context));
      const text = Buffer.concat([cipher.update(encode(credentials)), cipher.final()]);
      return Buffer.concat([header, text, cipher.getAuthTag()]).toString('base64');
    },
  };
}

/** Opens for every given private key of 32 bytes; the first is the one in use. */
export function credentialOpener(privateKeys: readonly Uint8Array[]): CredentialOpener {
  const pairs = privateKeys.map((each) => {
    const publicKey = publicVenueKey(each);
    return { privateKey: privateKeyOf(each), publicKey, keyId: keyIdOf(publicKey) };
  });
  const keyIds = pairs.map(({ keyId }) => keyId.toString('hex'));
  return {
    keyId: present(keyIds[0], 'there is a private key'),
    keyIds,
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64');
      // Other texts of the same bytes are not what was sealed.
      if (bytes.toString('base64') !== sealed) return null;
      if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== FORMAT) return null;
      const named = bytes.subarray(1, 1 + KEY_ID_BYTES);
      const pair = pairs.find(({ keyId }) => keyId.equals(named));
      return pair === undefined ? null : openFor(pair, bytes, context);
    },
  };
}

type KeyPair = { readonly privateKey: KeyObject; readonly publicKey: Uint8Array };

function openFor(
  { privateKey, publicKey }: KeyPair,
  bytes: Buffer,
  context: CredentialContext,
): VenueCredentials | null {
  const header = bytes.subarray(0, HEADER_BYTES);
  try {
    const sender = publicKeyOf(header.subarray(1 + KEY_ID_BYTES));
    // Throws for the few public keys with which every private one shares the same.
    const shared = diffieHellman({ privateKey, publicKey: sender });
    const { key, nonce } = derive(shared, header, publicKey);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(header, context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES));
    return decode(Buffer.concat([plain, decipher.final()]));
  } catch {
    // The tag does not fit: altered, or for another context.
    return null;
  }
}

/** The key is used for one message, so the nonce may follow from the same secret. */
function derive(shared: Buffer, header: Buffer, recipient: Uint8Array) {
  const salt = Buffer.concat([header, recipient]);
  const bytes = Buffer.from(hkdfSync('sha256', shared, salt, PURPOSE, KEY_BYTES + NONCE_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) };
}

function boundTo(header: Buffer, { accountId, version }: CredentialContext): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify([accountId, version]), 'utf8')]);
}

function encode({ apiKey, secret, passphrase }: VenueCredentials): string {
  return JSON.stringify([apiKey, secret, passphrase]);
}

/** Of a text that this file wrote. */
function decode(bytes: Buffer): VenueCredentials {
  const [apiKey, secret, passphrase] = JSON.parse(bytes.toString('utf8')) as [
    string,
    string,
    string | null,
  ];
  return { apiKey, secret, passphrase };
}

function keyIdOf(publicKey: Uint8Array): Buffer {
  return hash('sha256', publicKey, 'buffer').subarray(0, KEY_ID_BYTES);
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  assert(bytes.length === KEY_BYTES, 'a public key has 32 bytes');
  const key = Buffer.concat([PUBLIC_PREFIX, bytes]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

function privateKeyOf(bytes: Uint8Array): KeyObject {
  assert(bytes.length === KEY_BYTES, 'a private key has 32 bytes');
  const key = Buffer.concat([PRIVATE_PREFIX, bytes]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function rawOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
}
