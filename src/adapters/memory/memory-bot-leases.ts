// Leases on shards of bots in memory, by a clock that is given.

import type { BotFence, BotLease, BotRunStore } from '#ports/stores/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import type { Clock } from '#ports/world/clock.ts';

export type MemoryBotLeases = {
  readonly renewLeases: BotRunStore['renewLeases'];
  readonly releaseLeases: BotRunStore['releaseLeases'];
  /** Whether nobody has taken the shard over since. */
  holds(fence: BotFence): boolean;
};

type Lease = { owner: string; token: number; expiresAtMs: number };

export function memoryBotLeases(clock: Clock): MemoryBotLeases {
  const leases = Array.from({ length: BOT_SHARDS_COUNT }, (): Lease => {
    return { owner: '', token: 0, expiresAtMs: -Infinity };
  });
  const runners = new Map<string, number>();
  return {
    async renewLeases(owner, ttlMs) {
      const nowMs = clock.nowMs();
      runners.set(owner, nowMs + ttlMs);
      const wanting = [...runners.values()].filter((expiresAtMs) => expiresAtMs > nowMs);
      const shareCount = Math.ceil(BOT_SHARDS_COUNT / wanting.length);
      const held: BotLease[] = [];
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
    async releaseLeases(owner, shards) {
      for (const [shard, lease] of leases.entries())
        if (lease.owner === owner && (shards === null || shards.includes(shard)))
          lease.expiresAtMs = -Infinity;
      if (shards === null) runners.delete(owner);
    },
    holds({ shard, owner, token }) {
      const lease = leases[shard];
      return lease?.owner === owner && lease.token === token;
    },
  };
}
