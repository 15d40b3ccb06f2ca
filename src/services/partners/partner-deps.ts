// What the use cases of partners need of the world, and what all of them begin with: whose end
// users the caller reaches.

import type { Clock } from '#ports/clock.ts';
import type { Digest } from '#ports/digest.ts';
import type { EndUserReach, PartnerStore } from '#ports/partner-store.ts';
import type { Random } from '#ports/random.ts';
import type { Secrets } from '#ports/secrets.ts';
import type { SimulatedVenue } from '#ports/simulated-venue.ts';
import type { KeyStore, Principal } from '#ports/store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type PartnerDeps = {
  readonly partners: PartnerStore;
  readonly keys: Pick<KeyStore, 'insertKey' | 'listKeys' | 'deleteKey'>;
  readonly exchanges: ExchangeRegistry;
  readonly simulatedVenues: readonly SimulatedVenue[];
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

export type { EndUser, EndUserView, Partner } from '#ports/partner-store.ts';

export function reachOf({ userId, endUserId }: Principal): EndUserReach {
  return { partnerId: userId, endUserId };
}
