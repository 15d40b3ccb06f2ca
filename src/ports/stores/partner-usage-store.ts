// Usage of a partner's end users in a period, for its report. Nothing that is counted is ever
// forgotten or changed, so a past period counts the same whenever it is requested.

import type { Decimal } from '#lib/decimal.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { EndUserReach } from '#ports/stores/partner-store.ts';

/** From an instant on, to just before another. */
export type Period = { readonly fromMs: number; readonly toMs: number };

export type UsageQuestion = Period & {
  readonly reach: EndUserReach;
  /** Parts of the period, one after the other, in each of which a running bot counts once. */
  readonly months: readonly Period[];
};

/** Of one end user. */
export type BotUsage = {
  readonly userId: string;
  readonly botsCreated: number;
  /** That ran at some time of the period. */
  readonly botsRan: number;
  /** Each bot counted once for each month in which it ran. */
  readonly botMonths: number;
  /** Months in which a bot of it ran. */
  readonly activeMonths: number;
  /** All bots together, within the period; one that runs still counts to the period's end. */
  readonly ranMs: number;
  readonly backtests: number;
};

/** What an order that filled turned over, without its fee. */
export type Turnover = {
  readonly marketType: MarketType;
  readonly currency: string;
  readonly volume: Decimal;
};

export type UserTurnover = Turnover & { readonly userId: string; readonly ordersFilled: number };

export type PartnerUsage = {
  /** Everyone who was there in the period, deleted since or not, sorted by id. */
  readonly users: readonly BotUsage[];
  /** Sorted by end user, currency and kind of market. */
  readonly turnovers: readonly UserTurnover[];
  /** With a reach of one end user: those that were meant for it alone. */
  readonly signals: number;
};

export type PartnerUsageStore = {
  /** `fromMs` and `toMs` are whole minutes. */
  readUsage(question: UsageQuestion): Promise<PartnerUsage>;
};
