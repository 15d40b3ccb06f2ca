// Which bots a runner is to run: those of its shards, as listed now and then. The others are let go
// of.

import { LIMITS } from '#lib/limits.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { releaseBot } from '#services/live/runner/runner-state.ts';

/** Lists them anew when that is due. Throws Failure. */
export async function listAssigned(state: RunnerState): Promise<void> {
  const nowMs = state.options.monotonicMs();
  if (nowMs - state.listedAtMs < LIMITS.botListMs) return;
  const { tokens } = state;
  const listed = await state.deps.runs.listRunnableBots([...tokens.keys()]);
  state.listedAtMs = nowMs;
  state.deps.threads.placement.quarantined = new Set(
    listed.flatMap(({ bot, ownerStrikesCount }) => (ownerStrikesCount > 0 ? [bot.userId] : [])),
  );
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
export function keepAssigned(state: RunnerState): void {
  for (const live of state.running.values()) {
    const { bot, isFollowed } = live.identity;
    const { fence } = live.run;
    const now = state.wanted.get(bot.botId)?.runnable.bot;
    const token = state.tokens.get(fence.shard);
    const isSame = now?.activation === bot.activation && now.isActivated === !isFollowed;
    if (isSame && token === fence.token) continue;
    if (!isSame || token !== fence.token + 1) releaseBot(state, live);
    else if (!state.busy.has(live)) {
      live.run.fence = { ...fence, token };
      live.orders.mayBeUnsent = true;
    }
  }
}
