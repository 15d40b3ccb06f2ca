// One bot that fails does not keep the others from running: it is tried again, stopped with a
// reason, or released, as what went wrong says. Work is divided by the threads that runs are on:
// while one thread is stuck with the script of one bot, nobody waits for it who has bots on others.

import { describeError } from '#lib/describe-error.ts';
import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { BotFence, RunnableBot } from '#ports/stores/bot-run-store.ts';
import type { OutcomeUnknown } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { isReserved } from '#services/live/run/run-placement.ts';
import {
  isPassing,
  RunFault,
  isThreadStuck,
  onBusyThread,
  onStuckThread,
} from '#services/live/run/run-threads.ts';
import type { Retry, RunnerState } from '#services/live/runner/runner-state.ts';
import { releaseBot } from '#services/live/runner/runner-state.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';

/** Why a bot cannot run, and who is the cause. */
type Refusal = { readonly reason: string; readonly by: Stopper };

const INTERNAL_ERROR = 'An internal error stopped it; the service log says more.';

/** Does the work; throws nothing. */
export async function superviseBot(
  state: RunnerState,
  fence: BotFence,
  runnable: RunnableBot | null,
  work: () => Promise<void>,
  live: LiveRun | null = null,
): Promise<void> {
  const botId = runnable?.bot.botId ?? live?.identity.bot.botId ?? '';
  try {
    await work();
    state.retries.delete(botId);
  } catch (error) {
    // Its run is loaded anew at its next turn, which is at once.
    if (error instanceof RunFault && error.kind === 'lost') return;
    state.retries.set(botId, retryAfter(state, botId, error));
    if (error instanceof RunFault) {
      if (runnable !== null) await noteFault(state, fence, runnable, error);
      return;
    }
    if (isPassing(error)) {
      noteFailure(state, botId, error);
      // Asking again would not help: its account is gone, or the exchange does not accept it.
      const isLockedOut = error instanceof Failure && error.code === 'unauthorized';
      if (isLockedOut && runnable !== null) await stopLockedOut(state, fence, runnable, error);
      else if (live !== null) noteFailing(live, error.message);
      return;
    }
    // What is in memory may be ahead of what is stored: the run is not to be used.
    const inMemory = live ?? state.running.get(botId);
    if (inMemory !== undefined && inMemory !== null) releaseBot(state, inMemory);
    state.deps.log.error('bot.defect', { bot_id: botId, cause: describeError(error) });
    if (runnable === null) return;
    if (runnable.bot.isActivated) {
      const refusal = { reason: INTERNAL_ERROR, by: 'service' } as const;
      await refuseQuietly(state, fence, runnable, refusal);
    } else followLater(state, runnable, INTERNAL_ERROR);
  }
}

/**
 * What an exchange lists in a form that cannot be read stays so for a while: each look for it takes
 * from what the exchange allows to all, so it is looked for ever less often.
 */
function retryAfter({ retries, options }: RunnerState, botId: string, error: unknown): Retry {
  const isUnreadable = error instanceof Failure && error.code === 'corrupt_reply';
  const earlierCount = isUnreadable ? (retries.get(botId)?.unreadableCount ?? 0) : 0;
  const { botRetryMs, botUnreadableRetryMsMax } = LIMITS;
  const pauseMs = Math.min(botRetryMs * 2 ** earlierCount, botUnreadableRetryMsMax);
  const unreadableCount = isUnreadable ? earlierCount + 1 : 0;
  return { atMs: options.monotonicMs() + pauseMs, unreadableCount };
}

/** A statement that the database never accepts is for whoever runs the service to see. */
function noteFailure({ deps }: RunnerState, botId: string, error: Failure | OutcomeUnknown): void {
  const isDefect = error instanceof Failure && error.isDefect;
  if (isDefect) deps.log.error('bot.failing', { bot_id: botId, cause: describeError(error) });
  else deps.log.warn('bot.failing', { bot_id: botId, cause: error.message });
}

/**
 * A stopped bot that cannot be read is tried again, ever less often: what is in the way may pass,
 * as a busy machine or a refused key does, and its exchange goes on booking.
 */
export function followLater(
  { unfollowed, options, deps }: RunnerState,
  { bot, stoppedAtMs }: RunnableBot,
  cause: string,
): void {
  const { botId, activation } = bot;
  const failuresCount = (unfollowed.get(botId)?.failuresCount ?? 0) + 1;
  const { botFollowRetryMs, botFollowRetryMsMax } = LIMITS;
  const pauseMs = Math.min(botFollowRetryMs * 2 ** (failuresCount - 1), botFollowRetryMsMax);
  const untilMs = options.monotonicMs() + pauseMs;
  unfollowed.set(botId, { activation, stoppedAtMs, failuresCount, untilMs });
  deps.log.warn('bot.not_followed', { bot_id: botId, cause, again_in_seconds: pauseMs / 1_000 });
}

async function stopLockedOut(
  state: RunnerState,
  fence: BotFence,
  runnable: RunnableBot,
  { message }: Failure,
): Promise<void> {
  const live = state.running.get(runnable.bot.botId);
  const { bot } = runnable;
  const reason = `Its exchange does not accept its account: ${message}`;
  if (bot.isActivated) await refuseQuietly(state, fence, runnable, { reason, by: 'exchange' });
  else followLater(state, runnable, reason);
  if (live !== undefined) releaseBot(state, live);
}

/**
 * What a script did to its thread: the first time its owner is notified, the second it is stopped.
 */
async function noteFault(
  state: RunnerState,
  fence: BotFence,
  runnable: RunnableBot,
  fault: RunFault,
): Promise<void> {
  const { deps } = state;
  const { botId, activation, isActivated } = runnable.bot;
  const reason = `Its script ${describeFault(fault)}.`;
  deps.log.warn('bot.struck', { bot_id: botId, cause: `${fault.kind}: ${fault.message}` });
  if (!isActivated) {
    followLater(state, runnable, reason);
    const live = state.running.get(botId);
    if (live !== undefined) releaseBot(state, live);
    return;
  }
  const strike = { botId, activation, reason, atMs: deps.clock.nowMs() };
  try {
    const count = await deps.runs.noteStrike(fence, strike);
    // Its owner's bots are run apart from others' from now on.
    state.listedAtMs = -Infinity;
    if (count !== null && count >= LIMITS.botStrikesMax)
      await refuseBot(state, fence, runnable, { reason, by: 'script' });
  } catch (error) {
    // It goes on without the strike, and gets the next one.
    deps.log.warn('bot.failing', { bot_id: botId, cause: describeError(error) });
  }
}

function describeFault({ kind }: RunFault): string {
  const seconds = LIMITS.botUpdateWallMsMax / 1_000;
  if (kind === 'too_long') return `took longer than ${seconds} s`;
  return kind === 'out_of_memory' ? 'needed more memory than there is' : 'ended its thread';
}

/** Once for each stretch of failing; written with the next step that succeeds. */
function noteFailing(live: LiveRun, cause: string): void {
  if (live.run.isFailing) return;
  live.run.isFailing = true;
  const message = `the service could not go on, and tries again: ${cause}`;
  live.run.notes.push({ atMs: live.run.window.endMs, severity: 'warning', message });
}

/** A mistake of ours that one bot brings to light must not stop the bots of all others. */
async function refuseQuietly(
  state: RunnerState,
  fence: BotFence,
  runnable: RunnableBot,
  refusal: Refusal,
): Promise<void> {
  try {
    await refuseBot(state, fence, runnable, refusal);
  } catch (error) {
    // It is tried again with the bot, which goes on failing.
    if (isPassing(error)) return;
    state.deps.log.error('bot.defect', { bot_id: runnable.bot.botId, cause: describeError(error) });
  }
}

/** Stops a bot that cannot run, and says why in its record. Throws Failure. */
export async function refuseBot(
  { deps, wanted }: RunnerState,
  fence: BotFence,
  { bot }: RunnableBot,
  { reason, by }: Refusal,
): Promise<void> {
  const { botId, activation } = bot;
  const refused = { botId, activation, reason, by, atMs: deps.clock.nowMs() };
  await deps.runs.refuseRun(fence, refused);
  wanted.delete(botId);
  deps.log.warn('bot.refused', { bot_id: botId, reason });
}

export type ThreadWork<Item> = {
  /** Where an item is worked on, and whose it is. */
  placeOf(this: void, item: Item): { readonly thread: number; readonly ownerId: string };
  /** On each thread. */
  readonly atOnceMax: number;
  /** Never fails. */
  begin(this: void, item: Item): Promise<void>;
  /** Its turn came when nothing more was to be begun. */
  passOver(this: void, item: Item): void;
};

/**
 * Does the work for each item, so many at once on each thread. Returns when all is done, but for
 * threads that are stuck: what is under way on them is done later, and none is begun. On the
 * reserved thread owners do not wait for one another, and nobody waits for it while it is busy:
 * items wait for their turn there, and are begun when it comes.
 */
export async function forEachThread<Item>(
  state: RunnerState,
  items: readonly Item[],
  { placeOf, atOnceMax, begin, passOver }: ThreadWork<Item>,
): Promise<void> {
  const { threads } = state.deps;
  const isApart = (thread: number): boolean => isReserved(threads.placement, thread);
  const groups = Map.groupBy(items, (item) => {
    const { thread, ownerId } = placeOf(item);
    return isApart(thread) ? `${thread} ${ownerId}` : String(thread);
  });
  const works = [...groups].map(async ([key, group]) => {
    const thread = Number.parseInt(key, 10);
    const isFree = (): boolean => !isThreadStuck(threads, thread);
    const countMax = isApart(thread) ? LIMITS.botsApartAtOnceMax : atOnceMax;
    const working = forEachConcurrent(group, countMax, async (item) => {
      const mayBegin = !state.isLeaving && (isApart(thread) || isFree());
      if (mayBegin) await begin(item);
      else passOver(item);
    }).finally(() => state.onStuckThreads.delete(working));
    state.onStuckThreads.add(working);
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const hear = isApart(thread) ? onBusyThread : onStuckThread;
    const forget = hear(threads, thread, resolve);
    await Promise.race([working, held]);
    forget();
  });
  await Promise.all(works);
}
