// Tokens by which keys of Coinbase's developer platform sign: of an elliptic curve as PEM, or of
// Ed25519 as base64. Their form is that of the exchange's own libraries.

import { createPrivateKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

type TokenTerms = {
  /** Different for each token. */
  readonly nonce: string;
  /** The token is void from this instant on. */
  readonly endsAtMs: number;
  /** Method, host and path of the only request that it is for; null for a frame of a stream. */
  readonly request: string | null;
};

/** The exchange accepts no token for longer; one that ends sooner was made earlier. */
export const CDP_TOKEN_MS = 120_000;

const SEED_BYTES = 32;
const SEED_AND_PUBLIC_KEY_BYTES = 64;
/** What stands before the seed of an Ed25519 key in PKCS 8. */
const SEED_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Throws for a secret that is no key. */
export function cdpToken(
  { apiKey, secret }: Pick<VenueCredentials, 'apiKey' | 'secret'>,
  { nonce, endsAtMs, request }: TokenTerms,
): string {
  const key = privateKeyOf(secret);
  const isEdwards = key.asymmetricKeyType === 'ed25519';
  const endsAt = Math.floor(endsAtMs / 1_000);
  const header = { alg: isEdwards ? 'EdDSA' : 'ES256', typ: 'JWT', kid: apiKey, nonce };
  const claims = {
    iss: 'cdp',
    sub: apiKey,
    nbf: endsAt - CDP_TOKEN_MS / 1_000,
    exp: endsAt,
    ...(request === null ? {} : { uri: request }),
  };
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign(isEdwards ? null : 'sha256', Buffer.from(text), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return `${text}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** The ends of lines of a PEM may be written as they are in JSON. */
function privateKeyOf(secret: string): KeyObject {
  if (secret.includes('PRIVATE KEY')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(secret, 'base64');
  const isSeed = bytes.length === SEED_BYTES || bytes.length === SEED_AND_PUBLIC_KEY_BYTES;
  if (!isSeed) throw new Error('The secret is no key.');
  const key = Buffer.concat([SEED_PREFIX, bytes.subarray(0, SEED_BYTES)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
