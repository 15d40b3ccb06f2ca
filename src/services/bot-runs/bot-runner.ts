// Runs the bots of the shards that this process holds. Its lease is renewed apart from its work;
// when it cannot be, the work stands still before the lease ends, and nothing more is sent.

import { inGroups } from '#lib/in-groups.ts';
import { LIMITS } from '#lib/limits.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import type { BotFence, FencedStep, RunnableBot } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import { writeLine } from '#engine/run/run-log.ts';
import { noteLookDue } from '#services/bot-runs/note-look-due.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import { lookAtMarkets } from '#services/bot-runs/check-markets.ts';
import { forgetOld, knownInputs } from '#services/bot-runs/known-inputs.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { endOfWindow, extendWindow } from '#services/bot-runs/market-window.ts';
import type { Windows } from '#services/bot-runs/open-bot.ts';
import { closeBot, openBot } from '#services/bot-runs/open-bot.ts';
import { resumeBotOrders } from '#services/bot-runs/send-bot-orders.ts';
import type { UpdateDeps } from '#services/bot-runs/update-bot.ts';
import { isDue, updateBot } from '#services/bot-runs/update-bot.ts';
import type { VenueRound } from '#services/bot-runs/venue-round.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';

export type BotRunner = {
  /** Prolongs the lease and takes free shards; to be called each second. Throws Failure. */
  renew(this: void): Promise<void>;
  /** Takes up bots that were started, lets go of stopped ones, and runs what is due. */
  tick(this: void): Promise<void>;
  /**
   * Hands out what was sent to running bots, who act on it at once: to be called when something is
   * said to have come, and now and then. Does not wait for them. Throws Failure.
   */
  receive(this: void): Promise<void>;
  /** Settles when no bot that `receive` woke is at work any more. */
  settled(this: void): Promise<void>;
  /** Bots were started or stopped: the next tick sees to it. */
  noteChange(this: void): void;
  /** Gives all shards back. Nothing else may be under way. Throws Failure. */
  close(this: void): Promise<void>;
  /** How many bots it runs. */
  runningCount(this: void): number;
};

export type RunnerOptions = {
  /** Of this process alone. */
  readonly owner: string;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number;
};

type Wanted = { readonly runnable: RunnableBot; readonly token: number };

type State = {
  readonly deps: UpdateDeps;
  readonly options: RunnerOptions;
  readonly windows: Windows;
  /** Tokens of the shards held, by shard. */
  tokens: ReadonlyMap<number, number>;
  /** Tokens of shards that were given back: an answer that was on its way may still name them. */
  readonly givenBack: Map<number, number>;
  shareCount: number;
  /** The lease is good until then, by the monotonic clock. */
  heldUntilMs: number;
  listedAtMs: number;
  /** As listed last, without those that ended since. */
  wanted: Map<string, Wanted>;
  readonly running: Map<string, LiveBot>;
  /** Bots that are being updated. */
  readonly busy: Set<LiveBot>;
  /** Bots that inputs were handed to, as long as one of them waits to be written. */
  readonly told: Set<LiveBot>;
  /** What was begun and is not waited for; never fails. */
  readonly underWay: Set<Promise<void>>;
  /** Stopped bots that cannot be followed, by their activation. */
  readonly unfollowed: Map<string, number>;
  /** When a bot that failed is tried again. */
  readonly retryAtMs: Map<string, number>;
};

/** Few at once, so that each group of steps is written while the next one is made. */
const STEP_GROUPS_MAX = 2;

/**
 * While bots act on what was sent to them, so many others are run for a minute at once, and so many
 * of those without giving way.
 */
const BESIDE_INPUTS_MAX = 8;
const UNYIELDING_MAX = 2;

export function botRunner(deps: BotRunDeps, options: RunnerOptions): BotRunner {
  const groups = { itemsMax: LIMITS.botStepsTogetherMax, groupsMax: STEP_GROUPS_MAX };
  const commit = (steps: readonly FencedStep[]) => deps.runs.commitSteps(steps);
  // What was sent to bots is not written behind the steps of a minute.
  const [commitMinutes, commitInputs] = [inGroups(commit, groups), inGroups(commit, groups)];
  const state: State = {
    deps: {
      ...deps,
      commitStep: (fenced) =>
        fenced.step.taken.length > 0 ? commitInputs(fenced) : commitMinutes(fenced),
    },
    options,
    windows: new Map(),
    tokens: new Map(),
    givenBack: new Map(),
    shareCount: Infinity,
    heldUntilMs: -Infinity,
    listedAtMs: -Infinity,
    wanted: new Map(),
    running: new Map(),
    busy: new Set(),
    unfollowed: new Map(),
    underWay: new Set(),
    told: new Set(),
    retryAtMs: new Map(),
  };
  return {
    renew: () => renew(state),
    tick: () => tick(state),
    receive: () => receive(state),
    async settled() {
      while (state.underWay.size > 0) await Promise.all(state.underWay);
    },
    noteChange() {
      state.listedAtMs = -Infinity;
    },
    async close() {
      state.heldUntilMs = -Infinity;
      for (const live of state.running.values()) letGo(state, live);
      await deps.runs.releaseLeases(options.owner, null);
    },
    runningCount: () => [...state.running.values()].filter((live) => !live.isFollowed).length,
  };
}

async function renew(state: State): Promise<void> {
  const { owner, monotonicMs } = state.options;
  const startedAtMs = monotonicMs();
  const answer = await state.deps.runs.renewLeases(owner, LIMITS.botLeaseMs);
  const leases = answer.leases.filter(({ shard, token }) => state.givenBack.get(shard) !== token);
  const tokens = new Map(leases.map(({ shard, token }) => [shard, token]));
  const isSame = leases.every(({ shard, token }) => state.tokens.get(shard) === token);
  // Of shards that are new here it is not known yet which bots run.
  if (!isSame) state.listedAtMs = -Infinity;
  state.tokens = tokens;
  state.shareCount = answer.shareCount;
  state.heldUntilMs = startedAtMs + LIMITS.botLeaseMs - LIMITS.botLeaseMarginMs;
}

function isHeld({ options, heldUntilMs }: State): boolean {
  return options.monotonicMs() < heldUntilMs;
}

/** Another may have run the shard meanwhile, although a lease was taken again since. */
function holds(state: State, { shard, token }: BotFence): boolean {
  return isHeld(state) && state.tokens.get(shard) === token;
}

async function tick(state: State): Promise<void> {
  // What is in memory stays: perhaps nobody else has the bots before the lease is renewed.
  if (!isHeld(state)) return;
  await giveSurplusBack(state);
  await list(state);
  keepWanted(state);
  // Those that are taken up already do not wait for those that are still to be.
  for (let isMore = true; isMore && isHeld(state);) {
    isMore = await takeUp(state);
    await extendWindows(state);
    noteLooks(state);
    await updateDue(state, [...state.running.values()], (worker) => giveWay(state, worker));
  }
}

function noteLooks({ running, wanted, options }: State): void {
  const nowMs = options.monotonicMs();
  for (const live of running.values()) {
    const plan = wanted.get(live.bot.botId)?.runnable.plan;
    if (plan !== undefined) noteLookDue(live, plan, nowMs);
  }
}

/**
 * What was sent to bots goes first: most of those who run minutes wait while it is acted on, and a
 * few go on, so that a stream of it does not keep minutes from being run.
 */
async function giveWay({ underWay }: State, worker: number): Promise<void> {
  if (worker >= UNYIELDING_MAX && underWay.size > 0) await Promise.all(underWay);
}

/** Those that are due and free, with one look at each of their accounts. */
async function updateDue(
  state: State,
  bots: readonly LiveBot[],
  turn: ((worker: number) => Promise<void>) | null,
): Promise<void> {
  const nowMs = state.options.monotonicMs();
  const due = bots.filter(
    (live) =>
      isDue(live) && !state.busy.has(live) && (state.retryAtMs.get(live.bot.botId) ?? 0) <= nowMs,
  );
  if (due.length === 0) return;
  const round = venueRound(state.deps);
  const isBeside = turn !== null && state.underWay.size > 0;
  await eachOf(due, isBeside ? BESIDE_INPUTS_MAX : LIMITS.botsAtOnceMax, async (live, worker) => {
    await turn?.(worker);
    await serve(state, live, round);
  });
}

async function receive(state: State): Promise<void> {
  if (!isHeld(state) || state.running.size === 0) return;
  const { tokens, running, deps, told } = state;
  const shards = [...tokens.keys()];
  const known = knownInputs(told, (live) => running.get(live.bot.botId) === live);
  const waiting = await deps.inbox.listWaiting(shards, LIMITS.botInboxReadMax, known);
  const addressed = new Set<LiveBot>();
  for (const input of waiting) {
    const live = running.get(input.botId);
    const isRun = live !== undefined && !live.isFollowed;
    if (!isRun || live.bot.activation !== input.activation) continue;
    const { sequence } = input;
    // A row that a step under way takes in is still there.
    const isKnown = live.taken.has(sequence);
    if (isKnown || live.inbox.some((each) => each.sequence === sequence)) continue;
    live.inbox.push(input);
    addressed.add(live);
    told.add(live);
  }
  if (addressed.size === 0) return;
  const work = updateDue(state, [...addressed], null).finally(() => state.underWay.delete(work));
  state.underWay.add(work);
}

/** When there are more processes than before, each gives up what is beyond its share. */
async function giveSurplusBack(state: State): Promise<void> {
  const { tokens, shareCount, deps, options } = state;
  const surplus = [...tokens.keys()].slice(shareCount);
  if (surplus.length === 0) return;
  for (const live of state.running.values())
    if (surplus.includes(live.fence.shard)) letGo(state, live);
  for (const shard of surplus) state.givenBack.set(shard, tokens.get(shard) ?? -1);
  state.tokens = new Map([...tokens].filter(([shard]) => !surplus.includes(shard)));
  try {
    await deps.runs.releaseLeases(options.owner, surplus);
  } catch (error) {
    // Perhaps they are this process's still; then the next renewal says so.
    for (const shard of surplus) state.givenBack.delete(shard);
    throw error;
  }
}

async function list(state: State): Promise<void> {
  const nowMs = state.options.monotonicMs();
  if (nowMs - state.listedAtMs < LIMITS.botListMs) return;
  const { tokens } = state;
  const listed = await state.deps.runs.listRunnableBots([...tokens.keys()]);
  state.listedAtMs = nowMs;
  state.wanted = new Map(
    listed.map((runnable) => {
      const token = tokens.get(runnable.shard) ?? -1;
      return [runnable.bot.botId, { runnable, token }];
    }),
  );
}

/**
 * Lets go of bots that were stopped or started anew, and of those of shards that are another's. A
 * token grows by one with each change of hands: one that has grown by one is this process's own
 * again, and nobody had the shard in between.
 */
function keepWanted(state: State): void {
  for (const live of state.running.values()) {
    const wanted = state.wanted.get(live.bot.botId);
    const { shard, token } = live.fence;
    const held = state.tokens.get(shard);
    const now = wanted?.runnable.bot;
    const isSame = now?.activation === live.bot.activation && now.isActivated === !live.isFollowed;
    if (isSame && held === token) continue;
    if (!isSame || held !== token + 1) letGo(state, live);
    else if (!state.busy.has(live)) {
      live.fence = { ...live.fence, token: held };
      live.mustResume = true;
    }
  }
}

/** Opening is mostly computing: more at once would only wait for one another. */
const OPENED_TOGETHER = 8;

/** Takes some up; answers whether there are more. */
async function takeUp(state: State): Promise<boolean> {
  const nowMs = state.options.monotonicMs();
  const missing = [...state.wanted.values()].filter(({ runnable, token }) => {
    const { botId } = runnable.bot;
    const isLost = state.unfollowed.get(botId) === runnable.bot.activation;
    if (isLost && !runnable.bot.isActivated) return false;
    const isFree = !state.running.has(botId) && (state.retryAtMs.get(botId) ?? 0) <= nowMs;
    return isFree && state.tokens.get(runnable.shard) === token;
  });
  await eachOf(missing.slice(0, LIMITS.botsOpenedAtOnceMax), OPENED_TOGETHER, async (wanted) => {
    const { runnable } = wanted;
    const fence = fenceOf(state, wanted);
    await guarded(state, fence, runnable, () => open(state, runnable, fence));
  });
  return missing.length > LIMITS.botsOpenedAtOnceMax;
}

function fenceOf({ options }: State, { runnable, token }: Wanted): BotFence {
  return { owner: options.owner, shard: runnable.shard, token };
}

async function open(state: State, runnable: RunnableBot, fence: BotFence): Promise<void> {
  const { deps, windows } = state;
  const { bot, planUntilMs, plan } = runnable;
  if (bot.isActivated && isLapsed(planUntilMs, deps.clock.nowMs())) {
    await refuse(state, fence, runnable, `The plan "${plan}" of its owner has ended.`);
    return;
  }
  const opened = await openBot(deps, windows, runnable, fence);
  if (!opened.ok) {
    if (bot.isActivated) await refuse(state, fence, runnable, opened.rejection);
    else stopFollowing(state, bot, opened.rejection);
    return;
  }
  const live = opened.value;
  state.running.set(bot.botId, live);
  state.retryAtMs.delete(bot.botId);
  deps.log.info('bot.running', { bot_id: bot.botId, activation: bot.activation });
  if (!live.isFollowed) await resumeBotOrders(deps, live, () => holds(state, fence));
}

async function extendWindows({ deps, windows }: State): Promise<void> {
  for (const window of windows.values()) {
    try {
      await extendWindow(deps, window);
      await lookAtMarkets(deps.exchanges, window);
    } catch (error) {
      if (!isPassing(error)) throw error;
      deps.log.warn('bot.minutes_failing', { window: window.key, cause: error.message });
    }
  }
}

/** Whether this process may act for the bot, and the run in memory is still in use. */
function isOurs(state: State, live: LiveBot): boolean {
  return holds(state, live.fence) && state.running.get(live.bot.botId) === live;
}

/** A bot that fails does not keep the others from running. */
async function serve(state: State, live: LiveBot, round: VenueRound): Promise<void> {
  if (!isOurs(state, live) || state.busy.has(live)) return;
  const runnable = state.wanted.get(live.bot.botId)?.runnable ?? null;
  state.busy.add(live);
  await guarded(state, live.fence, runnable, () => update(state, live, round), live);
  state.busy.delete(live);
}

async function update(state: State, live: LiveBot, round: VenueRound): Promise<void> {
  const wanted = state.wanted.get(live.bot.botId)?.runnable;
  const isStopped = live.isFollowed;
  if (
    !isStopped &&
    wanted !== undefined &&
    isLapsed(wanted.planUntilMs, state.deps.clock.nowMs())
  ) {
    live.over = { reason: `The plan "${wanted.plan}" of its owner has ended.`, isFault: true };
  }
  const outcome = await updateBot(state.deps, live, round, () => isOurs(state, live));
  live.isFailing = false;
  forgetOld(live.taken);
  if (outcome === 'goes_on') return;
  if (outcome === 'over') {
    const reason = live.over?.reason ?? null;
    state.deps.log.info('bot.over', { bot_id: live.bot.botId, reason });
  }
  // Whether it was stopped, started anew or taken over, the next list says.
  state.wanted.delete(live.bot.botId);
  state.listedAtMs = -Infinity;
  letGo(state, live);
}

const INTERNAL_ERROR = 'An internal error stopped it; the service log says more.';

async function guarded(
  state: State,
  fence: BotFence,
  runnable: RunnableBot | null,
  work: () => Promise<void>,
  live: LiveBot | null = null,
): Promise<void> {
  const botId = runnable?.bot.botId ?? live?.bot.botId ?? '';
  try {
    await work();
    state.retryAtMs.delete(botId);
  } catch (error) {
    state.retryAtMs.set(botId, state.options.monotonicMs() + LIMITS.botRetryMs);
    if (isPassing(error)) {
      state.deps.log.warn('bot.failing', { bot_id: botId, cause: error.message });
      // Asking again would not help: its account is gone, or the exchange does not accept it.
      const isLockedOut = error instanceof Failure && error.code === 'unauthorized';
      if (isLockedOut && runnable !== null) await stopLockedOut(state, fence, runnable, error);
      else if (live !== null) noteFailing(live, error.message);
      return;
    }
    // What is in memory may be ahead of what is stored: the run is not to be used.
    const inMemory = live ?? state.running.get(botId);
    if (inMemory !== undefined && inMemory !== null) letGo(state, inMemory);
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    state.deps.log.error('bot.defect', { bot_id: botId, cause });
    if (runnable !== null) await refuseQuietly(state, fence, runnable, INTERNAL_ERROR);
  }
}

function isPassing(error: unknown): error is Failure | OutcomeUnknown {
  return error instanceof Failure || error instanceof OutcomeUnknown;
}

function stopFollowing(state: State, { botId, activation }: Bot, cause: string): void {
  state.unfollowed.set(botId, activation);
  state.deps.log.warn('bot.not_followed', { bot_id: botId, cause });
}

async function stopLockedOut(
  state: State,
  fence: BotFence,
  runnable: RunnableBot,
  { message }: Failure,
): Promise<void> {
  const live = state.running.get(runnable.bot.botId);
  const { bot } = runnable;
  const reason = `Its exchange does not accept its account: ${message}`;
  if (bot.isActivated) await refuseQuietly(state, fence, runnable, reason);
  else stopFollowing(state, bot, reason);
  if (live !== undefined) letGo(state, live);
}

/** Once for each stretch of failing; written with the next step that succeeds. */
function noteFailing(live: LiveBot, cause: string): void {
  if (live.isFailing) return;
  live.isFailing = true;
  const text = `the service could not go on, and tries again: ${cause}`;
  writeLine(live.run.log, endOfWindow(live.window), 'warning', text);
}

/** A mistake of ours that one bot brings to light must not stop the bots of all others. */
async function refuseQuietly(
  state: State,
  fence: BotFence,
  runnable: RunnableBot,
  reason: string,
): Promise<void> {
  try {
    await refuse(state, fence, runnable, reason);
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

async function refuse(
  { deps, wanted }: State,
  fence: BotFence,
  { bot }: RunnableBot,
  reason: string,
): Promise<void> {
  const { botId, activation } = bot;
  await deps.runs.refuseRun(fence, { botId, activation, reason, atMs: deps.clock.nowMs() });
  wanted.delete(botId);
  deps.log.warn('bot.refused', { bot_id: botId, reason });
}

function letGo(state: State, live: LiveBot): void {
  const { botId } = live.bot;
  if (state.running.get(botId) !== live) return;
  state.running.delete(botId);
  closeBot(state.windows, live);
}

/** So many at once, each as soon as one before it is done. */
async function eachOf<T>(
  items: readonly T[],
  atOnceMax: number,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  async function take(worker: number): Promise<void> {
    for (const item of waiting) await work(item, worker);
  }
  const count = Math.min(atOnceMax, items.length);
  await Promise.all(Array.from({ length: count }, (_, worker) => take(worker)));
}
