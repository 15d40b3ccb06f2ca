// A dialect: what one venue's interface looks like, as data and pure functions. It builds calls and
// reads what came back; it neither sends nor waits, and whoever calls it gives the time.

import type { Decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Market, MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import type {
  AccountMode,
  AccountNews,
  Balance,
  CredentialReport,
  NewVenueOrder,
  OrderName,
  OrderSupport,
  PlacedOrder,
  VenueFill,
  VenueMarginEvent,
  VenueOrder,
  VenuePosition,
  VenuePromises,
} from '#venue-port/exchange/exchange.ts';
import type { StreamedCandle } from '#venue-port/exchange/market-feed.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import type { VenueCall, VenueCredentials, WireOutcome } from '#venues/wire/venue-wire.ts';

/**
 * What a call came to. `rejected` and `not_done` are white lists: whatever a dialect does not know
 * is `unknown`. `detail` is the venue's own text, cleaned, at most 200 characters.
 */
export type Verdict<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The venue refused what was requested, for good. */
  | { readonly kind: 'rejected'; readonly code: RejectionCode; readonly detail: string }
  /** An order of this name exists: look it up. */
  | { readonly kind: 'duplicate' }
  /**
   * Of a look-up: the venue states that it has no such order. Of a cancel: none of this name works;
   * a look-up tells an order that has ended from one that never was.
   */
  | { readonly kind: 'absent' }
  /** Of a look-up: the order existed, or may have, and is older than the venue retains. */
  | { readonly kind: 'forgotten' }
  | NotDone
  /**
   * Refused for the time stamp. Measure the venue's clock and sign anew, once. `mayBeKey`: the
   * venue says the same of a key that it does not accept, which it then is.
   */
  | { readonly kind: 'clock'; readonly detail: string; readonly mayBeKey?: true }
  /** Of a call that acts: it may have been carried out. Of one that reads: a failure. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Certainly nothing happened. */
export type NotDone = {
  readonly kind: 'not_done';
  readonly failure: FailureCode;
  readonly retryAfterMs: number | null;
  /** The venue turns this address away as a whole: nothing may be sent from it meanwhile. */
  readonly stopsAddress: boolean;
  /** The account is in another mode than the one that the request is for. */
  readonly isOtherMode?: true;
  readonly detail: string;
};

type RejectionCode =
  | 'insufficient_funds'
  | 'order_rejected'
  /** What the order waits for is there already. */
  | 'trigger_passed'
  | 'order_not_found'
  | 'order_not_working';

/** A call and the reader of what comes back. */
export type Query<T> = {
  readonly call: VenueCall;
  readonly read: (outcome: WireOutcome) => Verdict<T>;
};

/** Several calls whose outcomes, in their order, make one result. */
export type JointQuery<T> = {
  readonly calls: readonly VenueCall[];
  readonly read: (outcomes: readonly WireOutcome[]) => Verdict<T>;
};

/** A list that the venue hands out in pages. */
export type ListQuery<T> = Query<Page<T>>;
export type Page<T> = {
  readonly items: readonly T[];
  /** Null after the last page. */
  readonly next: ListQuery<T> | null;
  /** Of a list of orders: rows that are not among the items. */
  readonly unreadable?: readonly UnreadableOrder[];
  /** The same of a list of positions, by their market tags. */
  readonly leftOut?: readonly UnreadableRow[];
};

/** An order that the venue lists as open, in a form that cannot be read. */
export type UnreadableOrder = {
  /** Null where it cannot be read either. */
  readonly venueOrderId: string | null;
  /** Our name, or another's, as the venue spells it; null where it cannot be read either. */
  readonly venueName: string | null;
  readonly detail: string;
};

/** A fill that the venue lists in a form that cannot be read. */
export type UnreadableFillRow = UnreadableOrder & {
  /** Null where it cannot be read either. */
  readonly marketTag: MarketTag | null;
};

/** A page of a list that grows at its end; see `Exchange.fetchFills`. */
export type CursorPage<T> = {
  readonly items: readonly T[];
  readonly cursor: string | null;
  /** Of a list of fills: rows that are not among the items. The cursor may pass them. */
  readonly unreadable?: readonly UnreadableFillRow[];
  /** The page is not known yet: this brings it, in place of items and cursor. */
  readonly rest: Query<CursorPage<T>> | null;
};

/** A market and what only its dialect needs of it. */
export type ListedMarket = {
  readonly market: Market;
  /** The venue's own name, unique among its markets of this type. */
  readonly symbol: string;
  /** By which it names the market in orders, where that is another one. */
  readonly number?: number;
  /** Of positions there; absent: any. */
  readonly onlyMarginMode?: MarginMode;
};

/** Null: not listed, or not yet. */
export type FindMarket = (marketType: MarketType, symbol: string) => ListedMarket | null;

/** What readers of an account's lists are given. */
export type AccountContext = {
  readonly marketType: MarketType;
  readonly findMarket: FindMarket;
  /** By the venue's clock. */
  readonly nowMs: number;
  /** That `AccountQueries.mode` brought; absent where requests do not depend on it. */
  readonly mode?: string;
};

export type AccountModes = {
  readonly [type in MarketType]?: { readonly [word: string]: AccountMode };
};

export type VenueDialect = {
  /** The exchange's code in our own interface. */
  readonly code: string;
  readonly name: string;
  /** The class of the signing library. */
  readonly libraryId: string;
  readonly marketTypes: readonly MarketType[];
  /** The code of the exchange whose dialect a company speaks; absent: it is one itself. */
  readonly companyOf?: string;
  /** Absent: it trades real money. */
  readonly isTestNet?: boolean;
  /** Which of its markets are not traded here, and why. */
  readonly leftOut: string;
  /** Without ports; nothing else is ever connected to. */
  readonly hosts: readonly string[];
  /** Those of its test net, where promises are measured; absent: it has none that is known. */
  readonly testNetHosts?: readonly string[];
  readonly promises: VenuePromises;
  readonly orderSupport: OrderSupport;
  readonly credentialForm: CredentialForm;
  /** Which of them its accounts may have, by the venue's word; absent: they have one alone. */
  readonly accountModes?: AccountModes;
  readonly budget: VenueBudget;

  /** Our name in the venue's spelling, without loss. */
  readonly orderName: (clientOrderId: string) => string;
  /** Back; null where the venue's name is none that `orderName` writes. */
  readonly ownName: (venueName: string) => string | null;

  readonly time: () => Query<{ readonly venueTimeMs: number }>;
  /**
   * In the order of `marketTypes`, all lists together; fees are those of a new account where the
   * venue lists none.
   */
  readonly markets: () => readonly ListQuery<ListedMarket>[];
  /** `best`: where the reply has the best bid and ask as well. */
  readonly price: (
    listed: ListedMarket,
  ) => Query<{ readonly price: Decimal; readonly best?: BestPrices | null }>;
  /** Where the price comes without; absent: it comes with it, or the venue tells none. */
  readonly bestPrices?: (listed: ListedMarket) => Query<BestPrices | null>;
  readonly candles: CandleQueries;
  /** Null: it has no futures. */
  readonly funding: FundingQueries | null;

  readonly orders: OrderQueries;
  readonly account: AccountQueries;
  /** In their place at its test net, which lacks some of its interfaces. */
  readonly testNetAccount?: Partial<AccountQueries>;
  readonly stream: StreamDialect;
  /** Absent: candles and prices are read by request alone. */
  readonly marketStream?: MarketStreamDialect;
  /** The same of the best bid and ask, over connections of its own; absent: there is none. */
  readonly bestPriceStream?: MarketStreamDialect;
};

/** In units of the venue. */
export type VenueBudget = {
  /** Of one address. */
  readonly perMinute: number;
  /** The venue counts over so long; its limit there is this share of the minute's. */
  readonly windowSeconds: number;
  /** The header of a reply with what was used in this minute; null: it says nothing. */
  readonly usedHeader: string | null;
  /**
   * Whom the status 429 is about. Absent: the address, and nothing is sent from it for a while. Of
   * an account, the verdict on the reply says whether the address is meant after all.
   */
  readonly tooManyBy?: 'address' | 'account';
};

export type CandleQueries = {
  readonly perCallMax: number;
  /** Absent: all of the past is listed. What is older is not requested. */
  readonly listedMs?: number;
  /**
   * Minutes with `fromMs <= openTimeMs < toMs`, oldest first; the caller leaves out those that have
   * not closed, and asks for at most `perCallMax`.
   */
  readonly fetch: (listed: ListedMarket, fromMs: number, toMs: number) => Query<readonly Candle[]>;
  /** In its place for what is not older than `reachMs`, where the venue lists that separately. */
  readonly recent?: { readonly reachMs: number; readonly fetch: CandleQueries['fetch'] };
};

export type FundingQueries = {
  /** Of one call. */
  readonly windowMsMax: number;
  /** Rates that were due with `fromMs <= atMs < toMs`, in any order. */
  readonly fetch: (
    listed: ListedMarket,
    fromMs: number,
    toMs: number,
  ) => Query<readonly FundingRate[]>;
};

export type MarginMode = MarginTerms['marginMode'];

export type OrderQueries = {
  /**
   * What must be set before this order may be placed (leverage, margin mode), in turn. A setting
   * may take several requests, as a list its pages. A venue's word that it is so already is `done`.
   * Where the order must name its margin mode, they bring that mode.
   */
  readonly prepare: (
    order: NewVenueOrder,
    listed: ListedMarket,
  ) => readonly ListQuery<MarginMode>[];
  readonly place: (
    order: NewVenueOrder,
    listed: ListedMarket,
    context: PlaceContext,
  ) => Query<PlacedOrder>;
  /** Why an order is not sent for an account in this mode, and what to do; null: it is. */
  readonly refusalIn?: (order: NewVenueOrder, context: AccountContext) => string | null;
  /** Whether purchases at market are limits in this mode, whatever `marketBuyBy` of the market. */
  readonly buysByLimitIn?: (context: AccountContext) => boolean;
  /** Absent: by either name. Otherwise whoever calls `cancel` looks the venue's name up first. */
  readonly cancelsBy?: 'venue_order_id';
  /**
   * Whether the id is that of an order that waits for its price, where what comes of it has another
   * one: fills are listed by that, and it is cancelled by that.
   */
  readonly isWaitingId?: (venueOrderId: string) => boolean;
  /** The order as it ended; null: the venue has taken the request and does not say more. */
  readonly cancel: (
    name: OrderName,
    listed: ListedMarket,
    context: AccountContext,
  ) => Query<VenueOrder | null>;
  /**
   * To be tried in turn. The order is absent when all are; empty: the venue does not look it up by
   * this name.
   */
  readonly lookUp: (
    name: OrderName,
    listed: ListedMarket,
    context: AccountContext,
  ) => readonly Query<VenueOrder>[];
  /**
   * Where `promises.lookup` is `lists`: all orders of the market, in whatever state, that were
   * placed between these instants of the venue's clock, all lists together. An order that none of
   * them names is absent.
   */
  readonly placedBetween?: (
    fromMs: number,
    toMs: number,
    listed: ListedMarket,
    context: AccountContext,
  ) => readonly ListQuery<VenueOrder>[];
  /** Look-ups name no average price: that of an order that has ended is made of its fills. */
  readonly averagesFrom?: 'fills';
  /** All lists together. */
  readonly open: (context: AccountContext) => readonly ListQuery<VenueOrder>[];
};

export type PlaceContext = AccountContext & {
  /**
   * The worst price that a market order may get, where `marketBuyBy` or `buysByLimitIn` asks for a
   * limit; null elsewhere.
   */
  readonly protectionPrice: Decimal | null;
  /** That `prepare` brought; null where it brings none. */
  readonly marginMode: MarginMode | null;
};

export type BalancePage = {
  readonly updatedAtMs: number;
  readonly balances: readonly Balance[];
  /** Rows that are not among them, by their currencies. */
  readonly unreadable?: readonly UnreadableRow[];
  /** Of other currencies; absent or null after the last page. */
  readonly rest?: Query<BalancePage> | null;
};

export type AccountQueries = {
  /**
   * The mode that the account is in, by its word of `accountModes`; absent: requests do not depend
   * on it.
   */
  readonly mode?: Query<string>;
  readonly balances: (context: AccountContext) => Query<BalancePage>;
  /** All lists together; empty on spot. */
  readonly positions: (context: AccountContext) => readonly ListQuery<VenuePosition>[];
  /**
   * Fills on one market after `cursor` (null: from the first), oldest first, at most `limit` or
   * what the venue gives at once. The market is null where `promises.fillLists` is `account`.
   * Without a cursor the list may begin at `sinceMs`, where it is given.
   */
  readonly fills: (
    listed: ListedMarket | null,
    cursor: string | null,
    limit: number,
    context: AccountContext,
    sinceMs?: number | null,
  ) => Query<CursorPage<VenueFill>>;
  /** Where `venueOrderId` is null and the venue needs it, the caller looks the order up first. */
  readonly orderFills: (
    name: OrderName,
    listed: ListedMarket,
    context: AccountContext,
  ) => ListQuery<VenueFill>;
  /** Funding and liquidations after `cursor`, oldest first; null where there are none, on spot. */
  readonly marginEvents:
    | ((
        cursor: string | null,
        limit: number,
        context: AccountContext,
        sinceMs?: number | null,
      ) => Query<CursorPage<VenueMarginEvent>>)
    | null;
  /**
   * `market`: whose position mode is wanted, where the venue has one for each market. `apiKey`: the
   * public half of what is asked about, where the venue lists all keys of the account.
   */
  readonly credentials: (
    context: AccountContext,
    market?: ListedMarket | null,
    apiKey?: string,
  ) => JointQuery<CredentialReport>;
};

/** The stream of an account. */
export type StreamDialect = {
  /** A call before connecting that gives a token, such as a listen key; null: none is needed. */
  readonly token: (() => Query<string>) | null;
  /** Of accounts in this mode none is needed; absent: of none. */
  readonly needsNoToken?: (mode: string | undefined) => boolean;
  /** With the token: what keeps it alive, every so many milliseconds. */
  readonly keepToken: {
    readonly everyMs: number;
    readonly query: (token: string) => Query<null>;
  } | null;
  readonly address: (token: string | null, marketType: MarketType, mode?: string) => string;
  /** Frames to send when the connection is open, signed where the venue wants it. */
  readonly open: (
    credentials: VenueCredentials,
    token: string | null,
    nowMs: number,
  ) => readonly string[];
  /** Frames that log on when the venue asks for them (`log_on`); absent: it never does. */
  readonly logOn?: (credentials: VenueCredentials, nowMs: number) => readonly string[];
  readonly read: (frame: string, context: AccountContext) => readonly StreamEvent[];
  /** A text frame that keeps the connection alive; null where the protocol's pings do. */
  readonly ping: {
    readonly everyMs: number;
    readonly frame: (nowMs: number, mode?: string) => string;
  } | null;
  /** A stream that is silent for longer is dead. */
  readonly silenceMsMax: number;
};

export type StreamEvent =
  | { readonly kind: 'news'; readonly news: Exclude<AccountNews, Connection> }
  /** Connected; the frames of `logOn` come next. */
  | { readonly kind: 'log_on' }
  /** Logged on; these frames come next. */
  | { readonly kind: 'send'; readonly frames: readonly string[] }
  /** Subscribed: from here on news arrives. */
  | { readonly kind: 'ready' }
  /**
   * Something of the account changed that the frame does not say in full: sweep by REST. `reported`
   * is our name of the order that the frame is about.
   */
  | { readonly kind: 'sweep'; readonly marketTag: MarketTag | null; readonly reported?: string }
  /** The venue refuses the subscription. */
  | { readonly kind: 'refused'; readonly failure: FailureCode; readonly detail: string }
  /** The venue is about to end the connection: connect anew. */
  | { readonly kind: 'over' };

type Connection = { readonly kind: 'connected' | 'disconnected' };

/** The public stream of one-minute candles, or of the best bid and ask. */
export type MarketStreamDialect = {
  /** Of one connection. */
  readonly marketsMax: number;
  /** Of one frame that subscribes. */
  readonly marketsPerFrameMax: number;
  /** Of those that a connection sends. */
  readonly framesPerSecondMax: number;
  /** All markets of a connection are of one type. */
  readonly address: (marketType: MarketType) => string;
  /** The reply to a frame carries its number. The instant is of the venue's clock. */
  readonly subscribe: (
    markets: readonly ListedMarket[],
    frameNumber: number,
    nowMs: number,
  ) => string;
  readonly unsubscribe: MarketStreamDialect['subscribe'];
  /** What cannot be read, or concerns nobody, has no events. */
  readonly read: (frame: string, marketType: MarketType, find: FindMarket) => MarketStreamEvents;
  /** A frame that the venue replies to: markets may be quiet for long. */
  readonly ping: {
    readonly everyMs: number;
    readonly frame: (frameNumber: number, nowMs: number) => string;
  };
};

export type MarketStreamEvents = readonly MarketStreamEvent[];
export type MarketStreamEvent =
  | { readonly kind: 'candle'; readonly streamed: StreamedCandle }
  | {
      readonly kind: 'best_prices';
      readonly marketTag: MarketTag;
      readonly best: BestPrices | null;
    }
  | { readonly kind: 'subscribed'; readonly frameNumber: number }
  /** The same of one market, where the reply does not carry the number of the frame. */
  | { readonly kind: 'confirmed'; readonly marketTag: MarketTag }
  /** Null: the reply carries no number. */
  | { readonly kind: 'refused'; readonly frameNumber: number | null; readonly detail: string }
  /** The venue is about to end the connection: connect anew. */
  | { readonly kind: 'over' };
