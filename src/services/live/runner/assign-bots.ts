// Assigns bots to a runner: its lease on shards is renewed, the bots of its shards are listed,
// those newly assigned are loaded, and the others are released.

import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import type { BotFence, RunnableBot, UnreadableBot } from '#ports/stores/bot-run-store.ts';
import { resumeBotOrders } from '#services/live/orders/send-bot-orders.ts';
import { loadBot } from '#services/live/run/load-bot.ts';
import { isReserved, threadOf } from '#services/live/run/run-placement.ts';
import { isThreadStuck } from '#services/live/run/run-threads.ts';
import { forEachThread } from '#services/live/runner/supervise-bot.ts';
import type { AssignedBot, RunnerState } from '#services/live/runner/runner-state.ts';
import { holds, releaseBot } from '#services/live/runner/runner-state.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import { followLater, refuseBot, superviseBot } from '#services/live/runner/supervise-bot.ts';

const UNREADABLE = 'What is stored of it cannot be read; the service log says more.';

/** Prolongs the lease and takes free shards. Throws Failure. */
export async function renewShards(state: RunnerState): Promise<void> {
  const { owner, monotonicMs } = state.options;
  const startedAtMs = monotonicMs();
  const response = await state.deps.runs.renewLeases(owner, LIMITS.botLeaseMs);
  const leases = response.leases.filter(({ shard, token }) => state.givenBack.get(shard) !== token);
  const tokens = new Map(leases.map(({ shard, token }) => [shard, token]));
  const isKnown = leases.every(({ shard, token }) => state.tokens.get(shard) === token);
  // Of shards that are new here it is not known yet which bots run.
  if (!isKnown) state.listedAtMs = -Infinity;
  if (!isKnown || tokens.size !== state.tokens.size) state.tokens = tokens;
  state.shareCount = response.shareCount;
  state.heldUntilMs = startedAtMs + LIMITS.botLeaseMs - LIMITS.botLeaseMarginMs;
}

/** When there are more processes than before, each gives up what is beyond its share. */
export async function giveSurplusBack(state: RunnerState): Promise<void> {
  const { tokens, shareCount, deps, options } = state;
  const surplus = [...tokens.keys()].slice(shareCount);
  if (surplus.length === 0) return;
  for (const live of state.running.values())
    if (surplus.includes(live.run.fence.shard)) releaseBot(state, live);
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

/** Lists them anew when that is due. Throws Failure. */
export async function listAssigned(state: RunnerState): Promise<void> {
  const nowMs = state.options.monotonicMs();
  if (nowMs - state.listedAtMs < LIMITS.botListMs) return;
  const { tokens } = state;
  const unreadable: UnreadableBot[] = [];
  // What changes from here on may not be in the list: it is listed again then.
  state.listedAtMs = nowMs;
  const listed = await listOrRetry(state, (bot) => unreadable.push(bot));
  const { placement } = state.deps.threads;
  placement.quarantined = new Set(
    listed.flatMap(({ bot, ownerStrikesCount }) => (ownerStrikesCount > 0 ? [bot.userId] : [])),
  );
  const ownerId = listed[0]?.bot.userId;
  placement.hasNeighbours = listed.some(({ bot }) => bot.userId !== ownerId);
  state.wanted = new Map(
    listed.map((runnable) => {
      const token = tokens.get(runnable.shard) ?? -1;
      return [runnable.bot.botId, { runnable, token }];
    }),
  );
  for (const bot of unreadable) await refuseUnreadable(state, bot);
  await endUnread(state);
}

/**
 * Says of input that nobody will read what became of it. It stays where it is until that is
 * written, also if this process ends. Throws nothing: the next list tries again.
 */
async function endUnread({ deps, tokens }: RunnerState): Promise<void> {
  try {
    await deps.inbox.endUnread([...tokens.keys()], deps.clock.nowMs(), LIMITS.botInboxReadMax);
  } catch (error) {
    deps.log.warn('bot.inputs_not_ended', { cause: describeError(error) });
  }
}

async function listOrRetry(
  state: RunnerState,
  onUnreadable: (bot: UnreadableBot) => void,
): Promise<readonly RunnableBot[]> {
  try {
    return await state.deps.runs.listRunnableBots([...state.tokens.keys()], onUnreadable);
  } catch (error) {
    state.listedAtMs = -Infinity;
    throw error;
  }
}

/**
 * Stops a bot whose row does not fit any more, once; it cannot be loaded, and its owner is to know.
 * Throws nothing.
 */
async function refuseUnreadable(
  state: RunnerState,
  { botId, activation, shard, isActivated, cause }: UnreadableBot,
): Promise<void> {
  const { deps, options, tokens, unfollowed } = state;
  if (unfollowed.get(botId)?.activation === activation && !isActivated) return;
  const never = { stoppedAtMs: null, failuresCount: 1, untilMs: Infinity };
  unfollowed.set(botId, { activation, ...never });
  deps.log.error('bot.unreadable', { bot_id: botId, cause });
  const token = tokens.get(shard);
  if (!isActivated || token === undefined) return;
  const atMs = deps.clock.nowMs();
  const refusal = { botId, activation, reason: UNREADABLE, by: 'service', atMs } as const;
  try {
    await deps.runs.refuseRun({ owner: options.owner, shard, token }, refusal);
  } catch (error) {
    // It is listed again, and refused then.
    const why = describeError(error);
    deps.log.warn('bot.not_refused', { bot_id: botId, cause: why });
  }
}

/**
 * Lets go of bots that were stopped or started anew, and of those of shards that are another's. A
 * token grows by one with each change of hands: one that has grown by one is this process's own
 * again, and nobody had the shard in between.
 */
export function keepAssigned(state: RunnerState): void {
  const { wanted, tokens } = state;
  if (isCompared(state)) return;
  let isBusyLeft = false;
  for (const live of state.running.values()) {
    const { fence } = live.run;
    const token = tokens.get(fence.shard);
    const isSame = isAsListed(live, wanted.get(live.identity.bot.botId)?.runnable);
    if (isSame && token === fence.token) continue;
    if (!isSame || token !== fence.token + 1) releaseBot(state, live);
    else if (state.busy.has(live)) isBusyLeft = true;
    else {
      live.run.fence = { ...fence, token };
      live.orders.mayBeUnsent = true;
    }
  }
  const { rosterNumber } = state;
  state.comparedWith = isBusyLeft
    ? null
    : { wanted, wantedCount: wanted.size, tokens, rosterNumber };
}

/** One that was wound down after its stop is read once more, from that instant on. */
function isAsListed({ identity }: LiveRun, listed: RunnableBot | undefined): boolean {
  const { bot, isFollowed, stoppedAtMs } = identity;
  if (listed?.bot.activation !== bot.activation) return false;
  if (listed.bot.isActivated) return !isFollowed;
  return isFollowed && (listed.stoppedAtMs ?? 0) === stoppedAtMs;
}

/** Whether nothing has changed since each bot was compared with what is assigned. */
function isCompared({ comparedWith, wanted, tokens, rosterNumber }: RunnerState): boolean {
  return (
    comparedWith !== null &&
    comparedWith.wanted === wanted &&
    comparedWith.wantedCount === wanted.size &&
    comparedWith.tokens === tokens &&
    comparedWith.rosterNumber === rosterNumber
  );
}

/** Enough to be read together while a thread computes; each may hold a large snapshot meanwhile. */
const OPENED_TOGETHER = 16;

/** Loads some; returns whether there are more. */
export async function loadBots(state: RunnerState): Promise<boolean> {
  const nowMs = state.options.monotonicMs();
  const { threads } = state.deps;
  const { placement } = threads;
  const missing = [...state.wanted.values()].filter(({ runnable, token }) => {
    const { botId } = runnable.bot;
    if (!runnable.bot.isActivated && isLeftAlone(state, runnable, nowMs)) return false;
    const isAtWork =
      state.running.has(botId) || state.leaving.has(botId) || state.opening.has(botId);
    const isFree = !isAtWork && (state.retries.get(botId)?.atMs ?? 0) <= nowMs;
    if (!isFree || state.tokens.get(runnable.shard) !== token) return false;
    const thread = threadOf(placement, runnable.bot);
    return isReserved(placement, thread) || !isThreadStuck(threads, thread);
  });
  const taken = missing.slice(0, LIMITS.botsOpenedAtOnceMax);
  for (const { runnable } of taken) state.opening.add(runnable.bot.botId);
  const passOver = ({ runnable }: AssignedBot): void =>
    void state.opening.delete(runnable.bot.botId);
  await forEachThread(state, taken, {
    placeOf({ runnable: { bot } }) {
      return { thread: threadOf(placement, bot), ownerId: bot.userId };
    },
    atOnceMax: OPENED_TOGETHER,
    async begin(wanted) {
      const { runnable } = wanted;
      const fence = fenceOf(state, wanted);
      await superviseBot(state, fence, runnable, () => openWanted(state, runnable, fence));
      passOver(wanted);
    },
    passOver,
  });
  return missing.length > LIMITS.botsOpenedAtOnceMax;
}

function isLeftAlone(
  { unfollowed }: RunnerState,
  { bot, stoppedAtMs }: RunnableBot,
  nowMs: number,
): boolean {
  const left = unfollowed.get(bot.botId);
  const isOfThisStop = left?.activation === bot.activation && left.stoppedAtMs === stoppedAtMs;
  return isOfThisStop && nowMs < left.untilMs;
}

function fenceOf({ options }: RunnerState, { runnable, token }: AssignedBot): BotFence {
  return { owner: options.owner, shard: runnable.shard, token };
}

async function openWanted(
  state: RunnerState,
  runnable: RunnableBot,
  fence: BotFence,
): Promise<void> {
  const { deps, windows } = state;
  const { bot, planUntilMs, plan } = runnable;
  if (bot.isActivated && isLapsed(planUntilMs, deps.clock.nowMs())) {
    const reason = `The plan "${plan}" of its owner has ended.`;
    await refuseBot(state, fence, runnable, { reason, by: 'service' });
    return;
  }
  const opened = await loadBot(deps, windows, runnable, fence, () => holds(state, fence));
  if (!opened.ok) {
    if (bot.isActivated)
      await refuseBot(state, fence, runnable, { reason: opened.rejection, by: 'service' });
    else followLater(state, runnable, opened.rejection);
    return;
  }
  const live = opened.value;
  state.running.set(bot.botId, live);
  state.rosterNumber += 1;
  // Should it be stopped again, its orders are to be followed again.
  if (bot.isActivated) state.unfollowed.delete(bot.botId);
  state.retries.delete(bot.botId);
  deps.log.info('bot.running', { bot_id: bot.botId, activation: bot.activation });
  if (live.identity.isFollowed) return;
  const areAllSent = await resumeBotOrders(deps, live, () => holds(state, fence));
  live.orders.mayBeUnsent = !areAllSent;
}
