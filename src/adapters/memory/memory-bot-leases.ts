// Leases on shards of bots in memory, by a clock that is given.

import { memoryShardLeases } from '#adapters/memory/memory-shard-leases.ts';
import type { BotFence, BotRunStore } from '#ports/stores/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type MemoryBotLeases = {
  readonly renewLeases: BotRunStore['renewLeases'];
  readonly releaseLeases: BotRunStore['releaseLeases'];
  /** Whether nobody has taken the shard over since. */
  holds(fence: BotFence): boolean;
};

/** Leases in memory, with a view of who holds them. */
export function memoryBotLeases(clock: Clock): MemoryBotLeases {
  const shards = memoryShardLeases(BOT_SHARDS_COUNT, clock);
  return {
    renewLeases: async (owner, ttlMs) => shards.renew(owner, ttlMs),
    releaseLeases: async (owner, released) => shards.release(owner, released),
    holds: (fence) => shards.holds(fence),
  };
}
