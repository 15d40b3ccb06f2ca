// Dependencies of the use cases of partners, and what all of them begin with: whose end users the
// caller reaches.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { EndUserReach, PartnerStore } from '#ports/stores/partner-store.ts';
import type { Random } from '#ports/world/random.ts';
import type { SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { KeyStore, Principal } from '#ports/stores/key-store.ts';
import type { CredentialDeps } from '#services/credentials/credential-deps.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type PartnerDeps = {
  readonly partners: PartnerStore;
  readonly keys: Pick<KeyStore, 'insertKey' | 'listKeys' | 'deleteKey'>;
  readonly exchanges: ExchangeRegistry;
  readonly simulatedVenues: readonly SimulatedVenue[];
  readonly credentials: CredentialDeps['credentials'];
  readonly sealerFor: CredentialDeps['sealerFor'];
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

export type { EndUser, EndUserView, Partner } from '#ports/stores/partner-store.ts';

/** Reach of a caller: all its end users, or the one that its key is for. */
export function reachOf({
  userId,
  endUserId,
}: Pick<Principal, 'userId' | 'endUserId'>): EndUserReach {
  return { partnerId: userId, endUserId };
}
