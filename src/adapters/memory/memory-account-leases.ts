// Leases on shards of accounts in memory, by a clock that is given.

import { memoryShardLeases } from '#adapters/memory/memory-shard-leases.ts';
import type { AccountLeaseStore, VenueProcess } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

/** Store in memory; processes whose lease has ended are not counted. */
export function memoryAccountLeases(clock: Clock): AccountLeaseStore {
  const shards = memoryShardLeases(ACCOUNT_SHARDS_COUNT, clock);
  const processes = new Map<string, VenueProcess>();
  const live = (): readonly VenueProcess[] => {
    const owners = shards.liveOwners();
    return [...processes.values()].filter(({ owner }) => owners.includes(owner));
  };
  return {
    async renewAccountLeases(process, ttlMs) {
      processes.set(process.owner, process);
      const held = shards.renew(process.owner, ttlMs);
      const sharers = live().filter(({ egress }) => egress === process.egress);
      return { ...held, egressSharersCount: sharers.length };
    },
    async releaseAccountLeases(owner, released) {
      shards.release(owner, released);
      if (released === null) processes.delete(owner);
    },
    findAccountRoutes: async () => ({ processes: live(), owners: shards.ownersNow() }),
  };
}
