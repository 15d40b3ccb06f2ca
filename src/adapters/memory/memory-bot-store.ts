// Bots in memory.

import { isDeepStrictEqual } from 'node:util';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import {
  completeRecord,
  insistOnClaim,
  insistOnRecord,
} from '#adapters/memory/memory-idempotency-store.ts';
import { noteBotLines } from '#adapters/memory/memory-bot-run-store.ts';
import { noteActivation, noteDeactivation } from '#adapters/memory/note-activation.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert } from '#lib/assert.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Bot, BotEdit, BotStore, StrategyBot, StrategyEdit } from '#ports/stores/bot-store.ts';
import { CARRIED_ON, RUNNING_BOTS_NAMED_MAX } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** Store over this state. */
export function memoryBotStore(state: MemoryState): BotStore {
  const { accounts, bots, loadedBrains, inbox } = state;
  return {
    async insertBot(bot, botsMax, completion = null) {
      assert(accounts.has(bot.accountId), 'a bot trades on an account');
      if (bots.has(bot.botId)) return 'exists';
      if (botsMax !== null && ownBots(state, bot.userId).length >= botsMax) return 'limit';
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      bots.set(bot.botId, bot);
      return 'inserted';
    },
    async insertBracket(bracket, openMax, completion = null) {
      if (bots.has(bracket.botId)) return 'exists';
      const open = [...bots.values()].filter(
        (bot) => bot.userId === bracket.userId && bot.isActivated && isBracket(bot.brain),
      );
      if (open.length >= openMax) return 'limit';
      if (completion !== null) insistOnRecord(completeRecord(state, completion));
      loadedBrains.set(bracket.botId, bracket.brain);
      bots.set(bracket.botId, bracket);
      noteActivation(state, bracket.botId, bracket.activatedAtMs ?? 0);
      return 'inserted';
    },
    async findBracket(userId, bracketId) {
      const bot = ownBot(state, userId, bracketId);
      return bot !== null && isOfBracket(bot) ? bot : null;
    },
    async listBrackets({ userId, accountId, isOpen }, afterId, limit) {
      return sortedValues(bots)
        .filter(isOfBracket)
        .filter((bot) => bot.userId === userId && bot.accountId === accountId)
        .filter(({ botId, isActivated }) => botId > (afterId ?? '') && (!isOpen || isActivated))
        .slice(0, limit);
    },
    async findBot(userId, botId) {
      return noBracket(ownBot(state, userId, botId));
    },
    async listBots(userId, afterId, limit) {
      const later = ownBots(state, userId).filter(
        ({ botId }) => afterId === null || botId > afterId,
      );
      return later.slice(0, limit);
    },
    ...activation(state),
    async deleteBot(userId, botId) {
      if (noBracket(ownBot(state, userId, botId)) === null) return false;
      loadedBrains.delete(botId);
      for (const waiting of inbox.values())
        if (waiting.botId === botId) inbox.delete(waiting.sequence);
      return bots.delete(botId);
    },
    async purgeDeletedBots() {
      // What a bot wrote goes with it at once.
      return 0;
    },
    async editStrategyBot(edit) {
      return editStrategy(state, edit);
    },
    async editBot(edit) {
      return editBot(state, edit);
    },
    async findRunningBots(userId, scriptId) {
      return runningBots(state, userId)
        .filter(({ brain }) => brain.kind === 'script' && brain.scriptId === scriptId)
        .slice(0, RUNNING_BOTS_NAMED_MAX)
        .map(({ botId }) => botId);
    },
  };
}

function ownBot({ bots }: MemoryState, userId: string, botId: string): Bot | null {
  const bot = bots.get(botId);
  return bot?.userId === userId ? bot : null;
}

function noBracket(bot: Bot | null): Bot | null {
  return bot === null || isBracket(bot.brain) ? null : bot;
}

function isOfBracket(bot: Bot): bot is StrategyBot {
  return isBracket(bot.brain);
}

function ownBots({ bots }: MemoryState, userId: string): readonly Bot[] {
  return sortedValues(bots).filter((bot) => bot.userId === userId && !isBracket(bot.brain));
}

function runningBots(state: MemoryState, userId: string): readonly Bot[] {
  return ownBots(state, userId).filter((bot) => bot.isActivated);
}

type Activation = 'activateBot' | 'findLoadedBrain' | 'deactivateBot' | 'windDownBot' | 'followBot';

function activation(state: MemoryState): Pick<BotStore, Activation> {
  const { bots, loadedBrains } = state;
  return {
    async activateBot(request) {
      const { userId, botId, loaded, runningMax, atMs, carriesOn = false, claim = null } = request;
      const bot = ownBot(state, userId, botId);
      if (bot === null) return 'unknown';
      if (bot.isActivated) return 'already';
      if (runningMax !== null && runningBots(state, userId).length >= runningMax) return 'limit';
      if (claim !== null) insistOnClaim(state, claim);
      if (carriesOn) {
        await carryOn(state, bot, atMs);
        return 'activated';
      }
      loadedBrains.set(botId, bot.brain.kind === 'strategy' ? bot.brain : loaded);
      bots.set(botId, activated(bot, atMs));
      noteActivation(state, botId, atMs);
      return 'activated';
    },
    async findLoadedBrain(botId) {
      return loadedBrains.get(botId) ?? null;
    },
    async deactivateBot(userId, botId, atMs, startedAtMs = null, claim = null) {
      if (claim !== null) insistOnClaim(state, claim);
      const bot = ownBot(state, userId, botId);
      if (bot === null) return false;
      if (bot.isActivated && startedAtMs !== null && bot.activatedAtMs !== startedAtMs)
        return false;
      const stopped = { isActivated: false, isPaused: false, stoppedBy: 'user' } as const;
      if (bot.isActivated) bots.set(botId, { ...bot, ...stopped });
      noteDeactivation(state, botId, atMs);
      return true;
    },
    async followBot(userId, botId) {
      const bot = ownBot(state, userId, botId);
      if (bot !== null && !bot.isActivated && bot.activation > 0) state.followedBots.add(botId);
    },
    async windDownBot(userId, botId, atMs, left = []) {
      const bot = ownBot(state, userId, botId);
      if (bot === null || bot.isActivated || bot.activation === 0) return;
      bots.set(botId, { ...bot, startsAnew: true });
      state.followedBots.add(botId);
      state.stoppedAtMs.set(botId, Math.max(state.stoppedAtMs.get(botId) ?? 0, atMs));
      const reasons = Object.fromEntries(left.map((of) => [of.marketTag, of.reason]));
      state.leftReasons.set(`${botId} ${bot.activation}`, reasons);
      const lines = left.map(({ line }) => ({ atMs, severity: 'error', message: line }) as const);
      noteBotLines(state, botId, lines);
    },
  };
}

async function editStrategy(state: MemoryState, edit: StrategyEdit): Promise<boolean> {
  const { userId, botId, isActivated, before, after, marketTag, atMs, completion } = edit;
  const bot = ownBot(state, userId, botId);
  if (bot === null || bot.brain.kind !== 'strategy') return false;
  const isAsRead = JSON.stringify(bot.brain.config) === JSON.stringify(before);
  if (!isAsRead || bot.isActivated !== isActivated) return false;
  if (completion !== null) insistOnRecord(completeRecord(state, completion));
  state.bots.set(botId, { ...bot, marketTag, brain: { ...bot.brain, config: after } });
  if (!isActivated) return true;
  const input: BotInput = { kind: 'edited', config: JSON.stringify(edit.heard ?? after) };
  const sent = await memoryBotInbox(state).send([{ botId, input }], atMs, null);
  if (sent.length > 0) return true;
  state.bots.set(botId, bot);
  throw new Failure('unavailable', 'the inbox of the bot is full');
}

async function editBot(state: MemoryState, edit: BotEdit): Promise<boolean> {
  const { userId, botId, name, before, after, completion } = edit;
  const bot = noBracket(ownBot(state, userId, botId));
  if (bot === null || !isDeepStrictEqual(bot.settings, before)) return false;
  if (after !== null && (bot.isActivated || bot.brain.kind === 'strategy')) return false;
  if (completion !== null) insistOnRecord(completeRecord(state, completion));
  state.bots.set(botId, { ...bot, name, settings: after ?? bot.settings });
  return true;
}

/** The activation before goes on, with the settings of today. */
async function carryOn(state: MemoryState, bot: Bot, atMs: number): Promise<void> {
  const { botId, brain } = bot;
  const running = { isActivated: true, isPaused: false, activatedAtMs: atMs };
  state.bots.set(botId, { ...bot, ...running, stopReason: null, stoppedBy: null });
  noteActivation(state, botId, atMs);
  noteBotLines(state, botId, [{ atMs, severity: 'info', message: CARRIED_ON }]);
  if (brain.kind !== 'strategy') return;
  const input: BotInput = { kind: 'edited', config: JSON.stringify(brain.config) };
  await memoryBotInbox(state).send([{ botId, input }], atMs, null);
}

function activated(bot: Bot, atMs: number): Bot {
  return {
    ...bot,
    isActivated: true,
    isPaused: false,
    earlierProfit: addDecimal(bot.earlierProfit, bot.realizedProfit),
    realizedProfit: ZERO,
    unrealizedProfit: ZERO,
    roiPercent: ZERO,
    pairs: null,
    bracket: null,
    activation: bot.activation + 1,
    activatedAtMs: atMs,
    stopReason: null,
    stoppedBy: null,
    startsAnew: false,
  };
}
