// Values of running bots, and subscriptions to them, in memory.

import { HOUR_MS } from '#lib/time.ts';
import type { BotValueStore, NotedValues, NewSubscription } from '#ports/stores/bot-value-store.ts';
import type { BotFence } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

type Parts = {
  readonly bots: ReadonlyMap<string, Bot>;
  readonly clock: Clock;
  readonly holds: (fence: BotFence) => boolean;
  readonly shardOf: (botId: string) => number;
};

type Subscription = NewSubscription & { untilMs: number; newest: NotedValues | null };

/** Values in memory; a subscription ends by the given clock. */
export function memoryBotValues({ bots, clock, holds, shardOf }: Parts): BotValueStore {
  const subscriptions = new Map<string, Subscription>();
  const openAt = (botId: string, activation: number): Subscription | null => {
    const subscription = subscriptions.get(botId);
    const isOpen = subscription?.activation === activation && subscription.untilMs > clock.nowMs();
    return isOpen && bots.has(botId) ? subscription : null;
  };
  return {
    async renewSubscription(botId, activation, ttlMs) {
      const subscription = openAt(botId, activation);
      if (subscription === null) return null;
      subscription.untilMs = clock.nowMs() + ttlMs;
      return { scriptVersion: subscription.scriptVersion, newest: subscription.newest };
    },
    async subscribe(subscription, ttlMs, subscriptionsMax) {
      const { botId, activation } = subscription;
      const bot = bots.get(botId);
      if (bot?.activation !== activation) return false;
      const nowMs = clock.nowMs();
      for (const [id, { untilMs }] of subscriptions)
        if (untilMs < nowMs - HOUR_MS) subscriptions.delete(id);
      const isOther = (id: string): boolean =>
        id !== botId &&
        bots.get(id)?.userId === bot.userId &&
        (subscriptions.get(id)?.untilMs ?? 0) > nowMs;
      if ([...subscriptions.keys()].filter(isOther).length >= subscriptionsMax) return false;
      subscriptions.set(botId, { ...subscription, untilMs: nowMs + ttlMs, newest: null });
      return true;
    },
    async listSubscribed(shards) {
      return [...subscriptions.values()]
        .filter(({ botId, activation }) => openAt(botId, activation) !== null)
        .filter(({ botId }) => shards.includes(shardOf(botId)))
        .map(({ botId, activation }) => ({ botId, activation }));
    },
    async findTraced(botId, activation) {
      return openAt(botId, activation)?.traced ?? null;
    },
    async noteValues(fence, { botId, activation }, newest) {
      const subscription = openAt(botId, activation);
      if (!holds(fence) || subscription === null) return false;
      subscription.newest = newest;
      return true;
    },
  };
}
