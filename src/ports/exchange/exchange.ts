// An exchange as the service sees it. One driver per venue implements this; all pass
// exchange.contract.ts.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { Market, MarketTag, MarketType } from '#domain/market/market.ts';
import type { OrderSide, OrderType } from '#domain/order/order.ts';
import type { OrderTerms } from '#domain/order/order-terms.ts';

/** Whose wallet at the venue. The driver finds credentials or simulated state by `accountId`. */
export type VenueAccount = { readonly accountId: string; readonly marketType: MarketType };

export type Balance = {
  readonly currency: string;
  readonly available: Decimal;
  /** Held by open orders, and by positions as margin. */
  readonly locked: Decimal;
  readonly total: Decimal;
  /** Futures accounts only; null on spot. */
  readonly marginUsed: Decimal | null;
  readonly unrealizedProfit: Decimal | null;
};

export type AccountBalances = {
  readonly updatedAtMs: number;
  readonly balances: readonly Balance[];
};

export type VenuePosition = {
  readonly positionId: string;
  readonly marketTag: MarketTag;
  readonly direction: 'long' | 'short';
  readonly amount: Decimal;
  readonly averagePrice: Decimal;
  readonly markPrice: Decimal;
  readonly leverage: Decimal;
  readonly marginMode: 'cross' | 'isolated';
  readonly margin: Decimal;
  readonly marginCurrency: string;
  /** Null when no price of this market alone would liquidate it. */
  readonly liquidationPrice: Decimal | null;
  readonly unrealizedProfit: Decimal;
  readonly realizedProfit: Decimal;
  readonly fees: Decimal;
  readonly roiPercent: Decimal;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
};

export type NewVenueOrder = {
  readonly clientOrderId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  /** One of those that the venue supports. */
  readonly type: OrderType;
  /** Zero on the types without a limit. */
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly terms: OrderTerms;
  /** The instant the order was decided for; see the driver on how late it may arrive. */
  readonly decidedAtMs: number;
};

export const VENUE_ORDER_STATES = ['open', 'filled', 'cancelled', 'rejected', 'expired'] as const;
export type VenueOrderState = (typeof VENUE_ORDER_STATES)[number];

export type VenueOrder = {
  readonly venueOrderId: string;
  /** Null on orders that were not placed by this service. */
  readonly clientOrderId: string | null;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly terms: OrderTerms;
  readonly filledAmount: Decimal;
  /** Zero before the first fill. */
  readonly averageFillPrice: Decimal;
  readonly state: VenueOrderState;
  readonly reason: string | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

export type VenueFill = {
  readonly fillId: string;
  readonly venueOrderId: string;
  readonly clientOrderId: string | null;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly isMaker: boolean;
  readonly filledAtMs: number;
};

/**
 * A definite no from the venue. `detail` is for people and names the rule, the value and the
 * nearest valid one.
 */
export type VenueRejection = {
  readonly code: 'insufficient_funds' | 'order_rejected';
  readonly detail: string;
};

/**
 * What a venue does with an order by itself. What it does not is left to whoever places the order;
 * one of a type that is not listed is refused.
 */
export type OrderSupport = {
  /** `limit` and `market` are always among them, where the venue trades at all. */
  readonly types: readonly OrderType[];
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Whether an order ends by itself at an instant. */
  readonly timeOuts: boolean;
  /** Whether a trailing stop may wait for a price from which on it follows. */
  readonly trailActivation: boolean;
};

/** What is paid for positions beside fills. Amounts paid are below zero where received. */
export type VenueMarginEvent = {
  readonly eventId: string;
  readonly marketTag: MarketTag;
  /** Of the position, as it was just before. */
  readonly direction: 'long' | 'short';
  readonly amount: Decimal;
  /** Currency of the sums. */
  readonly currency: string;
  readonly atMs: number;
} & (
  | { readonly kind: 'funding'; readonly paid: Decimal }
  | {
      /** The position was closed, and its market's orders were cancelled. */
      readonly kind: 'liquidation';
      readonly price: Decimal;
      readonly fee: Decimal;
      /** Of the loss, what the venue bore. */
      readonly insured: Decimal;
    }
);

export type CancelRejection = 'order_not_found' | 'order_not_working';

export type Exchange = {
  /** Lower-case exchange code, as accepted by `?exchange=`. */
  readonly code: string;
  readonly name: string;
  readonly isTestNet: boolean;
  /**
   * Whether a second order with the same client order id is answered with the first instead of
   * being placed.
   */
  readonly deduplicatesClientOrderId: boolean;
  readonly orderSupport: OrderSupport;
  /** After this long a request that was sent can no longer take effect at the venue. */
  readonly requestHorizonMs: number;

  listMarkets(): Promise<readonly Market[]>;
  /**
   * Last traded (or mark) price at this instant. Throws Failure when the market is unknown or
   * closed.
   */
  fetchPrice(marketTag: MarketTag): Promise<{ readonly price: Decimal; readonly atMs: number }>;
  /**
   * Minutes with `fromMs <= openTimeMs < toMs`, oldest first, closed ones only; missing minutes are
   * left out.
   */
  fetchCandles(marketTag: MarketTag, fromMs: number, toMs: number): Promise<readonly Candle[]>;

  fetchBalances(account: VenueAccount): Promise<AccountBalances>;
  /** Open positions; empty on spot accounts. */
  fetchPositions(account: VenueAccount): Promise<readonly VenuePosition[]>;
  fetchOpenOrders(account: VenueAccount): Promise<readonly VenueOrder[]>;
  /**
   * The order with this client order id in whatever state, or null when the venue has never seen it
   * (yet).
   */
  fetchOrder(
    account: VenueAccount,
    marketTag: MarketTag,
    clientOrderId: string,
  ): Promise<VenueOrder | null>;
  /** Fills after `cursor` (null: from the first), oldest first, at most `limit`. */
  fetchFills(
    account: VenueAccount,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly fills: readonly VenueFill[]; readonly cursor: string | null }>;

  /** Fills of one order, oldest first; none when the venue has never seen it. */
  fetchOrderFills(
    account: VenueAccount,
    marketTag: MarketTag,
    clientOrderId: string,
  ): Promise<readonly VenueFill[]>;

  /**
   * Funding and liquidations after `cursor` (null: from the first), oldest first, at most `limit`;
   * none on spot accounts.
   */
  fetchMarginEvents(
    account: VenueAccount,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly events: readonly VenueMarginEvent[]; readonly cursor: string | null }>;

  /**
   * Places an order. A venue's refusal is a rejection. Throws Failure when certainly nothing
   * happened, OutcomeUnknown when it cannot tell.
   */
  placeOrder(
    account: VenueAccount,
    order: NewVenueOrder,
  ): Promise<Result<VenueOrder, VenueRejection>>;
  /** Cancels; the value is the order as it ended. Same throws as `placeOrder`. */
  cancelOrder(
    account: VenueAccount,
    marketTag: MarketTag,
    clientOrderId: string,
  ): Promise<Result<VenueOrder, CancelRejection>>;
};

/** What is asked about an account, and changes nothing. */
export type AccountQuestions = Pick<
  Exchange,
  | 'fetchBalances'
  | 'fetchPositions'
  | 'fetchOpenOrders'
  | 'fetchOrder'
  | 'fetchFills'
  | 'fetchOrderFills'
  | 'fetchMarginEvents'
>;
