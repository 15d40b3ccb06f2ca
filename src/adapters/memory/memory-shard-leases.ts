// Leases on shards in memory, by a clock that is given.

import type { Clock } from '#venue-port/world/clock.ts';

export type ShardLease = { readonly shard: number; readonly token: number };

export type MemoryShardLeases = {
  /** Prolongs what `owner` holds, and takes free shards up to its share of all live owners. */
  renew(
    owner: string,
    ttlMs: number,
  ): { readonly leases: readonly ShardLease[]; readonly shareCount: number };
  /** Null: all of them, and the owner is forgotten. */
  release(owner: string, shards: readonly number[] | null): void;
  /** Whether nobody has taken the shard over since. */
  holds(fence: ShardLease & { readonly owner: string }): boolean;
  /** Whose lease is good now, by shard. */
  ownersNow(): ReadonlyMap<number, string>;
  liveOwners(): readonly string[];
};

type Lease = { owner: string; token: number; expiresAtMs: number };

/** Leases in memory; each owner renews what it holds and takes free shards up to an even share. */
export function memoryShardLeases(shardsCount: number, clock: Clock): MemoryShardLeases {
  const leases = Array.from({ length: shardsCount }, (): Lease => {
    return { owner: '', token: 0, expiresAtMs: -Infinity };
  });
  const owners = new Map<string, number>();
  const liveOwners = (): readonly string[] =>
    [...owners].flatMap(([owner, expiresAtMs]) => (expiresAtMs > clock.nowMs() ? [owner] : []));
  return {
    renew(owner, ttlMs) {
      const nowMs = clock.nowMs();
      owners.set(owner, nowMs + ttlMs);
      const shareCount = Math.ceil(shardsCount / liveOwners().length);
      const held: ShardLease[] = [];
      for (const [shard, lease] of leases.entries()) {
        if (lease.owner !== owner || lease.expiresAtMs <= nowMs) continue;
        lease.expiresAtMs = nowMs + ttlMs;
        held.push({ shard, token: lease.token });
      }
      for (const [shard, lease] of leases.entries()) {
        if (held.length >= shareCount || lease.expiresAtMs > nowMs) continue;
        Object.assign(lease, { owner, token: lease.token + 1, expiresAtMs: nowMs + ttlMs });
        held.push({ shard, token: lease.token });
      }
      return { leases: held, shareCount };
    },
    release(owner, shards) {
      for (const [shard, lease] of leases.entries())
        if (lease.owner === owner && (shards === null || shards.includes(shard)))
          lease.expiresAtMs = -Infinity;
      if (shards === null) owners.delete(owner);
    },
    holds({ shard, owner, token }) {
      const lease = leases[shard];
      return lease?.owner === owner && lease.token === token;
    },
    ownersNow: () =>
      new Map(
        leases.flatMap(({ owner, expiresAtMs }, shard) =>
          expiresAtMs > clock.nowMs() ? [[shard, owner] as const] : [],
        ),
      ),
    liveOwners,
  };
}
