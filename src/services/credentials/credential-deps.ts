// Dependencies and rejection codes of the credential use cases.

import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { CredentialStore, StoredCredentials } from '#ports/stores/credential-store.ts';
import type { RiskSwitchStore } from '#ports/stores/risk-switch-store.ts';
import type { SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type {
  CredentialForm,
  CredentialSealer,
  VenueCredentials,
} from '#venue-port/exchange/venue-credentials.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { CredentialWarning } from '#services/credentials/credential-warnings.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type { CredentialForm, StoredCredentials, VenueCredentials };

export type CredentialDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly credentials: CredentialStore;
  readonly exchanges: ExchangeRegistry;
  readonly simulatedVenues: readonly Pick<SimulatedVenue, 'code'>[];
  /** Seals to the public key of the installation's venue processes. */
  readonly sealerFor: (venueKey: Uint8Array) => CredentialSealer;
  readonly riskSwitch: Pick<RiskSwitchStore, 'stopBots'>;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
};

/** An account with what is known of its key. */
export type AccountWithKey = {
  readonly account: Account;
  /** Null: simulated, or removed. */
  readonly credentials: StoredCredentials | null;
  readonly warnings: readonly CredentialWarning[];
};

export type CredentialRejection =
  | { readonly code: 'account_not_found'; readonly detail: string }
  | { readonly code: 'exchange_not_found'; readonly detail: string }
  | { readonly code: 'forbidden'; readonly detail: string }
  | { readonly code: 'temporarily_unavailable'; readonly detail: string }
  | {
      readonly code: 'invalid_request';
      readonly field: 'exchange' | 'market_type' | 'credentials';
      /** A whole sentence. */
      readonly detail: string;
    };

/** Rejection of credentials that lack something or are malformed. */
export function faultyCredentials(detail: string): Extract<
  CredentialRejection,
  { readonly code: 'invalid_request' }
> & {
  readonly field: 'credentials';
} {
  return { code: 'invalid_request', field: 'credentials', detail };
}

/** Rejection of an account that is not there, or not the caller's. */
export function noAccount(accountId: string): CredentialRejection {
  return { code: 'account_not_found', detail: `There is no account "${accountId}".` };
}

/** It says nothing of whose account it is. */
export function takenAt({ name }: Pick<Exchange, 'name'>) {
  return faultyCredentials(
    `Field "credentials": expected those of an account at ${name} that is not connected here, ` +
      'found those of one that is.',
  );
}
