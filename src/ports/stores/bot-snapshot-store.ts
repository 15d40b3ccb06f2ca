// Snapshots of bots' runs: from one, and the inputs since, a run is loaded without going through
// all of its life. A run without one can always be made again from its inputs, so losing snapshots
// loses nothing. All throw Failure.

import type { BotFence } from '#ports/stores/bot-run-store.ts';

/** So many are retained of a bot, the newest. */
export const SNAPSHOTS_RETAINED = 2;

export type BotSnapshot = {
  readonly botId: string;
  readonly activation: number;
  /** What it was written by; one that was written by anything else is of no use. */
  readonly format: number;
  readonly compiler: string;
  readonly scriptHash: string;
  /** Open time of the first minute that whoever takes the run up has to read. */
  readonly windowStartMs: number;
  /** Minutes before this instant, and so many events, are in it. */
  readonly doneUntilMs: number;
  readonly eventCount: number;
  /** Of those events. */
  readonly inputsDigest: string;
  /** Of what a replay of the same inputs comes to. */
  readonly stateDigest: string;
  /** Of all other members. */
  readonly wholeDigest: string;
  /** Empty where what is stored cannot be read any more. */
  readonly text: string;
};

export type RetainedSnapshots = {
  /** Newest first. */
  readonly snapshots: readonly BotSnapshot[];
  /** Why the run has none, in words; null when nothing is known to be in the way. */
  readonly refusal: string | null;
};

export type BotSnapshotStore = {
  /**
   * Keeps a snapshot and the one before it, and drops older ones. False when the lease has changed
   * hands, the bot does not run this activation, or its run is not stored to have come so far.
   */
  saveSnapshot(fence: BotFence, snapshot: BotSnapshot): Promise<boolean>;
  /** All that are retained, or so many of the newest. */
  findSnapshots(botId: string, activation: number, countMax?: number): Promise<RetainedSnapshots>;
  /** Drops all of a run, and keeps why it gets no more; null: it may get more. */
  dropSnapshots(
    fence: BotFence,
    dropped: {
      readonly botId: string;
      readonly activation: number;
      readonly refusal: string | null;
    },
  ): Promise<boolean>;
};
