// An exchange as the service sees it. One driver per venue implements this; all pass
// exchange.contract.ts.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Market, MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { MarketCapabilities } from '#venue-port/exchange/market-capabilities.ts';
import type { CredentialForm, SealedCredentials } from '#venue-port/exchange/venue-credentials.ts';

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

/**
 * Which rows of a list have to be readable: those of these names, or `readable`: those that are.
 * What is not readable is unknown, and nothing that is decided by it may take it for zero.
 */
export type WantedRows = 'readable' | readonly string[];

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
  /**
   * From this instant of the installation's clock on, no request for it may be written: whoever
   * looks for the order and does not find it relies on that. See `LIMITS.orderSendMsMax`.
   */
  readonly sendByMs: number;
};

/** How an order of ours is named in a request. */
export type OrderName = {
  readonly clientOrderId: string;
  /** The venue's own name, which counts where it is known; null until then. */
  readonly venueOrderId: string | null;
  /** When it was sent, by our clock: bounds the search where a venue has only lists. */
  readonly placedAtMs: number;
  /** A stop that its entry brings, which the venue may not show under our name. */
  readonly isAttached?: true;
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
  /** Zero before the first fill, and where the venue does not say it of an order at work. */
  readonly averageFillPrice: Decimal;
  readonly state: VenueOrderState;
  readonly reason: string | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

/** What a look-up of one order found. An error or an empty page is none of these; it is thrown. */
export type OrderLookup =
  | { readonly kind: 'found'; readonly order: VenueOrder }
  /** The venue stated that it has no such order (yet), at this instant of its own clock. */
  | { readonly kind: 'absent'; readonly asOfMs: number }
  /** It may have existed: it is older than the venue retains. */
  | { readonly kind: 'forgotten' }
  /**
   * The venue lists an open order in a form that cannot be read, and it may be this one. Nothing
   * follows but that it is not absent.
   */
  | { readonly kind: 'unreadable' };

/**
 * The reply to a placement. `acknowledged`: the venue has taken the request and does not show the
 * order yet; it is treated as open.
 */
export type PlacedOrder = Omit<VenueOrder, 'state'> & {
  readonly state: VenueOrderState | 'acknowledged';
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
  /** See `AccountSequence`; absent: the venue does not say, as streams often do not. */
  readonly sequence?: AccountSequence;
};

/**
 * Place among what happened to an account on a market, where the venue numbers fills and payments
 * of positions together: within one millisecond the lower one came first.
 */
export type AccountSequence = bigint;

/** A fill that the venue lists in a form that cannot be read; null: nor can this part of it. */
export type UnreadableFill = {
  readonly venueOrderId: string | null;
  readonly clientOrderId: string | null;
  readonly marketTag: MarketTag | null;
  /** The field, and what is wrong with it. */
  readonly detail: string;
};

export type FillsPage = {
  readonly fills: readonly VenueFill[];
  readonly cursor: string | null;
  /** Those that may be of an order of ours; absent: there are none. */
  readonly unreadable?: readonly UnreadableFill[];
};

/**
 * A definite no from the venue. `detail` is for people and names the rule, the value and the
 * nearest valid one.
 */
export type VenueRejection = {
  /** `duplicate_name`: an order of this name exists, so that an earlier request arrived. */
  readonly code: 'insufficient_funds' | 'order_rejected' | 'duplicate_name';
  readonly detail: string;
};

/**
 * What a venue does with an order by itself. What it does not is left to whoever places the order;
 * one of a type that is not listed is refused.
 */
export type OrderSupport = {
  /**
   * Held whoever places them. `limit` and `market` are always among them, where the venue trades at
   * all.
   */
  readonly types: readonly OrderType[];
  /**
   * Types with a trigger that it holds beyond those, by the type of market, where the owner of a
   * bot or of an order chooses so; absent: none. See `heldTypes`.
   */
  readonly stops?: StopSupport;
  /** Why it holds not all of them, by the type of market, in words. */
  readonly stopsLeftOut?: { readonly [type in MarketType]?: string };
  /** Types of markets on which an entry at market may bring its stop at market; absent: none. */
  readonly attachedStops?: readonly MarketType[];
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  /** Whether an order that only reduces may be worth less than the minimum value of its market. */
  readonly exemptsReduceOnly: boolean;
  /** Whether an order ends by itself at an instant. */
  readonly timeOuts: boolean;
  /** Whether a trailing stop may wait for a price from which on it follows. */
  readonly trailActivation: boolean;
};

export type StopSupport = { readonly [type in MarketType]: readonly OrderType[] };

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
  /** As that of fills. */
  readonly sequence?: AccountSequence;
} & (
  | { readonly kind: 'funding'; readonly paid: Decimal }
  | {
      /** So much of the position was closed, and its market's orders were cancelled. */
      readonly kind: 'liquidation';
      readonly price: Decimal;
      readonly fee: Decimal;
      /** Of the loss, what the venue bore. */
      readonly insured: Decimal;
    }
);

/** What a venue guarantees about names, look-ups and lists. */
export type VenuePromises = {
  /**
   * What it does with a second order of the same name. `first`: responds with the first one.
   * `refused`: refuses it for ever. `refused_while_open`: accepts it once the first has ended.
   * `none`: places it.
   */
  readonly duplicateName: 'first' | 'refused' | 'refused_while_open' | 'none';
  /**
   * Whether an order is found by our name in any state, or only in lists of orders. Where it were
   * neither, nobody could ever say that an order is absent.
   */
  readonly lookup: 'any_state' | 'lists';
  /** Whether fills are listed for the whole account, or for one market at a time. */
  readonly fillLists: 'account' | 'market';
  /**
   * Whether `watchAccount` reports all that happens at the venue, fills included, or only what was
   * requested through this driver.
   */
  readonly news: 'all' | 'own_requests';
  /** Of orders that wait for a price; absent: as of the others. `none`: lists alone show them. */
  readonly newsOfWaiting?: 'none';
  /** After this long a request that was sent can no longer take effect at the venue. */
  readonly requestHorizonMs: number;
  /** So long an order that exists may be missing from look-ups and lists. */
  readonly visibilityLagMs: number;
  /** So long orders that have ended can still be looked up. */
  readonly endedRetainedMs: { readonly filled: number; readonly unfilled: number };
  /** Minutes that opened longer ago are not listed any more; absent: all are. */
  readonly candlesReachMs?: number;
  /** When a probe confirmed them; absent: nobody has, and they are those of the documentation. */
  readonly measuredAtMs?: number;
};

/** News of an account: a hint that something changed. The REST lists remain authoritative. */
export type AccountNews =
  | { readonly kind: 'order'; readonly order: VenueOrder }
  | { readonly kind: 'fill'; readonly fill: VenueFill }
  /**
   * From here on news arrives; what happened before is to be read by REST. `reported`: it is said
   * again because something happened to this order of ours, which the venue does not describe.
   */
  | { readonly kind: 'connected'; readonly reported?: string }
  | { readonly kind: 'disconnected' };

/** Whether a venue can be reached: `degraded` means slowly, or for part of the requests. */
export type VenueHealth = 'open' | 'degraded' | 'down';

/** A row of one of the venue's public lists that cannot be read, and is left out of it. */
export type UnreadableListRow = {
  /** Candles, rates of funding and prices are `market_data`. */
  readonly list: 'markets' | 'market_data';
  /** The venue's own name of the market; null where that cannot be read either. */
  readonly name: string | null;
  /** The field, and what is wrong with it. */
  readonly reason: string;
};

/** How an account is set up at its venue, where that decides what can be traded. */
export type AccountMode = {
  /** In the venue's words. */
  readonly name: string;
  /** Why nothing is traded in it here, and what to do; null: it is traded in. */
  readonly refusal: string | null;
};

/** What the venue says about an account's key. */
export type CredentialReport = {
  /** The venue's own id of the account, the same for all of its keys. */
  readonly accountUid: string;
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  /** Whether the key works only from listed addresses. */
  readonly isAddressBound: boolean;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** In the venue's own words, sorted. */
  readonly permissions: readonly string[];
  /** Null on spot. */
  readonly positionMode: 'one_way' | 'hedge' | null;
  /** Null on spot, and where it is chosen by position. */
  readonly marginMode: 'cross' | 'isolated' | null;
  /** Absent: the venue has one mode alone, or does not say. */
  readonly accountMode?: AccountMode;
};

export type CancelRejection = 'order_not_found' | 'order_not_working';

export type PriceNow = {
  readonly price: Decimal;
  readonly atMs: number;
  /** The candle of the minute that has not ended, where the market's stream shows it. */
  readonly forming?: Candle | null;
  /** The best bid and ask, where they are known without another request. */
  readonly best?: BestPrices | null;
};

export type Exchange = {
  /** Lower-case exchange code, as accepted by `?exchange=`. */
  readonly code: string;
  readonly name: string;
  readonly isTestNet: boolean;
  /** Of the exchange that it is a company of, such as one for a region; null, absent: of none. */
  readonly companyOf?: string | null;
  /** Types of markets that it is known to have before it lists any; absent: they are not known. */
  readonly offeredTypes?: readonly MarketType[];
  readonly promises: VenuePromises;
  readonly orderSupport: OrderSupport;
  /** In the order spot, futures; absent: it is no real exchange. */
  readonly capabilities?: readonly MarketCapabilities[];
  /** Null: its accounts have no credentials. */
  readonly credentialForm: CredentialForm | null;

  /** As of the last requests; asks nobody. */
  health(): VenueHealth;
  /** The venue's clock less ours, as last measured; null before the first measurement. */
  clockSkewMs(): number | null;
  /** Rows of its public lists that cannot be read at present; absent: all can be. Asks nobody. */
  unreadableRows?(): readonly UnreadableListRow[];

  listMarkets(): Promise<readonly Market[]>;
  /**
   * Those that exist at this instant, where `listMarkets` may be a moment older than what another
   * process has made. Absent: it is not.
   */
  readMarkets?(): Promise<readonly Market[]>;
  /**
   * Those read last, without waiting for the venue; null before the first reading. May begin to
   * read them anew. Absent: `listMarkets` asks no venue.
   */
  knownMarkets?(): readonly Market[] | null;
  /**
   * When the venue listed them; null: it is not known. Absent: they are never out of date. Asks
   * nobody.
   */
  marketsAsOfMs?(): number | null;
  /** Whether this process does not know yet if the venue can be reached; absent: it does. */
  isStarting?(): boolean;
  /** Whether nobody here has needed it yet, and it is left alone until then; absent: it is not. */
  isUnused?(): boolean;
  /** False while no process that reaches it has said how it is; absent: always known. */
  isHealthKnown?(): boolean;
  /**
   * Last traded (or mark) price at this instant. Throws Failure when the market is unknown or
   * closed.
   */
  fetchPrice(marketTag: MarketTag): Promise<PriceNow>;
  /**
   * The best bid and ask at this instant; null where the venue tells none. Throws Failure when the
   * market is unknown.
   */
  fetchBestPrices(marketTag: MarketTag): Promise<BestPrices | null>;
  /**
   * Minutes with `fromMs <= openTimeMs < toMs`, oldest first, closed ones only; missing minutes are
   * left out.
   */
  fetchCandles(marketTag: MarketTag, fromMs: number, toMs: number): Promise<readonly Candle[]>;
  /**
   * Rates of funding that were due with `fromMs <= atMs < toMs`, oldest first; none on spot. The
   * venue may list the newest one late.
   */
  fetchFundingRates(
    marketTag: MarketTag,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FundingRate[]>;

  /**
   * Balances that can be read. Throws Failure where one of a `wanted` currency cannot be; absent:
   * where any cannot.
   */
  fetchBalances(account: VenueAccount, wanted?: WantedRows): Promise<AccountBalances>;
  /** Open positions, likewise by their market tags; empty on spot accounts. */
  fetchPositions(account: VenueAccount, wanted?: WantedRows): Promise<readonly VenuePosition[]>;
  /** Without those that cannot be read; see `OrderLookup`. */
  fetchOpenOrders(account: VenueAccount): Promise<readonly VenueOrder[]>;
  /** The order of this name in whatever state. Throws Failure when the venue does not say. */
  fetchOrder(account: VenueAccount, marketTag: MarketTag, name: OrderName): Promise<OrderLookup>;
  /**
   * Fills on these markets after `cursor` (null: from the first), oldest first on each market, at
   * most `limit`. Fewer mean that there are no more now. Where `promises.fillLists` is `account`,
   * those on other markets are among them. A cursor is valid for the markets it was given for.
   * Without one the list may begin at `sinceMs`, by our clock, if the caller needs nothing earlier.
   * The cursor may pass fills that cannot be read: whoever counts fills has to ask whose they are.
   * What was read before may be shown again while no news came, unless `isFresh`: news may be lost.
   */
  fetchFills(
    account: VenueAccount,
    marketTags: readonly MarketTag[],
    cursor: string | null,
    limit: number,
    sinceMs?: number | null,
    isFresh?: boolean,
  ): Promise<FillsPage>;

  /** Fills of one order, oldest first; none when the venue has never seen it. */
  fetchOrderFills(
    account: VenueAccount,
    marketTag: MarketTag,
    name: OrderName,
  ): Promise<readonly VenueFill[]>;

  /**
   * Funding and liquidations after `cursor` (null: from the first), oldest first, at most `limit`;
   * none on spot accounts. `sinceMs` as for fills.
   */
  fetchMarginEvents(
    account: VenueAccount,
    cursor: string | null,
    limit: number,
    sinceMs?: number | null,
  ): Promise<{ readonly events: readonly VenueMarginEvent[]; readonly cursor: string | null }>;

  /**
   * Places an order. A venue's refusal is a rejection. Throws Failure when certainly nothing
   * happened, OutcomeUnknown when it cannot tell.
   */
  placeOrder(
    account: VenueAccount,
    order: NewVenueOrder,
  ): Promise<Result<PlacedOrder, VenueRejection>>;
  /** Cancels; the value is the order as it ended. Same throws as `placeOrder`. */
  cancelOrder(
    account: VenueAccount,
    marketTag: MarketTag,
    name: OrderName,
  ): Promise<Result<VenueOrder, CancelRejection>>;

  /**
   * Reports news of the account until `signal` aborts, then resolves. It reconnects by itself and
   * says so; news may be missing, repeated or out of order.
   */
  watchAccount(
    account: VenueAccount,
    onNews: (news: AccountNews) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Of the credentials that are stored for the account, or of a `candidate` that is to be: then the
   * account may not exist yet, and nothing is remembered of them. Throws Failure: `unauthorized`
   * with the venue's reason when it refuses the key, `region_blocked` when it refuses us. Venues
   * may have a position mode for each market: it is that of `marketTag`, where one is given.
   */
  checkCredentials(
    account: VenueAccount,
    candidate?: SealedCredentials | null,
    marketTag?: MarketTag | null,
  ): Promise<CredentialReport>;
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
  | 'checkCredentials'
>;
