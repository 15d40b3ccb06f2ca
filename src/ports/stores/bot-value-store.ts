// Subscriptions to the values of running bots: as long as one lasts, whoever runs the bot writes
// what the blocks of its script gave in the newest update. It ends by itself; the store's own clock
// counts. All throw Failure.

import type { BotFence } from '#ports/stores/bot-run-store.ts';

/** What blocks gave in one update. */
export type NotedValues = {
  readonly atMs: number;
  /** Written and read by services. */
  readonly values: string;
};

export type ValueSubscription = {
  readonly scriptVersion: number;
  /** Null: no update since it began. */
  readonly newest: NotedValues | null;
};

type Run = { readonly botId: string; readonly activation: number };

export type NewSubscription = Run & {
  readonly scriptVersion: number;
  /** The form of the script that tells its values, written and read by services. */
  readonly traced: string;
};

export type BotValueStore = {
  /** Renews one that has not ended; null: there is none at this activation. */
  renewSubscription(
    botId: string,
    activation: number,
    ttlMs: number,
  ): Promise<ValueSubscription | null>;
  /**
   * Begins one, in the place of an earlier one. False: the bot is at another activation, or its
   * owner has so many to other bots.
   */
  subscribe(wanted: NewSubscription, ttlMs: number, subscriptionsMax: number): Promise<boolean>;
  /** Those at bots of the shards that have not ended, in no order. */
  listSubscribed(shards: readonly number[]): Promise<readonly Run[]>;
  /** Null: it has ended. */
  findTraced(botId: string, activation: number): Promise<string | null>;
  /** False: the lease has changed hands, or it has ended. */
  noteValues(fence: BotFence, run: Run, newest: NotedValues): Promise<boolean>;
};
