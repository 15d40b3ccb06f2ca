// Requests of Hyperliquid: what acts is an action, signed as a whole with its number and the
// instant from which it is void; what reads names an address. Credentials are the address of the
// account, and the private key of a wallet that may trade for it.

import { rawNumber } from '#lib/raw-json.ts';
import type { CallValue, VenueCall, VenueCredentials } from '#venues/wire/venue-wire.ts';

type Signature = Readonly<Record<'r' | 's', string>> & { readonly v: number };

/** What the signing library has for it. */
export type ActionSigner = {
  privateKey: string;
  /** The form of an action that is signed. */
  packb: (action: CallValue) => Uint8Array;
  signL1Action(
    action: unknown,
    nonce: number,
    vaultAddress: undefined,
    expiresAfter: number,
  ): Signature;
  ethGetAddressFromPrivateKey(privateKey: string): string;
};

const ADDRESS = /^0x[0-9a-f]{40}$/;
const PRIVATE_KEY = /^(?:0x)?[0-9a-f]{64}$/;

export type ActionTerms = { readonly nonce: number; readonly expiresAtMs: number };

/** The body of the request, as `JSON.stringify` takes it. Throws for credentials that are none. */
export function l1Request(
  signer: ActionSigner,
  call: VenueCall,
  credentials: VenueCredentials | null,
  terms: () => ActionTerms,
): Readonly<Record<string, unknown>> {
  const words = writable(call.parameters) as Readonly<Record<string, unknown>>;
  if (credentials === null) return words;
  const { account, privateKey } = keysOf(credentials);
  if (call.isAction === true)
    return { action: words, ...signatureOf(signer, call.parameters, privateKey, terms()) };
  const user = call.userIs === 'signer' ? addressOf(signer, privateKey) : account;
  return { ...words, user };
}

/** Numbers that no double holds are written with all of their digits. */
function writable(value: CallValue): unknown {
  if (typeof value === 'bigint') return rawNumber(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(writable);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writable(each)]));
}

/** The order of the words of an action is part of what is signed. */
function signatureOf(
  signer: ActionSigner,
  action: CallValue,
  privateKey: string,
  { nonce, expiresAtMs }: ActionTerms,
): object {
  signer.privateKey = privateKey;
  try {
    const { r, s, v } = signer.signL1Action(action, nonce, undefined, expiresAtMs);
    return { nonce, signature: { r, s, v }, expiresAfter: expiresAtMs };
  } finally {
    signer.privateKey = '';
  }
}

function addressOf(signer: ActionSigner, privateKey: string): string {
  return signer.ethGetAddressFromPrivateKey(privateKey).toLowerCase();
}

/** Small letters alone are what the venue compares. */
function keysOf({ apiKey, secret }: VenueCredentials): { account: string; privateKey: string } {
  const [account, privateKey] = [apiKey.trim().toLowerCase(), secret.trim().toLowerCase()];
  if (!ADDRESS.test(account) || !PRIVATE_KEY.test(privateKey))
    throw new Error('The credentials are no address and private key.');
  return { account, privateKey: `0x${privateKey.slice(-64)}` };
}
