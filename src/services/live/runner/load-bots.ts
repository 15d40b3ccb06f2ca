// Takes up bots that are to be run and are not yet.

import { LIMITS } from '#lib/limits.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import type { BotFence, RunnableBot } from '#ports/bot-run-store.ts';
import { forEachThread } from '#services/live/runner/for-each-thread.ts';
import { threadOf } from '#services/live/run/run-placement.ts';
import { isThreadStuck } from '#services/live/run/run-threads.ts';
import { superviseBot, refuseBot, stopFollowing } from '#services/live/runner/supervise-bot.ts';
import { loadBot } from '#services/live/run/load-bot.ts';
import type { RunnerState, AssignedBot } from '#services/live/runner/runner-state.ts';
import { holds } from '#services/live/runner/runner-state.ts';
import { resumeBotOrders } from '#services/live/orders/send-bot-orders.ts';

/** Enough to be read together while a thread computes; each may hold a large snapshot meanwhile. */
const OPENED_TOGETHER = 16;

/** Takes some up; answers whether there are more. */
export async function loadBots(state: RunnerState): Promise<boolean> {
  const nowMs = state.options.monotonicMs();
  const { threads } = state.deps;
  const missing = [...state.wanted.values()].filter(({ runnable, token }) => {
    const { botId } = runnable.bot;
    const isLost = state.unfollowed.get(botId) === runnable.bot.activation;
    if (isLost && !runnable.bot.isActivated) return false;
    const isAtWork =
      state.running.has(botId) || state.leaving.has(botId) || state.opening.has(botId);
    const isFree = !isAtWork && (state.retryAtMs.get(botId) ?? 0) <= nowMs;
    if (!isFree || state.tokens.get(runnable.shard) !== token) return false;
    return !isThreadStuck(threads, threadOf(threads.placement, runnable.bot.userId));
  });
  const taken = missing.slice(0, LIMITS.botsOpenedAtOnceMax);
  const thread = ({ runnable }: AssignedBot): number =>
    threadOf(threads.placement, runnable.bot.userId);
  await forEachThread(state, taken, thread, OPENED_TOGETHER, async (wanted) => {
    const { runnable } = wanted;
    const { botId } = runnable.bot;
    const fence = fenceOf(state, wanted);
    state.opening.add(botId);
    await superviseBot(state, fence, runnable, () => openWanted(state, runnable, fence));
    state.opening.delete(botId);
  });
  return missing.length > LIMITS.botsOpenedAtOnceMax;
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
    await refuseBot(state, fence, runnable, `The plan "${plan}" of its owner has ended.`);
    return;
  }
  const opened = await loadBot(deps, windows, runnable, fence, () => holds(state, fence));
  if (!opened.ok) {
    if (bot.isActivated) await refuseBot(state, fence, runnable, opened.rejection);
    else stopFollowing(state, bot, opened.rejection);
    return;
  }
  const live = opened.value;
  state.running.set(bot.botId, live);
  // Should it be stopped again, its orders are to be followed again.
  if (bot.isActivated) state.unfollowed.delete(bot.botId);
  state.retryAtMs.delete(bot.botId);
  deps.log.info('bot.running', { bot_id: bot.botId, activation: bot.activation });
  if (!live.identity.isFollowed) await resumeBotOrders(deps, live, () => holds(state, fence));
}
