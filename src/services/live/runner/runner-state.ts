// State of a runner of bots: what it holds and runs, and whether it still may.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { BotFence, RunnableBot } from '#ports/stores/bot-run-store.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { Windows } from '#services/live/run/load-bot.ts';
import type { SnapshotPace } from '#services/live/run/run-schedule.ts';
import { closeRun } from '#services/live/run/load-bot.ts';
import type { UpdateDeps } from '#services/live/run/update-bot.ts';

export type RunnerOptions = {
  /** Of this process alone. */
  readonly owner: string;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number;
  readonly pause: (durationMs: number) => Promise<unknown>;
  /** Hears that minutes have closed, so that the next tick need not be waited for. */
  readonly onMinutes?: () => void;
  /** When snapshots are written; absent: as usual. */
  readonly snapshotPace?: SnapshotPace;
};

/** A bot to run, with the token of its shard when it was listed. */
export type AssignedBot = { readonly runnable: RunnableBot; readonly token: number };

/** Why a stopped bot is not loaded: it is done with, or could not be read. */
export type LeftAlone = {
  readonly activation: number;
  /** Of its last stop: one that was stopped, or wound down, since then is followed again. */
  readonly stoppedAtMs: number | null;
  /** How often it could not be read, one time after the other. */
  readonly failuresCount: number;
  /** By the monotonic clock; infinite: nothing more can happen to it. */
  readonly untilMs: number;
};

/** What decides which bots a runner keeps. */
export type Assignment = {
  readonly wanted: ReadonlyMap<string, AssignedBot>;
  readonly wantedCount: number;
  readonly tokens: ReadonlyMap<number, number>;
  readonly rosterNumber: number;
};

/** Changed by whoever works for the runner. */
export type RunnerState = {
  readonly deps: UpdateDeps;
  readonly options: RunnerOptions;
  readonly windows: Windows;
  /** Tokens of the shards held, by shard. */
  tokens: ReadonlyMap<number, number>;
  /** Tokens of shards that were given back: a response that was on its way may still name them. */
  readonly givenBack: Map<number, number>;
  shareCount: number;
  /** The lease is good until then, by the monotonic clock. */
  heldUntilMs: number;
  listedAtMs: number;
  /** As listed last, without those that ended since. */
  wanted: Map<string, AssignedBot>;
  readonly running: Map<string, LiveRun>;
  /** Grows with each change of `running`: what follows from it is not computed on each tick. */
  rosterNumber: number;
  /** What the running bots were compared with last. */
  comparedWith: Assignment | null;
  /** The roster whose accounts are watched. */
  watchedRoster: number;
  /** By account. */
  readonly watches: Map<string, AbortController>;
  /** By market. */
  readonly follows: Map<MarketTag, AbortController>;
  /** Bots that are being updated. */
  readonly busy: Set<LiveRun>;
  /** Bots whose update waits for its turn. */
  readonly queued: Set<LiveRun>;
  /** Bots that inputs were handed to, as long as one of them waits to be written. */
  readonly delivered: Set<LiveRun>;
  /** Bots that are being loaded, or wait for that. */
  readonly opening: Set<string>;
  /** By bot: what is at work for one that was released meanwhile. */
  readonly leaving: Map<string, LiveRun>;
  /** What was begun on inputs, and on threads that were stuck; not waited for, and never fails. */
  readonly underWay: Set<Promise<void>>;
  readonly onStuckThreads: Set<Promise<void>>;
  /** The process ends: nothing more is begun. */
  isLeaving: boolean;
  /** When subscriptions to values were read last, by the monotonic clock. */
  subscriptionsAtMs: number;
  /** When inputs were handed out last, by the monotonic clock. */
  inputsAtMs: number;
  /** Stopped bots that are not followed now, by bot. */
  readonly unfollowed: Map<string, LeftAlone>;
  /** Of bots that failed. */
  readonly retries: Map<string, Retry>;
};

export type Retry = {
  /** When the bot is tried again, by the monotonic clock. */
  readonly atMs: number;
  /** How many failures in a row were of what could not be read. */
  readonly unreadableCount: number;
};

/** Whether the lease is still good. */
export function isHeld({ options, heldUntilMs }: RunnerState): boolean {
  return options.monotonicMs() < heldUntilMs;
}

/**
 * Whether the shard is still this process's: another may have run it meanwhile, although a lease
 * was taken again since.
 */
export function holds(state: RunnerState, { shard, token }: BotFence): boolean {
  return isHeld(state) && state.tokens.get(shard) === token;
}

/** Whether this process may act for the bot, and the run in memory is still in use. */
export function isOurs(state: RunnerState, live: LiveRun): boolean {
  return holds(state, live.run.fence) && state.running.get(live.identity.bot.botId) === live;
}

/** Drops what is in memory of the bot, unless that is another run by now. */
export function releaseBot(state: RunnerState, live: LiveRun): void {
  const { botId } = live.identity.bot;
  if (state.running.get(botId) !== live) return;
  state.running.delete(botId);
  state.rosterNumber += 1;
  if (state.busy.has(live)) state.leaving.set(botId, live);
  closeRun(state.deps.threads, state.windows, live.run);
}
