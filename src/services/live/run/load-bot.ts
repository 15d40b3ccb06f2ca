// Takes a bot up: begins its run, or has the run made again that another process has left.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import type {
  BotFence,
  BotRunRecord,
  BotRunStore,
  RunnableBot,
} from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotSnapshot, RetainedSnapshots } from '#ports/stores/bot-snapshot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type {
  LiveRun,
  RunIdentity,
  RunState,
  SnapshotMark,
} from '#services/live/state/live-run.ts';
import { NO_SNAPSHOT } from '#services/live/state/live-run.ts';
import { noteNames } from '#services/live/orders/order-form.ts';
import type { MissingHistory } from '#services/backtests/warm-up-wish.ts';
import type { RetainedMemory, LiveSetup } from '#services/live/state/live-setup.ts';
import { cutSetup, readLiveSetup, runStartMs } from '#services/live/state/live-setup.ts';
import { growHistory } from '#services/live/run/history-of-run.ts';
import { makeSetup } from '#services/live/run/make-setup.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import {
  ALL_OPEN,
  extendWindow,
  openWindow,
  relevantCorrection,
  windowKey,
} from '#services/live/state/market-window.ts';
import { startLine } from '#services/live/run/start-line.ts';
import type {
  IsWanted,
  LoadedRun,
  LoadRejection,
  RunThreads,
} from '#services/live/run/run-threads.ts';
import { askMemory, askMissing, loadRun, releaseRun } from '#services/live/run/run-threads.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { findMarket } from '#services/markets/find-market.ts';

export type LoadDeps = LiveRunDeps & { readonly threads: RunThreads };

/** Windows by key, shared by the bots of a process. */
export type Windows = Map<string, MarketWindow>;

/**
 * The run as it is stored to stand. The rejection says why the bot cannot run. Throws Failure and
 * RunFault.
 */
export async function loadBot(
  deps: LoadDeps,
  windows: Windows,
  runnable: RunnableBot,
  fence: BotFence,
  isHeld: IsWanted,
): Promise<Result<LiveRun, string>> {
  const { bot } = runnable;
  const account = await deps.accounts.findAccount(bot.userId, bot.accountId);
  if (account === null) return rejected(`Its account "${bot.accountId}" no longer exists.`);
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const stoppedAtMs = bot.isActivated ? 0 : (runnable.stoppedAtMs ?? 0);
  const opening: Opening = { deps, windows, fence, at, stoppedAtMs, isHeld };
  const stored = await deps.runs.findRun(bot.botId, bot.activation);
  const record = stored === null ? await begin(opening, runnable) : accepted(stored);
  if (!record.ok) return record;
  return restore(opening, bot, record.value);
}

type Opening = {
  readonly deps: LoadDeps;
  readonly windows: Windows;
  readonly fence: BotFence;
  readonly at: AccountAtExchange;
  readonly stoppedAtMs: number;
  readonly isHeld: IsWanted;
};

async function begin(
  opening: Opening,
  runnable: RunnableBot,
): Promise<Result<BotRunRecord, string>> {
  const { deps, at, fence } = opening;
  const { bot } = runnable;
  const { botId, activation } = bot;
  const earlier = await deps.runs.findEarlierRun(botId, activation);
  const memory = earlier === null ? [] : await memoryLeft(opening, bot, earlier);
  const usual = await makeSetup(deps, runnable, at, memory);
  if (!usual.ok) return usual;
  const recordOf = (setup: LiveSetup): BotRunRecord => ({
    botId,
    activation,
    setup: toStoredForm(setup),
    doneUntilMs: runStartMs(setup),
    eventCount: 0,
    placedCount: 0,
    placedDigest: '',
    fillCursor: earlier?.fillCursor ?? null,
    marginCursor: earlier?.marginCursor ?? null,
    openCount: 0,
  });
  const setup = await withHistoryNeeded(opening, bot, usual.value, recordOf);
  const record = recordOf(setup);
  const line = startLine(setup, deps.clock.nowMs(), bot.accountId);
  if (await deps.runs.insertRun(fence, record, line)) return accepted(record);
  throw new Failure('conflict', 'the bot was stopped, or somebody else runs it');
}

/** What a bracket decides by needs none, and it is not to wait. Throws Failure and RunFault. */
async function withHistoryNeeded(
  opening: Opening,
  bot: Bot,
  setup: LiveSetup,
  recordOf: (setup: LiveSetup) => BotRunRecord,
): Promise<LiveSetup> {
  if (isBracket(setup.brain)) return setup;
  const { deps, at } = opening;
  const markets = await marketsNamed(at, setup.marketTags);
  if (!markets.ok) return setup;
  return growHistory(deps, setup, {
    userId: bot.userId,
    markets: markets.value,
    activatedAtMs: bot.activatedAtMs ?? deps.clock.nowMs(),
    missing: (each) => missingOf(opening, bot, each, recordOf(each)),
  });
}

async function missingOf(
  { deps, windows, at, isHeld }: Opening,
  bot: Bot,
  setup: LiveSetup,
  record: BotRunRecord,
): Promise<MissingHistory> {
  const opened = await windowOf(deps, windows, at, setup);
  // Why it cannot be opened is said when the run is loaded.
  if (!opened.ok) return { missingMinutes: 0, wishedBars: 0 };
  const window = opened.value;
  window.holdersCount += 1;
  try {
    const { startMs } = setup;
    const { orderSupport } = at.exchange;
    return await askMissing(deps.threads, { bot, record, window, startMs, orderSupport }, isHeld);
  } finally {
    letWindowGo(windows, window);
  }
}

/** What the script of the activation before had saved. */
async function memoryLeft(
  opening: Opening,
  bot: Bot,
  record: BotRunRecord,
): Promise<RetainedMemory> {
  const { deps, windows, isHeld } = opening;
  const then = { ...bot, activation: record.activation };
  const restored = await restore(opening, then, record);
  if (!restored.ok) {
    deps.log.warn('bot.memory_lost', { bot_id: bot.botId, cause: restored.rejection });
    return [];
  }
  try {
    return await askMemory(deps.threads, restored.value.run.place, isHeld);
  } finally {
    closeRun(deps.threads, windows, restored.value.run);
  }
}

/** Tries one after the other, until the run can be loaded. */
async function restore(
  opening: Opening,
  bot: Bot,
  record: BotRunRecord,
): Promise<Result<LiveRun, string>> {
  const { deps, windows } = opening;
  const whole = readLiveSetup(record);
  const newest = await deps.runs.findSnapshots(record.botId, record.activation, 1);
  const found: SnapshotFindings = { isWrong: false, refusal: newest.refusal };
  let useless: BotSnapshot | null = null;
  for await (const each of triesOf(deps, record, whole, newest)) {
    const { snapshot } = each;
    if (snapshot !== null && snapshot === useless) continue;
    const isLast = snapshot === null;
    const setup = cutSetup(whole, each.startMs);
    const opened = await windowOf(deps, windows, opening.at, setup);
    if (!opened.ok && isLast) return opened;
    if (!opened.ok) continue;
    const window = opened.value;
    // From here on the window is retained for this bot.
    window.holdersCount += 1;
    try {
      await bringUpTo(deps, window, record.doneUntilMs);
      const { fence, at, stoppedAtMs } = opening;
      const identity = { bot, at, isFollowed: !bot.isActivated, stoppedAtMs };
      const given = { identity, fence, setup, window, record };
      const loaded = await load(deps, given, snapshot, found, opening.isHeld);
      if (loaded.ok) return accepted(liveRun(given, loaded.value));
      letWindowGo(windows, window);
      if (isLast) return rejected(loaded.rejection.reason);
      if (loaded.rejection.kind !== 'needs_earlier') useless = snapshot;
    } catch (error) {
      letWindowGo(windows, window);
      throw error;
    }
  }
  return rejected('Its run cannot be loaded.');
}

/** Where to take a run up from; `startMs`: where the minutes begin that it is given. */
type Try = { readonly snapshot: BotSnapshot | null; readonly startMs: number };

/** What was found of the snapshots that were tried. */
type SnapshotFindings = { isWrong: boolean; readonly refusal: string | null };

/** The newest snapshot first, with the minutes that it needs and then with all; a replay last. */
async function* triesOf(
  { threads, runs }: LoadDeps,
  record: BotRunRecord,
  setup: LiveSetup,
  newest: RetainedSnapshots,
): AsyncGenerator<Try, void> {
  const { startMs } = setup;
  const isWholeWanted = threads.wholeWanted.delete(record.botId);
  function* triesFrom({ snapshots }: RetainedSnapshots): Generator<Try> {
    for (const snapshot of snapshots) {
      if (!isBefore(snapshot, record)) continue;
      const { windowStartMs, doneUntilMs } = snapshot;
      // Its first update requests series that may reach back to the beginning.
      const hasRun = doneUntilMs > runStartMs(setup);
      const isCut = windowStartMs > startMs && hasRun && !isWholeWanted;
      if (isCut) yield { snapshot, startMs: windowStartMs };
      yield { snapshot, startMs };
    }
  }
  yield* triesFrom(newest);
  const { botId, activation } = record;
  const [first] = newest.snapshots;
  // Seldom needed: those before it are not read with it.
  if (first !== undefined) {
    const { snapshots, refusal } = await runs.findSnapshots(botId, activation);
    yield* triesFrom({ snapshots: snapshots.filter((each) => !isSame(each, first)), refusal });
  }
  yield { snapshot: null, startMs };
}

function isSame(left: BotSnapshot, right: BotSnapshot): boolean {
  return left.wholeDigest === right.wholeDigest && left.text === right.text;
}

type ToLoad = Pick<RunState, 'fence' | 'record' | 'window' | 'setup'> & {
  readonly identity: RunIdentity;
};

type LoadResult = { readonly run: LoadedRun; readonly snapshot: SnapshotMark };

/** From a snapshot, or from the run's beginning. */
async function load(
  deps: LoadDeps,
  given: ToLoad,
  snapshot: BotSnapshot | null,
  found: SnapshotFindings,
  isHeld: IsWanted,
): Promise<Result<LoadResult, LoadRejection>> {
  const { record } = given;
  const { snapshots: figures } = deps.threads;
  const loaded = await loadFrom(deps, given, snapshot, isHeld);
  if (snapshot === null) {
    if (!loaded.ok) return loaded;
    figures.replayedCount += 1;
    if (found.isWrong) await noteDifference(deps, given, found.refusal);
    const mark = { ...NO_SNAPSHOT, refusal: found.refusal };
    return accepted({ run: loaded.value, snapshot: mark });
  }
  if (loaded.ok) {
    figures.loadedCount += 1;
    return accepted({ run: loaded.value, snapshot: markOf(snapshot, found.refusal) });
  }
  const { kind, reason: cause } = loaded.rejection;
  if (kind === 'needs_earlier') return loaded;
  figures.unfitCount += 1;
  found.isWrong ||= kind === 'refused';
  deps.log.warn('bot.snapshot_unfit', { bot_id: record.botId, kind, cause });
  return loaded;
}

/** Another process may have carried the run on since the record was read. */
function isBefore(snapshot: BotSnapshot, record: BotRunRecord): boolean {
  const { eventCount, doneUntilMs } = snapshot;
  return eventCount <= record.eventCount && doneUntilMs <= record.doneUntilMs;
}

/** Mark of a snapshot; `refusal` is why it was not used. */
export function markOf(
  { doneUntilMs, eventCount }: BotSnapshot,
  refusal: string | null,
): SnapshotMark {
  return { doneUntilMs, eventCount, refusal };
}

async function loadFrom(
  { runs, threads }: LoadDeps,
  { identity, record, window, setup }: ToLoad,
  snapshot: BotSnapshot | null,
  isHeld: IsWanted,
): Promise<Result<LoadedRun, LoadRejection>> {
  const events = await eventsSince(runs, record, snapshot);
  const { bot, at, isFollowed } = identity;
  const { orderSupport } = at.exchange;
  const { startMs } = setup;
  const given = { bot, record, window, startMs, isFollowed, snapshot, events, orderSupport };
  return loadRun(threads, given, isHeld);
}

/**
 * The events of a run since the snapshot, or all of them. Throws Failure: also when they are not
 * all there any more, because the bot was deleted since the record was read.
 */
export async function eventsSince(
  runs: Pick<BotRunStore, 'listEvents'>,
  { botId, activation, eventCount }: BotRunRecord,
  snapshot: BotSnapshot | null,
): Promise<readonly string[]> {
  const earlierCount = snapshot?.eventCount ?? 0;
  const events = await runs.listEvents(botId, activation, earlierCount);
  if (earlierCount + events.length >= eventCount) return events;
  throw new Failure('conflict', 'the bot was deleted');
}

/**
 * What was loaded from a snapshot came to other orders than were written down: a defect of ours.
 */
async function noteDifference(
  { runs, threads, log }: LoadDeps,
  { fence, record: { botId, activation } }: ToLoad,
  refusal: string | null,
): Promise<void> {
  threads.snapshots.differingCount += 1;
  log.error('bot.snapshot_differs', { bot_id: botId, activation });
  await runs.dropSnapshots(fence, { botId, activation, refusal });
}

function liveRun({ identity, ...given }: ToLoad, { run, snapshot }: LoadResult): LiveRun {
  const { place, view, names } = run;
  return {
    identity,
    run: {
      ...given,
      phase: 'current',
      ending: null,
      place,
      view,
      snapshot,
      notes: [],
      isFailing: false,
    },
    venue: { walletText: null, standing: ALL_OPEN, awaitsClosing: false },
    orders: { names: new Map(names.added), mayBeUnsent: true },
    schedule: {
      inbox: [],
      taken: new Set(),
      isArrivalDue: false,
      // What was cancelled or closed when it was stopped is delivered to its run at once.
      poll: identity.isFollowed ? 'account' : null,
      nextPollMs: 0,
      nextPricesMs: 0,
      hasSent: false,
      sentAtMs: -Infinity,
      accountPollMs: Infinity,
      idleRow: -1,
      idlePollMs: Infinity,
    },
    news: { count: 0, announced: new Map(), readFillIds: new Set(), nextLookMs: 0 },
    pending: null,
    subscription: { runId: null, values: null },
  };
}

/** Loads a lost or moved run where it belongs now; false if it cannot. Throws Failure, RunFault. */
export async function reloadBot(deps: LoadDeps, live: LiveRun, isHeld: IsWanted): Promise<boolean> {
  const { identity } = live;
  const { fence, record, setup, window } = live.run;
  releaseRun(deps.threads, live.run.place, window);
  const retained = await deps.runs.findSnapshots(record.botId, record.activation);
  const found: SnapshotFindings = { isWrong: false, refusal: retained.refusal };
  const fitting = retained.snapshots.filter((snapshot) => isBefore(snapshot, record));
  // With other minutes than it has, it is loaded again.
  const tries = window.isCut
    ? fitting.filter(({ windowStartMs }) => windowStartMs === setup.startMs)
    : [...fitting, null];
  for (const snapshot of tries) {
    const given = { identity, fence, record, setup, window };
    const loaded = await load(deps, given, snapshot, found, isHeld);
    if (!loaded.ok) {
      deps.log.warn('bot.not_reloaded', { bot_id: record.botId, cause: loaded.rejection.reason });
      continue;
    }
    takePlace(live, loaded.value);
    return true;
  }
  return false;
}

function takePlace({ run, venue, orders }: LiveRun, loaded: LoadResult): void {
  const { place, view, names } = loaded.run;
  run.snapshot = loaded.snapshot;
  run.place = place;
  run.view = view;
  venue.walletText = null;
  venue.standing = ALL_OPEN;
  orders.names.clear();
  noteNames(orders, names);
}

/** Another process may have run the bot for minutes that a window shared here does not have yet. */
async function bringUpTo(deps: LiveRunDeps, window: MarketWindow, untilMs: number): Promise<void> {
  if (window.endMs < untilMs) await extendWindow(deps, window);
  if (window.endMs >= untilMs) return;
  throw new Failure('unavailable', 'not all minutes that it has run for are known here yet');
}

async function marketsNamed(
  { exchange }: Pick<AccountAtExchange, 'exchange'>,
  marketTags: readonly string[],
): Promise<Result<readonly Market[], string>> {
  const markets: Market[] = [];
  for (const marketTag of marketTags) {
    const market = await findMarket(exchange, marketTag);
    if (market === null) return rejected(`Its market "${marketTag}" no longer exists.`);
    markets.push(market);
  }
  return accepted(markets);
}

/** The window of a run, shared with others on the same minutes. Throws Failure. */
export async function windowOf(
  deps: HistoryDeps,
  windows: Windows,
  { exchange }: AccountAtExchange,
  { marketTags, startMs, rowsCut = 0, seenCorrection: seen = 0, laterMarkets }: LiveSetup,
): Promise<Result<MarketWindow, string>> {
  const named = await marketsNamed({ exchange }, marketTags);
  if (!named.ok) return named;
  const markets = named.value;
  const seenCorrection = await relevantCorrection(deps, markets, startMs, seen);
  const start = { startMs, rowsCut, seenCorrection, laterMarkets };
  const key = windowKey(markets, start);
  const known = windows.get(key);
  if (known !== undefined) return accepted(known);
  return openOnce(windows, key, () => openWindow(deps, markets, start, windows.values()));
}

type OpenedWindow = Result<MarketWindow, string>;

/** Windows that are being opened, by key: bots that are loaded together wait for the same one. */
const opening = new WeakMap<Windows, Map<string, Promise<OpenedWindow>>>();

async function openOnce(
  windows: Windows,
  key: string,
  open: () => Promise<OpenedWindow>,
): Promise<OpenedWindow> {
  const underWay = opening.get(windows) ?? new Map<string, Promise<OpenedWindow>>();
  opening.set(windows, underWay);
  const other = underWay.get(key);
  if (other !== undefined) return other;
  const own = open().then((opened) => {
    if (opened.ok) windows.set(key, opened.value);
    return opened;
  });
  underWay.set(key, own);
  try {
    return await own;
  } finally {
    underWay.delete(key);
  }
}

/** Lets go of a run; a window that no other bot reads goes with it. */
export function closeRun(
  threads: RunThreads,
  windows: Windows,
  { place, window }: Pick<RunState, 'place' | 'window'>,
): void {
  releaseRun(threads, place, window);
  letWindowGo(windows, window);
}

function letWindowGo(windows: Windows, window: MarketWindow): void {
  window.holdersCount -= 1;
  if (window.holdersCount === 0 && windows.get(window.key) === window) windows.delete(window.key);
}
