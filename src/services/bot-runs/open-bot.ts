// Takes a bot up: begins its run, or makes the run again that another process has left.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#domain/market/market.ts';
import type { BotFence, BotRunRecord, RunnableBot } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import { Failure } from '#ports/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import { toStoredForm } from '#services/backtests/stored-form.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { closeLiveBot } from '#services/bot-runs/live-bot.ts';
import type { KeptMemory, LiveSetup } from '#services/bot-runs/live-setup.ts';
import { makeSetup, readLiveSetup } from '#services/bot-runs/live-setup.ts';
import type { MarketWindow } from '#services/bot-runs/market-window.ts';
import {
  endOfWindow,
  extendWindow,
  openWindow,
  windowKey,
} from '#services/bot-runs/market-window.ts';
import { layOutBot, memoryOf, replayBot } from '#services/bot-runs/open-live-bot.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { findMarket } from '#services/markets/find-market.ts';

/** Windows by key, shared by the bots of a process. */
export type Windows = Map<string, MarketWindow>;

/** The run as it is stored to stand. The rejection says why the bot cannot run. Throws Failure. */
export async function openBot(
  deps: BotRunDeps,
  windows: Windows,
  runnable: RunnableBot,
  fence: BotFence,
): Promise<Result<LiveBot, string>> {
  const { bot } = runnable;
  const account = await deps.accounts.findAccount(bot.userId, bot.accountId);
  if (account === null) return rejected(`Its account "${bot.accountId}" no longer exists.`);
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const stored = await deps.runs.findRun(bot.botId, bot.activation);
  const record =
    stored === null ? await begin(deps, windows, runnable, at, fence) : accepted(stored);
  if (!record.ok) return record;
  return restore(deps, windows, { bot, fence, at, record: record.value });
}

type Stored = {
  readonly bot: Bot;
  readonly fence: BotFence;
  readonly at: AccountAtExchange;
  readonly record: BotRunRecord;
};

async function begin(
  deps: BotRunDeps,
  windows: Windows,
  runnable: RunnableBot,
  at: AccountAtExchange,
  fence: BotFence,
): Promise<Result<BotRunRecord, string>> {
  const { bot } = runnable;
  const { botId, activation } = bot;
  const earlier = await deps.runs.findEarlierRun(botId, activation);
  const memory =
    earlier === null ? [] : await memoryLeft(deps, windows, { bot, fence, at }, earlier);
  const setup = await makeSetup(deps, runnable, at, memory);
  if (!setup.ok) return setup;
  const record: BotRunRecord = {
    botId,
    activation,
    setup: toStoredForm(setup.value),
    doneUntilMs: setup.value.startMs + setup.value.firstRow * MINUTE_MS,
    eventCount: 0,
    placedCount: 0,
    placedDigest: '',
    fillCursor: earlier?.fillCursor ?? null,
    marginCursor: earlier?.marginCursor ?? null,
    openCount: 0,
  };
  if (await deps.runs.insertRun(fence, record)) return accepted(record);
  throw new Failure('conflict', 'the bot was stopped, or somebody else runs it');
}

/** What the script of the activation before had saved. */
async function memoryLeft(
  deps: BotRunDeps,
  windows: Windows,
  { bot, fence, at }: Omit<Stored, 'record'>,
  record: BotRunRecord,
): Promise<KeptMemory> {
  const { botId } = bot;
  const then = { ...bot, activation: record.activation };
  const restored = await restore(deps, windows, { bot: then, fence, at, record });
  if (!restored.ok) {
    deps.log.warn('bot.memory_lost', { bot_id: botId, cause: restored.rejection });
    return [];
  }
  const memory = memoryOf(restored.value);
  closeBot(windows, restored.value);
  return memory;
}

async function restore(
  deps: BotRunDeps,
  windows: Windows,
  stored: Stored,
): Promise<Result<LiveBot, string>> {
  const setup = readLiveSetup(stored.record);
  const window = await windowOf(deps, windows, stored.at, setup);
  if (!window.ok) return window;
  await bringUpTo(deps, window.value, stored.record.doneUntilMs);
  const laidOut = layOutBot({ ...stored, window: window.value });
  if (!laidOut.ok) return laidOut;
  try {
    const replayed = await replayBot(deps, laidOut.value);
    if (replayed.ok) return laidOut;
    closeBot(windows, laidOut.value);
    return replayed;
  } catch (error) {
    closeBot(windows, laidOut.value);
    throw error;
  }
}

/** Another process may have run the bot for minutes that a window shared here does not have yet. */
async function bringUpTo(deps: BotRunDeps, window: MarketWindow, untilMs: number): Promise<void> {
  if (endOfWindow(window) < untilMs) await extendWindow(deps, window);
  if (endOfWindow(window) >= untilMs) return;
  throw new Failure('unavailable', 'not all minutes that it has run for are known here yet');
}

/** The window of a run, shared with others on the same minutes. Throws Failure. */
export async function windowOf(
  deps: HistoryDeps,
  windows: Windows,
  { exchange }: AccountAtExchange,
  { marketTags, startMs }: LiveSetup,
): Promise<Result<MarketWindow, string>> {
  const markets: Market[] = [];
  for (const marketTag of marketTags) {
    const market = await findMarket(exchange, marketTag);
    if (market === null) return rejected(`Its market "${marketTag}" no longer exists.`);
    markets.push(market);
  }
  const key = windowKey(markets, startMs);
  const known = windows.get(key);
  if (known !== undefined) return accepted(known);
  const opened = await openWindow(deps, markets, startMs);
  if (!opened.ok) return opened;
  // Another bot may have opened the same one meanwhile.
  const window = windows.get(key) ?? opened.value;
  windows.set(key, window);
  return accepted(window);
}

/** Lets go of a run; a window that no other bot reads goes with it. */
export function closeBot(windows: Windows, live: LiveBot): void {
  closeLiveBot(live);
  const { window } = live;
  if (window.holdersCount === 0 && windows.get(window.key) === window) windows.delete(window.key);
}
