// Orders as the service stores them, from the intent to the last fill.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { AccountLimitStore, IntentRisk } from '#ports/stores/account-limit-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

export type OrderTransition = {
  readonly orderId: string;
  /** The change is refused (false) when the stored state is not one of these. */
  readonly from: readonly OrderState[];
  /** When given, it is refused too when the order was written at another instant than this. */
  readonly ifUpdatedAtMs?: number;
  readonly to: OrderState;
  readonly filledAmount: Decimal;
  readonly venueOrderId: string | null;
  readonly reason: string | null;
  readonly atMs: number;
};

/** What the writing of an intent depends on beside the order. */
export type IntentConditions = {
  readonly risk?: IntentRisk | undefined;
  /**
   * Under which an idempotent request is carried out: throws Failure (`conflict`) and writes
   * nothing when another try has taken it over, or has ended it.
   */
  readonly claim?: HeldClaim | null;
};

/** What orders have filled: bought less sold, and both together. */
export type TradedAmounts = { readonly net: Decimal; readonly gross: Decimal };

export type InsertIntentOutcome =
  | { readonly kind: 'inserted' }
  | { readonly kind: 'exists'; readonly order: Order }
  | { readonly kind: 'unresolved'; readonly orderId: string }
  | { readonly kind: 'limited'; readonly reason: string }
  | { readonly kind: 'limits_unknown' };

export type DeniedQuery = { readonly afterMs: number; readonly limit: number };

/** Which orders of a user; what is null leaves none out. */
export type OrderFilter = {
  readonly userId: string;
  readonly accountId: string | null;
  readonly marketTag: MarketTag | null;
  readonly botId: string | null;
  readonly states: readonly OrderState[] | null;
  /** Placed then or later. Orders whose placing is not known count as the oldest of all. */
  readonly fromMs: number | null;
  /** Placed earlier. */
  readonly toMs: number | null;
};

/** An order as its exchange calls it; an exchange may use one name on several markets. */
export type VenueOrderName = { readonly marketTag: MarketTag; readonly venueOrderId: string };

/** What names an order of which something else that is stored cannot be read. */
export type UnreadableOrder = Pick<
  Order,
  | 'orderId'
  | 'accountId'
  | 'clientOrderId'
  | 'venueOrderId'
  | 'marketTag'
  | 'side'
  | 'state'
  | 'botId'
  | 'placedAtMs'
  | 'updatedAtMs'
> & { readonly cause: string };

export type UnreadableOrderListener = (order: UnreadableOrder) => void;

export type OrderStore = AccountLimitStore & {
  /**
   * Writes an order's intent (`pending`). Refused with `unresolved` when the account has an order
   * in state `unknown` on the market; `exists` (with the stored order) when this order id was
   * written before, or an order of this market with this name of its exchange. An order of an
   * account with limits is judged by them: `limited` when it breaks one, `limits_unknown` when
   * `risk` is not given, or does not have what they ask for.
   */
  insertIntent(order: Order, conditions?: IntentConditions): Promise<InsertIntentOutcome>;
  /**
   * Makes `pending` again an order that is `unplaced` and was last written at `ifUpdatedAtMs`, with
   * the instants of `order`. It is judged as a new one; `exists` when it is not as described.
   */
  retryIntent(
    order: Order,
    ifUpdatedAtMs: number,
    conditions?: IntentConditions,
  ): Promise<InsertIntentOutcome>;
  /**
   * Applies the transition and, in the same transaction, completes the idempotent request if given.
   * A record of an order that was placed elsewhere gives way to the one of ours that it turns out
   * to be: it becomes `unplaced`, without a fill.
   */
  transition(change: OrderTransition, completion: Completion | null): Promise<boolean>;
  /** Null when unknown or another user's. Throws Failure when it cannot be read. */
  findOrder(userId: string, orderId: string): Promise<Order | null>;
  /**
   * Orders in `pending`, `open` or `unknown`, newest first. `onUnreadable` hears of each that cannot
   * be read, and the others are returned; without it the first one throws Failure, since an order
   * that is left out would read as absent.
   */
  listWorkingOrders(
    accountId: string,
    onUnreadable?: UnreadableOrderListener,
  ): Promise<readonly Order[]>;
  /**
   * Orders that work no longer, by their placing newest first; `afterId`: those behind this one.
   * Those that cannot be read are left out.
   */
  listEndedOrders(
    accountId: string,
    afterId: string | null,
    limit: number,
  ): Promise<readonly Order[]>;
  /**
   * Orders of all states, by their placing newest first; `afterId`: those behind this one. None
   * behind one that is unknown or another user's.
   */
  listOrders(filter: OrderFilter, afterId: string | null, limit: number): Promise<readonly Order[]>;
  /** Our names of those that the account has had, in any order. */
  findClientOrderIds(
    accountId: string,
    names: readonly VenueOrderName[],
  ): Promise<readonly (VenueOrderName & { readonly clientOrderId: string })[]>;
  /**
   * Of the account's orders on these markets that work, or changed at the instant or later: so the
   * difference of two sums is what was filled in between.
   */
  sumTraded(
    accountId: string,
    marketTags: readonly MarketTag[],
    sinceMs: number,
  ): Promise<TradedAmounts>;
  /** Markets of the account's orders that work, or that its exchange gave a name, sorted. */
  listMarketsOfOrders(accountId: string): Promise<readonly MarketTag[]>;
  /**
   * Orders that became `unplaced` after the instant, or `rejected` without a name of the exchange,
   * newest first, at most so many. Those that cannot be read are left out.
   */
  listDeniedOrders(accountId: string, query: DeniedQuery): Promise<readonly Order[]>;
  /**
   * Accounts that have working orders, or some that `listDeniedOrders` returns, for
   * reconciliation; sorted by id.
   */
  listAccountsToReconcile(query: Pick<DeniedQuery, 'afterMs'>): Promise<readonly Account[]>;
  /** Accounts with an order that became `unknown` after the instant; sorted by id. */
  listAccountsInDoubt(afterMs: number): Promise<readonly Account[]>;
};
