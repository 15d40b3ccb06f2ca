// Runs what is due of the bots that a runner holds: many at once, each alone.

import { eachAtOnce } from '#lib/each-at-once.ts';
import { LIMITS } from '#lib/limits.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import { guardBot } from '#services/bot-runs/guard-bot.ts';
import { forgetOld } from '#services/bot-runs/known-inputs.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import type { RunnerState } from '#services/bot-runs/runner-state.ts';
import { isOurs, letGo } from '#services/bot-runs/runner-state.ts';
import { isDue, updateBot } from '#services/bot-runs/update-bot.ts';
import type { VenueRound } from '#services/bot-runs/venue-round.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';

/**
 * While bots act on what was sent to them, so many others are run for a minute at once, and so many
 * of those without giving way.
 */
const BESIDE_INPUTS_MAX = 8;
const UNYIELDING_MAX = 2;

/** All that are due for a minute. */
export function serveMinutes(state: RunnerState): Promise<void> {
  const { running, underWay } = state;
  const atOnceMax = underWay.size > 0 ? BESIDE_INPUTS_MAX : LIMITS.botsAtOnceMax;
  return serveDue(state, [...running.values()], atOnceMax, (worker) => giveWay(state, worker));
}

/** Those of the bots that are due for what was sent to them; is `underWay` until it settles. */
export function serveInputs(state: RunnerState, bots: readonly LiveBot[]): void {
  const atOnce = async (): Promise<void> => undefined;
  const work = serveDue(state, bots, LIMITS.botsAtOnceMax, atOnce).finally(() =>
    state.underWay.delete(work),
  );
  state.underWay.add(work);
}

/** Those that are due and free, each at its turn, with one look at each of their accounts. */
async function serveDue(
  state: RunnerState,
  bots: readonly LiveBot[],
  atOnceMax: number,
  turn: (worker: number) => Promise<void>,
): Promise<void> {
  const nowMs = state.options.monotonicMs();
  const due = bots.filter(
    (live) =>
      isDue(live) && !state.busy.has(live) && (state.retryAtMs.get(live.bot.botId) ?? 0) <= nowMs,
  );
  if (due.length === 0) return;
  const round = venueRound(state.deps);
  await eachAtOnce(due, atOnceMax, async (live, worker) => {
    await turn(worker);
    await serve(state, live, round);
  });
}

/**
 * What was sent to bots goes first: most of those who run minutes wait while it is acted on, and a
 * few go on, so that a stream of it does not keep minutes from being run.
 */
async function giveWay({ underWay }: RunnerState, worker: number): Promise<void> {
  if (worker >= UNYIELDING_MAX && underWay.size > 0) await Promise.all(underWay);
}

async function serve(state: RunnerState, live: LiveBot, round: VenueRound): Promise<void> {
  if (!isOurs(state, live) || state.busy.has(live)) return;
  const runnable = state.wanted.get(live.bot.botId)?.runnable ?? null;
  state.busy.add(live);
  await guardBot(state, live.fence, runnable, () => update(state, live, round), live);
  state.busy.delete(live);
}

async function update(state: RunnerState, live: LiveBot, round: VenueRound): Promise<void> {
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
