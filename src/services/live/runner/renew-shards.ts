// Which shards a runner holds: its lease is prolonged, and what is beyond its share is given back.

import { LIMITS } from '#lib/limits.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { releaseBot } from '#services/live/runner/runner-state.ts';

/** Prolongs the lease and takes free shards. Throws Failure. */
export async function renewShards(state: RunnerState): Promise<void> {
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
