// Runs the bots of the shards that this process holds. Its lease is renewed apart from its work;
// when it cannot be, the work ends before the lease does, and nothing that was begun is written or
// sent.

import { LIMITS } from '#lib/limits.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import type { BotFence, RunnableBot } from '#ports/bot-run-store.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { extendWindow } from '#services/bot-runs/market-window.ts';
import type { Windows } from '#services/bot-runs/open-bot.ts';
import { closeBot, openBot } from '#services/bot-runs/open-bot.ts';
import { resumeBotOrders } from '#services/bot-runs/send-bot-orders.ts';
import { isBehind, updateBot } from '#services/bot-runs/update-bot.ts';
import type { VenueRound } from '#services/bot-runs/venue-round.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';

export type BotRunner = {
  /** Prolongs the lease and takes free shards; to be called each second. Throws Failure. */
  renew(this: void): Promise<void>;
  /** Takes up bots that were started, lets go of stopped ones, and runs what is due. */
  tick(this: void): Promise<void>;
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
  readonly deps: BotRunDeps;
  readonly options: RunnerOptions;
  readonly windows: Windows;
  /** Tokens of the shards held, by shard. */
  tokens: ReadonlyMap<number, number>;
  shareCount: number;
  /** The lease is good until then, by the monotonic clock. */
  heldUntilMs: number;
  listedAtMs: number;
  wanted: ReadonlyMap<string, Wanted>;
  readonly running: Map<string, LiveBot>;
  /** When a bot that failed to be taken up is tried again. */
  readonly retryAtMs: Map<string, number>;
};

export function botRunner(deps: BotRunDeps, options: RunnerOptions): BotRunner {
  const state: State = {
    deps,
    options,
    windows: new Map(),
    tokens: new Map(),
    shareCount: Infinity,
    heldUntilMs: -Infinity,
    listedAtMs: -Infinity,
    wanted: new Map(),
    running: new Map(),
    retryAtMs: new Map(),
  };
  return {
    renew: () => renew(state),
    tick: () => tick(state),
    async close() {
      state.heldUntilMs = -Infinity;
      letGoOfAll(state);
      await deps.runs.releaseLeases(options.owner, null);
    },
    runningCount: () => state.running.size,
  };
}

async function renew(state: State): Promise<void> {
  const { owner, monotonicMs } = state.options;
  const startedAtMs = monotonicMs();
  const { leases, shareCount } = await state.deps.runs.renewLeases(owner, LIMITS.botLeaseMs);
  state.tokens = new Map(leases.map(({ shard, token }) => [shard, token]));
  state.shareCount = shareCount;
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
  if (!isHeld(state)) {
    letGoOfAll(state);
    return;
  }
  await giveSurplusBack(state);
  await list(state);
  letGoOfUnwanted(state);
  await takeUp(state);
  await extendWindows(state);
  const round = venueRound(state.deps);
  const due = [...state.running.values()].filter(
    (live) => isBehind(live) && !live.run.settings.isPaused,
  );
  await eachOf(due, (live) => isolated(state, live, () => update(state, live, round)));
}

/** When there are more processes than before, each gives up what is beyond its share. */
async function giveSurplusBack(state: State): Promise<void> {
  const { tokens, shareCount, deps, options } = state;
  const surplus = [...tokens.keys()].slice(shareCount);
  if (surplus.length === 0) return;
  for (const live of state.running.values())
    if (surplus.includes(live.fence.shard)) letGo(state, live);
  state.tokens = new Map([...tokens].filter(([shard]) => !surplus.includes(shard)));
  await deps.runs.releaseLeases(options.owner, surplus);
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

function letGoOfUnwanted(state: State): void {
  for (const live of state.running.values()) {
    const wanted = state.wanted.get(live.bot.botId);
    const isSame =
      wanted?.runnable.bot.activation === live.bot.activation &&
      state.tokens.get(live.fence.shard) === live.fence.token;
    if (!isSame) letGo(state, live);
  }
}

async function takeUp(state: State): Promise<void> {
  const nowMs = state.options.monotonicMs();
  const missing = [...state.wanted.values()].filter(({ runnable, token }) => {
    const { botId } = runnable.bot;
    const isFree = !state.running.has(botId) && (state.retryAtMs.get(botId) ?? 0) <= nowMs;
    return isFree && state.tokens.get(runnable.shard) === token;
  });
  await eachOf(missing.slice(0, LIMITS.botsOpenedAtOnceMax), async (wanted) => {
    const { runnable } = wanted;
    const fence = fenceOf(state, wanted);
    await guarded(state, fence, runnable, () => open(state, runnable, fence));
  });
}

function fenceOf({ options }: State, { runnable, token }: Wanted): BotFence {
  return { owner: options.owner, shard: runnable.shard, token };
}

async function open(state: State, runnable: RunnableBot, fence: BotFence): Promise<void> {
  const { deps, windows } = state;
  const { bot, planUntilMs, plan } = runnable;
  if (isLapsed(planUntilMs, deps.clock.nowMs())) {
    await refuse(state, fence, runnable, `The plan "${plan}" of its owner has ended.`);
    return;
  }
  const opened = await openBot(deps, windows, runnable, fence);
  if (!opened.ok) {
    await refuse(state, fence, runnable, opened.rejection);
    return;
  }
  const live = opened.value;
  state.running.set(bot.botId, live);
  state.retryAtMs.delete(bot.botId);
  deps.log.info('bot.running', { bot_id: bot.botId, activation: bot.activation });
  await resumeBotOrders(deps, live, () => holds(state, fence));
}

async function extendWindows({ deps, windows }: State): Promise<void> {
  for (const window of windows.values()) {
    try {
      await extendWindow(deps, window);
    } catch (error) {
      if (!isPassing(error)) throw error;
      deps.log.warn('bot.minutes_failing', { window: window.key, cause: error.message });
    }
  }
}

async function update(state: State, live: LiveBot, round: VenueRound): Promise<void> {
  const mayAct = (): boolean => holds(state, live.fence);
  if (!mayAct() || state.running.get(live.bot.botId) !== live) return;
  const wanted = state.wanted.get(live.bot.botId)?.runnable;
  if (wanted !== undefined && isLapsed(wanted.planUntilMs, state.deps.clock.nowMs())) {
    live.over = { reason: `The plan "${wanted.plan}" of its owner has ended.`, isFault: true };
  }
  const outcome = await updateBot(state.deps, live, round, mayAct);
  if (outcome === 'goes_on') return;
  if (outcome === 'over') {
    const reason = live.over?.reason ?? null;
    state.deps.log.info('bot.over', { bot_id: live.bot.botId, reason });
  }
  letGo(state, live);
}

/** A bot that fails does not keep the others from running. */
async function isolated(state: State, live: LiveBot, work: () => Promise<void>): Promise<void> {
  const runnable = state.wanted.get(live.bot.botId)?.runnable;
  await guarded(state, live.fence, runnable ?? null, work, live);
}

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
  } catch (error) {
    // What is in memory may be ahead of what is stored: the run is made again.
    const inMemory = live ?? state.running.get(botId);
    if (inMemory !== undefined && inMemory !== null) letGo(state, inMemory);
    state.retryAtMs.set(botId, state.options.monotonicMs() + LIMITS.botRetryMs);
    if (isPassing(error)) {
      state.deps.log.warn('bot.failing', { bot_id: botId, cause: error.message });
      return;
    }
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    state.deps.log.error('bot.defect', { bot_id: botId, cause });
    if (runnable !== null) await refuseQuietly(state, fence, runnable);
  }
}

function isPassing(error: unknown): error is Failure | OutcomeUnknown {
  return error instanceof Failure || error instanceof OutcomeUnknown;
}

/** A mistake of ours that one bot brings to light must not stop the bots of all others. */
async function refuseQuietly(state: State, fence: BotFence, runnable: RunnableBot): Promise<void> {
  try {
    await refuse(
      state,
      fence,
      runnable,
      'An internal error stopped it; the service log says more.',
    );
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

async function refuse(
  { deps }: State,
  fence: BotFence,
  { bot }: RunnableBot,
  reason: string,
): Promise<void> {
  const { botId, activation } = bot;
  await deps.runs.refuseRun(fence, { botId, activation, reason, atMs: deps.clock.nowMs() });
  deps.log.warn('bot.refused', { bot_id: botId, reason });
}

function letGo(state: State, live: LiveBot): void {
  const { botId } = live.bot;
  if (state.running.get(botId) !== live) return;
  state.running.delete(botId);
  closeBot(state.windows, live);
}

function letGoOfAll(state: State): void {
  for (const live of state.running.values()) letGo(state, live);
}

/** So many at once, each as soon as one before it is done. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  async function take(): Promise<void> {
    for (const item of waiting) await work(item);
  }
  await Promise.all(Array.from({ length: LIMITS.botsAtOnceMax }, take));
}
