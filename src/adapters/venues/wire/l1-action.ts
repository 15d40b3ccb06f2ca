// Requests of Hyperliquid: what acts is an action, signed as a whole with its number and the
// instant from which it is void; what reads names an address. Credentials are the address of the
// account, and the private key of a wallet that may trade for it.

import type { CallValue, VenueCall, VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';

type Signature = Readonly<Record<'r' | 's', string>> & { readonly v: number };

/** What the signing library has for it. */
export type ActionSigner = {
  privateKey: string;
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

/** The body of the request. Throws for credentials that are none. */
export function l1Request(
  signer: ActionSigner,
  call: VenueCall,
  credentials: VenueCredentials | null,
  terms: () => ActionTerms,
): VenueCall['parameters'] {
  if (credentials === null) return call.parameters;
  const { account, privateKey } = keysOf(credentials);
  if (call.isAction === true) return signedAction(signer, call.parameters, privateKey, terms());
  const user = call.userIs === 'signer' ? addressOf(signer, privateKey) : account;
  return { ...call.parameters, user };
}

/** The order of the words of an action is part of what is signed. */
function signedAction(
  signer: ActionSigner,
  action: CallValue,
  privateKey: string,
  { nonce, expiresAtMs }: ActionTerms,
): VenueCall['parameters'] {
  signer.privateKey = privateKey;
  try {
    const { r, s, v } = signer.signL1Action(action, nonce, undefined, expiresAtMs);
    return { action, nonce, signature: { r, s, v }, expiresAfter: expiresAtMs };
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
