// Bots of end users in memory. Nothing waits, so each call is a transaction.

import { noteDeactivation } from '#adapters/memory/note-activation.ts';
import { noteBotLines } from '#adapters/memory/memory-bot-run-store.ts';
import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState, StoredPartnerBot } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert, present } from '#lib/assert.ts';
import type { BotInbox, BotInput } from '#ports/stores/bot-inbox.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type {
  InsertPartnerBotOutcome,
  NewPartnerBot,
  PartnerBot,
  PartnerBotStore,
  SettingsEdits,
} from '#ports/stores/partner-bot-store.ts';

/** Store over this state; edits reach running bots by the inbox. */
export function memoryPartnerBotStore(
  state: MemoryState,
  inbox: Pick<BotInbox, 'send'>,
): PartnerBotStore {
  const { bots, partnerBots } = state;
  return {
    async insertPartnerBot(request) {
      return insert(state, request);
    },
    async findPartnerBot(userId, botId) {
      const stored = partnerBots.get(botId);
      return stored === undefined || stored.userId !== userId ? null : viewOf(state, stored);
    },
    async listPartnerBots({ partnerId, endUserId }, afterId, limit) {
      return sortedValues(partnerBots)
        .filter((each) => each.partnerId === partnerId)
        .filter(({ userId }) => endUserId === null || userId === endUserId)
        .filter(({ botId }) => afterId === null || botId > afterId)
        .flatMap((stored) => viewOf(state, stored) ?? [])
        .slice(0, limit);
    },
    async listFollowers(botId) {
      return followersOf(state, botId).flatMap((stored) => viewOf(state, stored) ?? []);
    },
    async editSettings(edits) {
      if (!isAsRead(state, edits)) return false;
      if (edits.completion !== null) insistOnRecord(completeRecord(state, edits.completion));
      for (const { botId, brain, marketTag, accountId, signalToken } of edits.edits) {
        const bot = present(bots.get(botId), 'an edited bot is there');
        bots.set(botId, { ...bot, brain, marketTag, accountId });
        const stored = present(partnerBots.get(botId), 'an edited bot is there');
        partnerBots.set(botId, { ...stored, signalToken, version: stored.version + 1 });
      }
      for (const { botId, line } of edits.skipped) noteBotLines(state, botId, [line]);
      const running = edits.edits.filter(({ isActivated }) => isActivated);
      const deliveries = running.map(({ botId, brain }) => {
        const input: BotInput = { kind: 'edited', config: JSON.stringify(brain.config) };
        return { botId, input };
      });
      if (deliveries.length > 0) await inbox.send(deliveries, edits.atMs, null);
      return true;
    },
    async deletePartnerBot(userId, botId, atMs) {
      const stored = partnerBots.get(botId);
      if (stored === undefined || stored.userId !== userId || stored.deletedAtMs !== null)
        return false;
      deletePartnerBot(state, stored, atMs);
      return true;
    },
  };
}

/** Stops it, and lets its followers go. */
export function deletePartnerBot(state: MemoryState, stored: StoredPartnerBot, atMs: number): void {
  const { bots, partnerBots } = state;
  const { botId } = stored;
  partnerBots.set(botId, { ...stored, deletedAtMs: atMs, masterBotId: null });
  for (const each of partnerBots.values())
    if (each.masterBotId === botId) partnerBots.set(each.botId, { ...each, masterBotId: null });
  const bot = present(bots.get(botId), 'a bot of an end user is a bot');
  bots.set(botId, { ...bot, isActivated: false, isPaused: false });
  noteDeactivation(state, botId, atMs);
}

function insert(
  state: MemoryState,
  { bot, partnerId, exchange, signalToken, source, botsMax, completion }: NewPartnerBot,
): InsertPartnerBotOutcome {
  const { bots, endUsers, partnerBots } = state;
  const complete = (): void => {
    if (completion !== null) insistOnRecord(completeRecord(state, completion));
  };
  const { botId, userId } = bot;
  const endUser = endUsers.get(userId);
  if (endUser?.partnerId !== partnerId || endUser.deletedAtMs !== null) return 'user_not_found';
  if (bots.has(botId)) {
    complete();
    return 'exists';
  }
  const own = [...partnerBots.values()].filter(
    (each) => each.partnerId === partnerId && each.deletedAtMs === null,
  );
  if (botsMax !== null && own.length >= botsMax) return 'limit';
  const from = own.find((each) => each.botId === source?.botId);
  if (source !== null && from?.version !== source.version) return 'source_changed';
  complete();
  if (from !== undefined)
    partnerBots.set(from.botId, { ...from, clonedCount: from.clonedCount + 1 });
  bots.set(botId, bot);
  const masterBotId = source?.isFollowed === true ? source.botId : null;
  const counters = { clonedCount: 0, version: 0, deletedAtMs: null };
  const copiedBotId = source?.botId ?? null;
  const link = { botId, partnerId, userId, exchange, masterBotId, copiedBotId, signalToken };
  partnerBots.set(botId, { ...link, ...counters });
  return 'inserted';
}

function isAsRead(state: MemoryState, { rootBotId, edits, skipped }: SettingsEdits): boolean {
  const isCurrent = edits.every(({ botId, version, isActivated }) => {
    const stored = state.partnerBots.get(botId);
    const bot = state.bots.get(botId);
    return (
      stored?.version === version && stored.deletedAtMs === null && bot?.isActivated === isActivated
    );
  });
  const reached = [...edits, ...skipped].map(({ botId }) => botId);
  const expected = new Set(reached.filter((botId) => botId !== rootBotId));
  const named = followersOf(state, rootBotId);
  return (
    isCurrent && named.length === expected.size && named.every(({ botId }) => expected.has(botId))
  );
}

function followersOf({ partnerBots }: MemoryState, botId: string): readonly StoredPartnerBot[] {
  const found = new Set([botId]);
  // Copies are made after what they copy, so one pass in the order of making finds all.
  for (const each of partnerBots.values())
    if (each.masterBotId !== null && found.has(each.masterBotId)) found.add(each.botId);
  found.delete(botId);
  return sortedValues(partnerBots).filter((each) => found.has(each.botId));
}

function viewOf({ bots, partnerBots }: MemoryState, stored: StoredPartnerBot): PartnerBot | null {
  const { botId, partnerId, exchange, masterBotId, clonedCount, version, deletedAtMs } = stored;
  const copied = partnerBots.get(stored.copiedBotId ?? '');
  if (deletedAtMs !== null) return null;
  const bot = present(bots.get(botId), 'a bot of an end user is a bot');
  assert(bot.brain.kind === 'strategy', 'a bot of an end user has a strategy');
  const followers = [...partnerBots.values()].filter((each) => each.masterBotId === botId);
  return {
    bot: bot as StrategyBot,
    partnerId,
    exchange,
    masterBotId,
    copiedBotId: copied === undefined || copied.deletedAtMs !== null ? null : copied.botId,
    clonedCount,
    followersCount: followers.length,
    version,
  };
}
