// Subscriptions to the values of runs: read now and then from the store, because another process
// wrote them. A run that was loaded anew is traced anew.

import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import { askTrace, isPassing, RunFault } from '#services/live/run/run-threads.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { isOurs } from '#services/live/runner/runner-state.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

/** Throws nothing. */
export async function followSubscriptions(state: RunnerState): Promise<void> {
  const { deps, options, running, tokens } = state;
  const nowMs = options.monotonicMs();
  if (running.size === 0 || nowMs - state.subscriptionsAtMs < LIMITS.botSubscriptionsReadMs) return;
  state.subscriptionsAtMs = nowMs;
  try {
    const subscribed = await deps.runs.listSubscribed([...tokens.keys()]);
    const activations = new Map(subscribed.map(({ botId, activation }) => [botId, activation]));
    for (const live of running.values()) {
      const { bot, isFollowed } = live.identity;
      const isWanted = activations.get(bot.botId) === bot.activation && !isFollowed;
      const isTraced = live.subscription.runId === live.run.place.runId;
      if (isWanted !== isTraced) change(state, live, isWanted);
    }
  } catch (error) {
    if (!isPassing(error)) throw error;
    deps.log.warn('bot.subscriptions_not_read', { cause: error.message });
  }
}

/** Is not waited for: its thread may be at work for long. */
function change(state: RunnerState, live: LiveRun, isWanted: boolean): void {
  live.subscription.runId = isWanted ? live.run.place.runId : null;
  const work = tell(state, live, isWanted)
    .catch((error: unknown) => {
      live.subscription.runId = null;
      const isUsual = error instanceof RunFault || isPassing(error);
      const { botId } = live.identity.bot;
      const cause = describeError(error);
      state.deps.log[isUsual ? 'warn' : 'error']('bot.subscription_failed', {
        bot_id: botId,
        cause,
      });
    })
    .finally(() => state.underWay.delete(work));
  state.underWay.add(work);
}

async function tell(state: RunnerState, live: LiveRun, isWanted: boolean): Promise<void> {
  const { deps } = state;
  const { botId, activation } = live.identity.bot;
  const text = isWanted ? await deps.runs.findTraced(botId, activation) : null;
  const traced = text === null ? null : (JSON.parse(text) as TracedVisual);
  await askTrace(deps.threads, live.run.place, traced, () => isOurs(state, live));
}
