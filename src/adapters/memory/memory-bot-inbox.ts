// Inboxes of bots in memory, over the maps of the store in memory.

import { endUnreadInputs } from '#adapters/memory/end-unread-inputs.ts';
import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import { shardOf } from '#adapters/memory/memory-bot-run-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BotDelivery, BotInbox } from '#ports/stores/bot-inbox.ts';

/** Inboxes over this state; a bot that is stopped or full takes nothing. */
export function memoryBotInbox(state: MemoryState): BotInbox {
  const { bots, inbox, inboxCount } = state;
  function takes(botId: string): boolean {
    if (bots.get(botId)?.isActivated !== true) return false;
    const waiting = [...inbox.values()].filter((each) => each.botId === botId);
    return waiting.length < LIMITS.botInboxItemsMax;
  }
  function put({ botId, input }: BotDelivery, receivedAtMs: number): boolean {
    const bot = bots.get(botId);
    if (bot === undefined || !takes(botId)) return false;
    inboxCount.sequence += 1;
    const { sequence } = inboxCount;
    const { activation } = bot;
    inbox.set(sequence, { sequence, botId, activation, receivedAtMs, input });
    if (input.kind === 'signal') {
      const data = { botId, action: input.action, signalId: String(sequence) };
      const event = { type: 'signal.received', objectId: botId, atMs: receivedAtMs, data } as const;
      state.waitingEvents.push({ userId: bot.userId, event });
    }
    return true;
  }
  return {
    async send(deliveries, atMs, completion) {
      const isTaken = deliveries.some(({ botId }) => takes(botId));
      if (completion !== null && isTaken) insistOnRecord(completeRecord(state, completion));
      const taken = deliveries.filter((delivery) => put(delivery, atMs));
      return [...new Set(taken.map(({ botId }) => botId))];
    },
    async listWaiting(shards, limit, known = []) {
      const running = [...inbox.values()].filter(({ botId, activation, sequence }) => {
        if (known.includes(sequence)) return false;
        const bot = bots.get(botId);
        const isCurrent = bot?.isActivated === true && bot.activation === activation;
        return isCurrent && shards.includes(shardOf(botId));
      });
      return running.slice(0, limit);
    },
    endUnread: async (shards, atMs, limit) =>
      endUnreadInputs(state, (botId) => shards.includes(shardOf(botId)), atMs, limit),
  };
}
