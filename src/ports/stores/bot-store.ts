// Bots as the service stores them. What a running bot's script remembers, and its orders, belong to
// its run; see the runner's own port.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

export type BotInputValue = number | string | boolean;

export type BotSettings = {
  /** Chart interval. */
  readonly intervalMinutes: number;
  /** Chosen inputs by key; what is not chosen has the script's default. */
  readonly inputs: Readonly<Record<string, BotInputValue>>;
  /** Null: the script's, or 1. */
  readonly leverage: Decimal | null;
  readonly marginMode: 'cross' | 'isolated' | null;
  /** Value of a trade whose size is not scripted; null: 100. */
  readonly tradeAmountQuote: Decimal | null;
  /** Share of the equity instead; left out: none. */
  readonly tradeAmountPercent?: Decimal;
  /** Entries that may be open in one direction; left out: any number. */
  readonly pyramiding?: number;
  /** Its exchange, as far as it holds stops; left out: only what it holds whoever asks. */
  readonly stops?: StopHolder;
};

/** Of a bot of which nothing was chosen, and of strategies, whose own settings say all of it. */
export const UNCHOSEN_SETTINGS: BotSettings = {
  intervalMinutes: 1,
  inputs: {},
  leverage: null,
  marginMode: null,
  tradeAmountQuote: null,
};

/** Chosen settings of a strategy by key, read and written whole. */
export type StrategyConfig = Readonly<Record<string, Json>>;

export type StrategyBrain = {
  readonly kind: 'strategy';
  readonly type: StrategyType;
  readonly config: StrategyConfig;
};

/** What decides for a bot: a script of its owner, or a strategy of ours with its settings. */
export type BotBrain = { readonly kind: 'script'; readonly scriptId: string } | StrategyBrain;

export type LoadedScript = {
  readonly kind: 'script';
  readonly source: string;
  readonly libraries: readonly { readonly name: string; readonly source: string }[];
};

/** What a bot loaded when it was started; a script's text stays so until it is started anew. */
export type LoadedBrain = LoadedScript | StrategyBrain;

export type Bot = {
  readonly botId: string;
  readonly userId: string;
  readonly name: string;
  readonly accountId: string;
  readonly marketTag: string | null;
  readonly brain: BotBrain;
  readonly settings: BotSettings;
  readonly isActivated: boolean;
  /** Activated, but not processing ticks. */
  readonly isPaused: boolean;
  /** In the profit currency of its market, since the activation. */
  readonly realizedProfit: Decimal;
  readonly unrealizedProfit: Decimal;
  readonly roiPercent: Decimal;
  /** Realized in earlier activations, as far as it was in the same currency. */
  readonly earlierProfit: Decimal;
  /** Of the figures; null before the first of them. */
  readonly profitCurrency: string | null;
  /** Of a grid, since the activation; null before its first step. */
  readonly pairs: PairFigures | null;
  /** Of a bracket, after its first step; null of every other bot. */
  readonly bracket: BracketStanding | null;
  /** Counts activations; a run of an earlier one may write nothing. */
  readonly activation: number;
  readonly activatedAtMs: number | null;
  /** Why it is not running, in words; null while it runs and when it was stopped by hand. */
  readonly stopReason: string | null;
  /** Who stopped it last; null while it runs and before its first start. */
  readonly stoppedBy: Stopper | null;
  /**
   * The next start begins a new run: this one ended by itself or by a limit, or its orders were
   * cancelled for good since.
   */
  readonly startsAnew: boolean;
  readonly createdAtMs: number;
};

/** A bot of a strategy. */
export type StrategyBot = Bot & { readonly brain: StrategyBrain };

/** What a bot is that was made and never started. */
export const NEVER_RUN = {
  isActivated: false,
  isPaused: false,
  realizedProfit: ZERO,
  unrealizedProfit: ZERO,
  roiPercent: ZERO,
  earlierProfit: ZERO,
  profitCurrency: null,
  pairs: null,
  bracket: null,
  activation: 0,
  activatedAtMs: null,
  stopReason: null,
  stoppedBy: null,
  startsAnew: false,
} satisfies Partial<Bot>;

export type InsertBotOutcome = 'inserted' | 'exists' | 'limit';
export type ActivateBotOutcome = 'activated' | 'already' | 'limit' | 'unknown';

/** A change of the settings of a user's own bot, made from what was read. */
export type StrategyEdit = {
  readonly userId: string;
  readonly botId: string;
  readonly isActivated: boolean;
  readonly before: StrategyConfig;
  readonly after: StrategyConfig;
  /** What its run gets where that is less; absent: all of it. */
  readonly heard?: StrategyConfig;
  readonly marketTag: string;
  readonly atMs: number;
  readonly completion: Completion | null;
};

/** A change of a bot's name, and of what its script is run with, made from what was read. */
export type BotEdit = {
  readonly userId: string;
  readonly botId: string;
  readonly name: string;
  readonly before: BotSettings;
  /** Null: they stay. */
  readonly after: BotSettings | null;
  readonly completion: Completion | null;
};

export const RUNNING_BOTS_NAMED_MAX = 20;

/** The line in the log of a bot that goes on with its newest run. */
export const CARRIED_ON =
  'Started again. It goes on with the orders and the position that it left.';

/** What a closing left of what a bot holds on a market. */
export type LeftByClosing = {
  readonly marketTag: string;
  readonly reason: string;
  /** For the log of the bot. */
  readonly line: string;
};

export type BotStore = {
  /**
   * Refused with `limit` when the user has `botsMax` bots already; null: no limit. Completes the
   * idempotent request with what it inserts.
   */
  insertBot(
    bot: Bot,
    botsMax: number | null,
    completion?: Completion | null,
  ): Promise<InsertBotOutcome>;
  /**
   * Inserts a bracket that runs already, with all that it loads. Refused with `limit` when the user
   * has `openMax` that run. Completes the idempotent request with what it inserts.
   */
  insertBracket(
    bracket: StrategyBot,
    openMax: number,
    completion?: Completion | null,
  ): Promise<InsertBotOutcome>;
  /** Null when unknown, another user's, or no bracket. */
  findBracket(userId: string, bracketId: string): Promise<StrategyBot | null>;
  /** Of one account, sorted by id; those that run, or all. `afterId` null: from the start. */
  listBrackets(
    owner: { readonly userId: string; readonly accountId: string; readonly isOpen: boolean },
    afterId: string | null,
    limit: number,
  ): Promise<readonly StrategyBot[]>;
  /** Null when unknown, another user's, or a bracket. */
  findBot(userId: string, botId: string): Promise<Bot | null>;
  /** Without brackets, sorted by id. `afterId` null: from the start. */
  listBots(userId: string, afterId: string | null, limit: number): Promise<readonly Bot[]>;
  /**
   * Begins an activation: profits start at zero, and the brain is what `loaded` says; a strategy
   * begins with its settings as they are stored at that instant. Nothing
   * changes on a running bot (`already`), or when the user has `runningMax` running bots (`limit`).
   * With `carriesOn` no activation begins: the newest run goes on, is given the bot's settings, and
   * says so in the log.
   */
  activateBot(request: {
    readonly userId: string;
    readonly botId: string;
    readonly loaded: LoadedBrain;
    readonly runningMax: number | null;
    readonly atMs: number;
    readonly carriesOn?: boolean;
    readonly claim?: HeldClaim | null;
  }): Promise<ActivateBotOutcome>;
  /** What the bot loaded when it was last activated; null before. */
  findLoadedBrain(botId: string): Promise<LoadedBrain | null>;
  /**
   * A bot that does not run stays as it is. False when unknown or another user's, and when it was
   * started at another time than `startedAtMs`, where that is given: a stop whose connection was
   * thought dead may reach the store after a later start.
   */
  deactivateBot(
    userId: string,
    botId: string,
    atMs: number,
    startedAtMs?: number | null,
    claim?: HeldClaim | null,
  ): Promise<boolean>;
  /**
   * Of a stopped bot whose orders were cancelled for good: its next start begins anew, and what
   * became of its orders, up to this instant at least, is still reported to its run. `left` is what
   * it still holds, and why: an error in its log, and the reason of its positions.
   */
  windDownBot(
    userId: string,
    botId: string,
    atMs: number,
    left?: readonly LeftByClosing[],
  ): Promise<void>;
  /** What becomes of orders of a stopped bot is reported to its run, as far as there is one. */
  followBot(userId: string, botId: string): Promise<void>;
  /**
   * False when unknown or another user's. Its orders stay at the exchange; what it wrote goes by
   * `purgeDeletedBots`.
   */
  deleteBot(userId: string, botId: string): Promise<boolean>;
  /** Deletes at most so many rows of deleted bots; returns how many, and 0 when none is left. */
  purgeDeletedBots(rowsMax: number): Promise<number>;
  /**
   * Replaces the settings of a bot of a strategy, or of a bracket; one that runs gets them into
   * its inbox. False, with nothing written, when its settings are not `before` any more, and when
   * it was started, stopped or deleted since it was read.
   */
  editStrategyBot(edit: StrategyEdit): Promise<boolean>;
  /**
   * Replaces the name, and settings where some are given. False, with nothing written, when its
   * settings are not `before` any more, when it is unknown, another user's or a bracket, and, where
   * settings are given, when it runs or is of a strategy.
   */
  editBot(edit: BotEdit): Promise<boolean>;
  /** Ids of the user's running bots with this script, in order; at most so many. */
  findRunningBots(userId: string, scriptId: string): Promise<readonly string[]>;
};
