// The state of one venue: accounts, keys, markets, orders, fills, positions. Skins read it and act
// on it through the functions beside this file.

import type { Amount } from '#loopback/amount.ts';
import { ONE, amount } from '#loopback/amount.ts';
import type { Book, Crowd } from '#loopback/book/matching-book.ts';
import { createCrowd } from '#loopback/book/matching-book.ts';
import type { Fill, NewOrder, Order, PositionSide } from '#loopback/book/order.ts';
import type { StreamFaults } from '#loopback/faults/stream-faults.ts';
import type { Ledger } from '#loopback/ledger/ledger.ts';
import { createLedger } from '#loopback/ledger/ledger.ts';
import type { Position } from '#loopback/ledger/position.ts';
import type { VenueClock } from '#loopback/venue-clock.ts';
import type { CandleSeries } from '#loopback/exchange/candle-series.ts';
import { createCandleSeries } from '#loopback/exchange/candle-series.ts';
import type { MarketKind, MarketTerms } from '#loopback/exchange/market.ts';

export type VenueRules = {
  readonly code: string;
  /** Whether a client's name is free again when its order has ended; `free`: it always is. */
  readonly names: 'unique_open' | 'unique_ever' | 'free';
  /** What a new account pays fees in; absent: in what a trade brings. */
  readonly feesIn?: 'quote';
  /** What becomes of a post-only order that would take. */
  readonly postOnly: 'refused' | 'cancelled';
  /** From the acknowledgement to the engine; 0: the response waits for the engine. */
  engineDelayMs: number;
  readonly hasPassphrases: boolean;
  /** Absent: any text is a key, or a secret. */
  readonly newKey?: () => string;
  readonly newSecret?: () => string;
  /** In the form that the venue has. */
  readonly orderIdOf: (id: number, kind: MarketKind) => string;
  /** The number of what waits for a price, where what comes of it has another; absent: the same. */
  readonly waitingIdOf?: (id: number) => string;
};

/** `received`: in what a trade brings. Otherwise the name of a third asset, BNB for instance. */
export type FeeMode =
  | { readonly kind: 'received' | 'quote' }
  | { readonly kind: 'third'; readonly asset: string };

/** Shares of a trade's value. */
export type FeeRates = { maker: Amount; taker: Amount };

export type MarginMode = 'cross' | 'isolated';

export type Account = {
  readonly id: string;
  readonly uid: number;
  feeMode: FeeMode;
  readonly rates: Readonly<Record<MarketKind, FeeRates>>;
  /** How it is set up, in the venue's words; null: as most are. */
  mode: string | null;
  /** Of orders that name none. */
  marginMode: MarginMode;
  /** By market; one-way without an entry. */
  readonly positionModes: Map<string, 'one_way' | 'hedge'>;
  /** By market, and by the margin mode where orders name theirs. */
  readonly leverages: Map<string, Amount>;
  readonly orders: Order[];
  /** Of them, those at work. */
  readonly working: Set<Order>;
  readonly fills: Fill[];
  readonly names: Map<string, Order[]>;
};

export type ApiKey = {
  readonly key: string;
  readonly secret: string;
  /** Null where the venue has no such third secret. */
  readonly passphrase: string | null;
  readonly accountId: string;
  readonly createdAtMs: number;
  isRevoked: boolean;
  canTrade: boolean;
  canWithdraw: boolean;
  addresses: readonly string[];
  expiresAtMs: number | null;
};

export type MarketState = {
  readonly terms: MarketTerms;
  status: 'trading' | 'halted';
  /** The middle of the crowd's quotes, and the mark price. */
  middle: Amount;
  last: Amount;
  readonly book: Book;
  readonly crowd: Crowd;
  readonly candles: CandleSeries;
  fundingRate: Amount;
  /** What was paid, oldest first, whoever held something then. */
  readonly fundings: { atMs: number; rate: Amount; price: Amount }[];
};

export type VenueEvent =
  | {
      readonly kind: 'order';
      readonly order: Order;
      readonly cause: 'new' | 'trade' | 'end';
      readonly fill: Fill | null;
    }
  | { readonly kind: 'balances'; readonly accountId: string; readonly assets: readonly string[] }
  | {
      readonly kind: 'credit';
      readonly accountId: string;
      readonly asset: string;
      readonly value: Amount;
    }
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'funding'; readonly fill: Fill }
  | { readonly kind: 'price'; readonly market: MarketState }
  /** A minute of the venue's time has ended, and with it the candles that end there. */
  | { readonly kind: 'minute'; readonly endedAtMs: number };

export type Exchange = {
  readonly rules: VenueRules;
  readonly clock: VenueClock;
  readonly ledger: Ledger;
  readonly accounts: Map<string, Account>;
  readonly keys: Map<string, ApiKey>;
  readonly markets: Map<string, MarketState>;
  readonly orders: Map<string, Order>;
  readonly fills: Fill[];
  readonly positions: Map<string, Position>;
  readonly listeners: Set<(event: VenueEvent) => void>;
  /** Null: every candle is sent as it is. */
  streamFaults: StreamFaults | null;
  lastOrderNumber: number;
  lastFillNumber: number;
};

/** Exchange without accounts; a base currency without a price stands at 100. */
export function createExchange(
  rules: VenueRules,
  clock: VenueClock,
  markets: readonly MarketTerms[],
  prices: Readonly<Record<string, string>>,
): Exchange {
  const states = markets.map((terms): readonly [string, MarketState] => [
    terms.key,
    openMarket(terms, amount(prices[terms.base] ?? '100')),
  ]);
  return {
    rules,
    clock,
    ledger: createLedger(),
    accounts: new Map(),
    keys: new Map(),
    markets: new Map(states),
    orders: new Map(),
    fills: [],
    positions: new Map(),
    listeners: new Set(),
    streamFaults: null,
    lastOrderNumber: 1000,
    lastFillNumber: 5000,
  };
}

/** At a first price. */
export function openMarket(terms: MarketTerms, price: Amount): MarketState {
  // Otherwise the value of a lot would have to be rounded.
  if ((terms.tick * terms.step * terms.contractValue) % (ONE * ONE) !== 0n)
    throw new Error(`${terms.key}: steps too fine`);
  return marketState(terms, price);
}

/** Opens an account with the usual fees and no money. */
export function openAccount(exchange: Exchange, id: string): Account {
  const account: Account = {
    id,
    uid: 354_937_868 + exchange.accounts.size,
    feeMode: { kind: exchange.rules.feesIn ?? 'received' },
    rates: {
      spot: { maker: amount('0.001'), taker: amount('0.001') },
      linear: { maker: amount('0.0002'), taker: amount('0.00055') },
    },
    mode: null,
    marginMode: 'cross',
    positionModes: new Map(),
    leverages: new Map(),
    orders: [],
    working: new Set(),
    fills: [],
    names: new Map(),
  };
  exchange.accounts.set(id, account);
  return account;
}

/** Issues a key that may trade, from any address. */
export function issueKey(
  exchange: Exchange,
  accountId: string,
  key: string,
  secret: string,
): ApiKey {
  const issued: ApiKey = {
    key,
    secret,
    passphrase: exchange.rules.hasPassphrases ? `phrase-${secret.slice(0, 8)}` : null,
    accountId,
    createdAtMs: exchange.clock.nowMs(),
    isRevoked: false,
    canTrade: true,
    canWithdraw: false,
    addresses: [],
    expiresAtMs: null,
  };
  exchange.keys.set(key, issued);
  return issued;
}

/** Account by its id. Throws for an unknown one. */
export function accountOf(exchange: Exchange, id: string): Account {
  const account = exchange.accounts.get(id);
  if (account === undefined) throw new Error(`no account "${id}"`);
  return account;
}

/** Market by its key, such as `spot:BTCUSDT`. Throws for an unknown one. */
export function marketOf(exchange: Exchange, key: string): MarketState {
  const market = exchange.markets.get(key);
  if (market === undefined) throw new Error(`no market "${key}"`);
  return market;
}

/** Calls every listener with the event, at once. */
export function emit(exchange: Exchange, event: VenueEvent): void {
  for (const listener of exchange.listeners) listener(event);
}

/** Leverage of a market, in one margin mode where it has one for each; 10 unless it was set. */
export function leverageOf(
  account: Account,
  marketKey: string,
  marginMode: MarginMode | null = null,
): Amount {
  return account.leverages.get(leverageKey(marketKey, marginMode)) ?? amount('10');
}

/** Key of a market's leverage, with the margin mode where each has its own. */
export function leverageKey(marketKey: string, marginMode: MarginMode | null): string {
  return marginMode === null ? marketKey : `${marketKey}|${marginMode}`;
}

/** That the position was opened with, or that of its account. */
export function marginModeOf(
  account: Account,
  { marginMode }: Pick<Position, 'marginMode'>,
): MarginMode {
  return marginMode ?? account.marginMode;
}

/** Position mode of a market; one-way unless it was set. */
export function positionModeOf(account: Account, marketKey: string): 'one_way' | 'hedge' {
  return account.positionModes.get(marketKey) ?? 'one_way';
}

/** Whose, and of what: the parts of an order that say which position it is of. */
export type PositionName = Pick<
  NewOrder,
  'accountId' | 'marketKey' | 'positionSide' | 'marginMode'
>;

/** The position of an order, which is opened empty if there was none. */
export function positionOfOrder(
  exchange: Exchange,
  { accountId, marketKey, positionSide, marginMode = null }: PositionName,
): Position {
  const parts = [accountId, marketKey, positionSide, ...(marginMode === null ? [] : [marginMode])];
  const key = parts.join('|');
  const nowMs = exchange.clock.nowMs();
  const position = exchange.positions.get(key) ?? {
    accountId,
    marketKey,
    side: positionSide,
    marginMode,
    contractValue: marketOf(exchange, marketKey).terms.contractValue,
    size: 0n,
    entryValue: 0n,
    realised: 0n,
    realisedSinceOpened: 0n,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    openedAtMs: 0,
  };
  exchange.positions.set(key, position);
  return position;
}

/** Position of a side, which is opened empty where there is none. */
export function positionOf(
  exchange: Exchange,
  accountId: string,
  marketKey: string,
  side: PositionSide,
): Position {
  return positionOfOrder(exchange, { accountId, marketKey, positionSide: side });
}

/** Positions of an account, empty ones included. */
export function positionsOf(exchange: Exchange, accountId: string): readonly Position[] {
  return [...exchange.positions.values()].filter((position) => position.accountId === accountId);
}

function marketState(terms: MarketTerms, price: Amount): MarketState {
  return {
    terms,
    status: 'trading',
    middle: price,
    last: price,
    book: { bids: [], asks: [] },
    crowd: createCrowd(),
    candles: createCandleSeries(),
    fundingRate: amount('0.0001'),
    fundings: [],
  };
}
