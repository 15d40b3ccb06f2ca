// Store of running bots: who may run them, and the inputs of each run, from which it can be made
// again. Every write of a run names the lease under which it is made and fails when that lease has
// changed hands. All throw Failure; writes may throw OutcomeUnknown.

import type { RunNotice } from '#domain/event-log/event.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import type { BotEquityPoint, BotEquityStore } from '#ports/stores/bot-equity-store.ts';
import type { BotValueStore } from '#ports/stores/bot-value-store.ts';
import type { BotSnapshotStore } from '#ports/stores/bot-snapshot-store.ts';
import type { OrderRisk } from '#domain/risk/judge-orders.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { UnreadableOrderListener } from '#ports/stores/order-store.ts';
import type { Turnover } from '#ports/stores/partner-usage-store.ts';

/** Bots are spread over so many shards. */
export const BOT_SHARDS_COUNT = 64;

/** The right of one process to run the bots of a shard; a later one has a higher token. */
export type BotLease = { readonly shard: number; readonly token: number };

export type BotFence = BotLease & { readonly owner: string };

export type HeldLeases = {
  readonly leases: readonly BotLease[];
  /** How many a process should hold, so that all that want some have as many. */
  readonly shareCount: number;
};

/** An activated bot, with what its owner's plan says now. */
export type RunnableBot = {
  readonly bot: Bot;
  /** When it was stopped last; null: never. */
  readonly stoppedAtMs: number | null;
  readonly shard: number;
  readonly plan: PlanName;
  readonly planUntilMs: number | null;
  /** Strikes of its owner's bots within the last day. */
  readonly ownerStrikesCount: number;
};

/** A bot whose stored row does not fit any more; `cause` is for the log alone. */
export type UnreadableBot = {
  readonly botId: string;
  readonly activation: number;
  readonly shard: number;
  readonly isActivated: boolean;
  readonly cause: string;
};

/** An update of a bot cost the thread that it ran on. */
export type BotStrike = {
  readonly botId: string;
  readonly activation: number;
  /** In words, for the bot's log. */
  readonly reason: string;
  readonly atMs: number;
};

export type BotLine = {
  readonly atMs: number;
  readonly severity: string;
  readonly message: string;
  /** What it sends to the owner of the bot; left out: it only stands in the log. */
  readonly notice?: RunNotice;
};

export type StoredBotLine = BotLine & { readonly sequence: number };

/** Where a run stands; with `setup` and its events all that it takes to make it again. */
export type BotRunRecord = {
  readonly botId: string;
  readonly activation: number;
  /** Written and read by the runner alone. */
  readonly setup: string;
  /** Minutes before this instant were run. */
  readonly doneUntilMs: number;
  readonly eventCount: number;
  readonly placedCount: number;
  readonly placedDigest: string;
  /** Fills of the account up to here were looked through. */
  readonly fillCursor: string | null;
  /** Funding and liquidations of the account up to here were looked through. */
  readonly marginCursor: string | null;
  /** Its orders that may still fill; a stopped bot is followed while there are any. */
  readonly openCount: number;
};

/** `positions` of a run that holds nothing. */
export const HELD_NOTHING = '[]';

/** How far a bot has come in its newest activation. */
export type BotProgress = Pick<BotRunRecord, 'doneUntilMs'>;

export type BotFigures = {
  /** Of the profits. A change of it leaves nothing of what was made before. */
  readonly profitCurrency: string;
  readonly realizedProfit: Decimal;
  readonly unrealizedProfit: Decimal;
  readonly roiPercent: Decimal;
  /** Null where it is no grid. */
  readonly pairs: PairFigures | null;
  /** Null where it is no bracket. */
  readonly bracket: BracketStanding | null;
  readonly isPaused: boolean;
};

/** A step with the lease under which it is written. */
export type FencedStep = {
  readonly fence: BotFence;
  readonly step: BotRunStep;
  /** Of each of its orders; left out: not known. */
  readonly risks?: readonly OrderRisk[];
};

/** A position that was closed, in the form of a report's row. */
export type ClosedBotPosition = { readonly positionId: string; readonly position: string };

export type StoredClosedPosition = ClosedBotPosition & {
  readonly sequence: number;
  readonly activation: number;
};

/** An order that ended with a fill, in the form of a report's row. */
export type FilledBotOrder = {
  readonly positionId: string;
  readonly orderId: string;
  readonly filled: string;
};

/** As it is written down, with what it counts for in reports. */
export type CountedBotOrder = FilledBotOrder & { readonly turnover: Turnover };

/** What a step brings of a signal. */
export type StepSignal = {
  readonly sequence: number;
  /** Whether the bot listens to it; null: as known before. */
  readonly reception: 'heard' | 'unheard' | null;
  readonly orderIds: readonly string[];
  readonly messages: readonly string[];
};

/** Of one signal so many orders, and so many lines, are shown. */
export const EFFECTS_OF_SIGNAL_MAX = 20;

/** One step of a run: taken as a whole or not at all. */
export type BotRunStep = {
  /** When it was made. */
  readonly atMs: number;
  /** The run after the step. */
  readonly record: BotRunRecord;
  /** The event count before it; the step is refused when the stored one is another. */
  readonly eventCountBefore: number;
  /** Texts of the events that are new, each of one line; they follow the earlier ones. */
  readonly events: readonly string[];
  /** Inputs out of the bot's inbox (their sequences) that are among the events. */
  readonly taken: readonly number[];
  /** What came of signals since the step before: of those that it takes, and of earlier ones. */
  readonly signals: readonly StepSignal[];
  /** Intents of the orders that the step asks for. */
  readonly orders: readonly Order[];
  readonly lines: readonly BotLine[];
  readonly figures: BotFigures;
  /** What the bot holds, for those who ask. */
  readonly positions: string;
  /** What ended since the step before. */
  readonly closedPositions: readonly ClosedBotPosition[];
  readonly filledOrders: readonly CountedBotOrder[];
  /** What it was worth; of each instant the first point that is written stays. */
  readonly equity: readonly BotEquityPoint[];
  /** How its equity stands to its highest, written and read by services; null: as before. */
  readonly curve: string | null;
  /** The bot was stopped: the step tells what became of its orders since. */
  readonly isFollowing: boolean;
  /** Of such a step: another one is to come, although none of its orders may still fill. */
  readonly staysFollowed: boolean;
  /** Of such a step: the stop that it is made for. After a later one the bot stays followed. */
  readonly stoppedAtMs: number;
  /** Ends the activation, with the reason in words; null: the bot goes on. */
  readonly ending: { readonly reason: string; readonly by: Stopper } | null;
};

export type CommitStepOutcome =
  /** `refused`: orders not written, because one of unknown outcome is on their market. */
  | { readonly kind: 'committed'; readonly refused: readonly string[] }
  /** The lease has changed hands, or the run was carried on or its inbox emptied by another. */
  | { readonly kind: 'stale' }
  /** The bot was stopped, started anew or deleted. */
  | { readonly kind: 'deactivated' }
  /**
   * An order breaks a limit of its account: the step is written without its orders but those that
   * only reduce, and ends the activation with the reason. `placed`: those that were written.
   */
  | { readonly kind: 'limited'; readonly reason: string; readonly placed: readonly string[] }
  /** The account has limits, and `risks` does not have what they ask for: nothing was written. */
  | { readonly kind: 'limits_unknown' };

type PartsOfRuns = BotSnapshotStore & BotEquityStore & BotValueStore;

export type StoredPositions = {
  readonly activation: number;
  readonly positions: string;
  /** By market: why the closing of its stop left something. */
  readonly leftReasons: Readonly<Record<string, string>>;
};

export type BotRunStore = PartsOfRuns & {
  /**
   * Prolongs what `owner` holds and takes free shards up to its share. Shards whose lease has run
   * out are free. The store's own clock counts.
   */
  renewLeases(owner: string, ttlMs: number): Promise<HeldLeases>;
  /** Gives shards back at once; null: all, and asks for no share any more. */
  releaseLeases(owner: string, shards: readonly number[] | null): Promise<void>;
  /**
   * Activated bots of the shards, and stopped ones with orders that may still fill; of futures
   * accounts also those that were stopped while they held something, until a step says that no
   * other one is to come. Sorted by id.
   * `onUnreadable` hears of each that cannot be read, and the others are returned; without it
   * the first one throws.
   */
  listRunnableBots(
    shards: readonly number[],
    onUnreadable?: (bot: UnreadableBot) => void,
  ): Promise<readonly RunnableBot[]>;

  /** Null when the activation has not begun to run. */
  findRun(botId: string, activation: number): Promise<BotRunRecord | null>;
  /** The run of the latest activation before this one; null when there is none. */
  findEarlierRun(botId: string, activation: number): Promise<BotRunRecord | null>;
  /**
   * False when the lease has changed hands, the bot does not run this activation, or it exists.
   * `line`: the first of the run in the bot's log.
   */
  insertRun(fence: BotFence, record: BotRunRecord, line?: BotLine): Promise<boolean>;
  /** Ends an activation that cannot be run, with the reason in words. False when it is over. */
  refuseRun(
    fence: BotFence,
    refusal: {
      readonly botId: string;
      readonly activation: number;
      readonly reason: string;
      readonly by: Stopper;
      readonly atMs: number;
    },
  ): Promise<boolean>;
  /**
   * Notes a strike and says so in the bot's log. Returns how many the bot has within the last day,
   * this one included; null when the lease has changed hands or the activation is over. The store's
   * own clock counts.
   */
  noteStrike(fence: BotFence, strike: BotStrike): Promise<number | null>;
  /**
   * Writes steps of different bots in one transaction, each for itself taken or refused; the
   * outcomes are in the order of the steps. A step that stands written already is `committed`, so
   * one whose outcome was lost may be given again.
   */
  commitSteps(steps: readonly FencedStep[]): Promise<readonly CommitStepOutcome[]>;
  /** Texts of the events of a run behind its first so many, oldest first. */
  listEvents(botId: string, activation: number, earlierCount?: number): Promise<readonly string[]>;
  /** The bot's orders with these ids, in no order. */
  findBotOrders(botId: string, orderIds: readonly string[]): Promise<readonly Order[]>;

  /** Up to where those of the bots were run that have begun their newest activation. */
  findProgress(botIds: readonly string[]): Promise<ReadonlyMap<string, BotProgress>>;
  /** Bots of the account whose latest run holds something, and what (as in `positions`). */
  listHolders(
    userId: string,
    accountId: string,
  ): Promise<readonly { readonly botId: string; readonly positions: string }[]>;
  /** The bot's working orders, newest first; `onUnreadable` as for those of an account. */
  listWorkingBotOrders(
    botId: string,
    onUnreadable?: UnreadableOrderListener,
  ): Promise<readonly Order[]>;
  /** Newest first, before a sequence; null: from the newest. */
  listLines(
    botId: string,
    beforeSequence: number | null,
    limit: number,
  ): Promise<readonly StoredBotLine[]>;
  /** What the latest run holds; null when the bot never ran. */
  findPositions(botId: string): Promise<StoredPositions | null>;
  /** Newest first, of all activations, before a sequence; null: from the newest. */
  listClosedPositions(
    botId: string,
    beforeSequence: number | null,
    limit: number,
  ): Promise<readonly StoredClosedPosition[]>;
  /** Orders that ended with a fill of this position, oldest first; at most so many. */
  listFilledOrders(
    botId: string,
    activation: number,
    positionId: string,
    limit: number,
  ): Promise<readonly FilledBotOrder[]>;
  /** Those of all positions that were noted within the window, oldest first; at most so many. */
  listOrdersFilledWithin(
    run: Pick<BotRunRecord, 'botId' | 'activation'>,
    window: { readonly fromMs: number; readonly toMs: number },
    limit: number,
  ): Promise<readonly FilledBotOrder[]>;
};
