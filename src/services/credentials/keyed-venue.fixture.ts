// An exchange that asks for keys, over one that does not: it opens what was sealed, and says of
// each key what a test has reported it. It stands for a venue and the process that asks it.

import {
  credentialOpener,
  credentialSealer,
  publicVenueKey,
} from '#adapters/system/credential-box.ts';
import type { CredentialReport, Exchange } from '#venue-port/exchange/exchange.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** What the venue says of a key; or how it fails when it is queried. */
export type VenueKey = { readonly secret: string } & (
  | { readonly report: Partial<CredentialReport> }
  | { readonly failure: Failure }
);

export type KeyedVenue = {
  readonly exchange: Exchange;
  /** By API key; changed as a test goes on. */
  readonly keys: Map<string, VenueKey>;
};

const PRIVATE_KEY = new Uint8Array(32).fill(5);
export const VENUE_KEY = publicVenueKey(PRIVATE_KEY);
export const sealerFor = credentialSealer;
const OPENER = credentialOpener([PRIVATE_KEY]);

const REPORT: CredentialReport = {
  accountUid: 'uid-1',
  canTrade: true,
  canWithdraw: false,
  isAddressBound: true,
  expiresAtMs: null,
  permissions: ['read', 'trade'],
  positionMode: null,
  marginMode: null,
};

/** How the venue fails, for tests that know no ports. */
export function venueFailure(code: FailureCode, message: string): Failure {
  return new Failure(code, message);
}

/** Of a key that it was not informed of, it says what `exchange` says of the account. */
export function keyedVenue(
  exchange: Exchange,
  store: Pick<CredentialStore, 'findCredentials'>,
): KeyedVenue {
  const keys = new Map<string, VenueKey>();
  return {
    keys,
    exchange: {
      ...exchange,
      async checkCredentials(account, candidate) {
        const { accountId } = account;
        const of = candidate ?? (await store.findCredentials(accountId));
        if (of === null || of.sealed === null) throw new Failure('unauthorized', 'No credentials.');
        const opened = OPENER.open(of.sealed, { accountId, version: of.version });
        if (opened === null) throw new Failure('corrupt_reply', 'The credentials do not open.');
        const key = keys.get(opened.apiKey);
        if (key === undefined) return exchange.checkCredentials(account, candidate);
        if ('failure' in key) throw key.failure;
        if (key.secret !== opened.secret)
          throw new Failure('unauthorized', 'Signature for this request is not valid.');
        return { ...REPORT, ...key.report };
      },
    },
  };
}
