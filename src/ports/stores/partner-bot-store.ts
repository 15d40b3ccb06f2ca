// Bots of end users: what they are to their partner, who follows whom, and changes of settings that
// reach all followers together. A deleted bot is treated like an unknown one.

import type { StrategyBot, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { BotLine } from '#ports/stores/bot-run-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export type PartnerBot = {
  readonly bot: StrategyBot;
  readonly partnerId: string;
  readonly exchange: string;
  /** The bot whose edits it takes; null where it follows none. */
  readonly masterBotId: string | null;
  /** The bot that it was copied from, followed or not; null where there is none any more. */
  readonly copiedBotId: string | null;
  /** How often it was copied. */
  readonly clonedCount: number;
  /** Copies that take its edits now. */
  readonly followersCount: number;
  /** Grows with each change of the settings. */
  readonly version: number;
};

/** What a list shows of a bot: read by hundreds, so no more of it is read than is shown. */
export type ListedPartnerBot = Omit<PartnerBot, 'bot' | 'partnerId' | 'version'> & {
  readonly bot: Pick<
    StrategyBot,
    | 'botId'
    | 'userId'
    | 'name'
    | 'brain'
    | 'isActivated'
    | 'realizedProfit'
    | 'unrealizedProfit'
    | 'roiPercent'
    | 'earlierProfit'
    | 'profitCurrency'
    | 'pairs'
    | 'createdAtMs'
  >;
};

export type NewPartnerBot = {
  readonly bot: StrategyBot;
  readonly partnerId: string;
  readonly exchange: string;
  readonly signalToken: string | null;
  /** What it was copied from, as it was read. */
  readonly source: {
    readonly botId: string;
    readonly version: number;
    readonly isFollowed: boolean;
  } | null;
  /** Refused with `limit` when the partner has so many bots; null: no limit. */
  readonly botsMax: number | null;
  readonly completion: Completion | null;
};

export type InsertPartnerBotOutcome =
  | 'inserted'
  | 'exists'
  | 'limit'
  | 'user_not_found'
  /** The source was edited or deleted since it was read. */
  | 'source_changed';

/** A change of a bot's settings, made from what was read. */
export type SettingsEdit = {
  readonly botId: string;
  readonly version: number;
  readonly isActivated: boolean;
  readonly marketTag: string;
  readonly accountId: string;
  readonly brain: StrategyBrain;
  readonly signalToken: string | null;
};

export type SettingsEdits = {
  /** The bot that was edited; the others follow it, or one that does. */
  readonly rootBotId: string;
  readonly edits: readonly SettingsEdit[];
  /** Followers whose settings do not take the change, with the line for their log. */
  readonly skipped: readonly { readonly botId: string; readonly line: BotLine }[];
  readonly atMs: number;
  readonly completion: Completion | null;
};

export type PartnerBotReach = {
  readonly partnerId: string;
  /** Null: bots of all its end users. */
  readonly endUserId: string | null;
};

export type PartnerBotStore = {
  /** Counts the copy at its source in the same transaction. */
  insertPartnerBot(request: NewPartnerBot): Promise<InsertPartnerBotOutcome>;
  /** Null when unknown, deleted or another end user's. */
  findPartnerBot(userId: string, botId: string): Promise<PartnerBot | null>;
  /** Sorted by id. `afterId` null: from the start. */
  listPartnerBots(
    reach: PartnerBotReach,
    afterId: string | null,
    limit: number,
  ): Promise<readonly ListedPartnerBot[]>;
  /** All that follow the bot, or follow one that does; sorted by id. */
  listFollowers(botId: string): Promise<readonly PartnerBot[]>;
  /**
   * Changes the settings of all bots together; those that run get them into their inboxes. False,
   * with nothing written, when one of them changed, started or stopped since it was read, or when
   * the followers are others now.
   */
  editSettings(edits: SettingsEdits): Promise<boolean>;
  /**
   * Stops and deletes it; its followers go on and follow none. False when unknown, deleted or
   * another end user's.
   */
  deletePartnerBot(userId: string, botId: string, atMs: number): Promise<boolean>;
};
