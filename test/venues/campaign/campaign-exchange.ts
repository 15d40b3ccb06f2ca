// The exchange port over a dialect, the wire and the loopback venue, for campaigns, with short
// deadlines.

import assert from 'node:assert/strict';

import type { Decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { decimal, divideDecimal, ONE } from '#lib/decimal.ts';
import { nearestPrices } from '#venue-port/market/price-digits.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { ListedMarket, VenueDialect } from '#venues/dialect.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { makeMarketList } from '#venues/market-list.ts';
import { rememberAccounts } from '#venues/remember-accounts.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import { openStream } from '#venues/wire/open-stream.ts';
import type { VenueWire } from '#venues/wire/venue-wire.ts';
import { plainText } from '#loopback/amount.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import type { Reply } from './nasty-behaviours.ts';
import type { NastyWire } from './nasty-wire.ts';

export type CampaignVenue = {
  readonly clock: Clock;
  readonly markets: readonly TradedMarket[];
  /** Types of orders that wait there for a price, where their owner wants that. */
  readonly stopTypes: readonly OrderType[];
  /** Our spelling of a name of an order at the venue. */
  readonly ownName: (venueName: string) => string | null;
  /** Whether the driver takes a reply to a placement for a refusal of the order. */
  readonly isVerdict: (reply: Reply) => boolean;
  /** As a process that has just started has it. */
  openExchange(): Exchange;
  /** Of the process that started last. */
  measureClock(): Promise<boolean>;
  close(): void;
};

export type TradedMarket = {
  readonly marketTag: string;
  /** As the loopback venue calls it. */
  readonly key: string;
  /** What a small order is of. */
  readonly unit: Decimal;
  /** Price of an order, so many parts of 60,000 from the middle of the market. */
  priceAt(this: void, parts: number): Decimal;
};

/** Where a campaign trades: on markets in dollars there. */
export type CampaignMarket = {
  readonly code: VenueCode;
  readonly kind: 'spot' | 'linear';
  /** Of its accounts; absent: as most are. */
  readonly mode?: string;
};

export type CampaignKey = Readonly<Record<'key' | 'secret', string>> & {
  readonly passphrase: string | null;
};
type Keys = ReadonlyMap<string, CampaignKey>;

/** In dollars, with what a small order is of; all of an exchange's have orders at once. */
const TRADED: Readonly<Record<string, Decimal>> = {
  BTC: decimal('0.001'),
  ETH: decimal('0.02'),
  BNB: decimal('0.1'),
};
/** A dollar of bitcoin. */
const PRICE_PARTS = 60_000n;
/** Hanging requests end early. */
const DEADLINE_MS = 500;

/** Opens no more than the market list; `nasty` stands between the driver and the venue. */
export async function openCampaignExchange(
  server: VenueServer,
  { code, kind }: CampaignMarket,
  keys: Keys,
  nasty: Pick<NastyWire, 'address' | 'framesOf'>,
): Promise<CampaignVenue> {
  const dialect = await loadDialect(code);
  const marketType = kind === 'spot' ? 'spot' : 'futures';
  const clock = { nowMs: () => Date.now() };
  const budget = makeRequestBudget(
    { perMinute: 10_000_000, windowSeconds: 60, usedHeader: null },
    SYSTEM_TIME,
  );
  const measureVenue = async (): Promise<number> => server.state.clock.nowMs();
  // Each process measures anew.
  let venueClock = makeVenueClock(clock, measureVenue);
  const wire = makeCcxtWire({
    exchangeId: dialect.libraryId,
    hosts: { allowed: dialect.hosts, redirect: nasty.address },
    budget,
    clock,
    venueNowMs: () => venueClock.nowMs(),
  });
  const listed = await readMarkets(dialect, wire);
  const dollars = dollarsAt(code);
  const traded = listed.filter(
    ({ market: { base, quote, marketType: type } }) =>
      TRADED[base] !== undefined && quote === dollars && type === marketType,
  );
  const [market] = traded;
  assert(market !== undefined, `markets in ${dollars} are listed`);
  const impatient: VenueWire = {
    send: async (call, credentials, _deadlineMs, sendByMs) =>
      wire.send(call, credentials, DEADLINE_MS, sendByMs),
    openStream: nastyStream({ allowed: dialect.hosts, redirect: server.address }, nasty),
  };
  const find = async (accountId: string) => {
    const found = keys.get(accountId);
    assert(found !== undefined, 'the account has a key');
    return { apiKey: found.key, secret: found.secret, passphrase: found.passphrase };
  };
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return {
    clock,
    markets: traded.map((item) => tradedMarket(server, code, kind, item)),
    ...factsOf(dialect, market),
    isVerdict: (reply) => isRefusal(dialect, market, reply),
    openExchange() {
      venueClock = makeVenueClock(clock, measureVenue);
      const exchange = makeVenueExchange({
        dialect,
        wire: impatient,
        markets: makeMarketList(code, async (onPart) => onPart(listed), log),
        venueClock,
        clock,
        health: makeHealthRecord(),
        time: SYSTEM_TIME,
        log,
        sendByMs: () => Infinity,
        credentials: { credentialsOf: find, credentialsToCheck: find, onRefused: ignore },
        stopAddress: (durationMs) => budget.pause(durationMs),
      });
      return rememberAccounts(exchange, SYSTEM_TIME, log).exchange;
    },
    measureClock: async () => venueClock.measure(),
    close: () => wire.close(),
  };
}

function tradedMarket(
  server: VenueServer,
  code: VenueCode,
  kind: CampaignMarket['kind'],
  { market }: ListedMarket,
): TradedMarket {
  const { marketTag, base, quote, contract } = market;
  const key = `${kind}:${base}${quote}`;
  const unit = present(TRADED[base], 'of a market that is traded');
  return {
    marketTag,
    key,
    unit: divideDecimal(unit, contract?.contractValue ?? ONE, 'half_even'),
    priceAt(parts) {
      const { middle } = marketOf(exchangeOf(server.state, code), key);
      const price = decimal(plainText(middle + (middle * BigInt(parts)) / PRICE_PARTS));
      return present(nearestPrices(market, price)[0], 'a market has prices');
    },
  };
}

function nastyStream(
  hosts: Parameters<typeof openStream>[0],
  { framesOf }: Pick<NastyWire, 'framesOf'>,
): VenueWire['openStream'] {
  return async (address, onFrame, signal) => {
    const loss = new AbortController();
    const isOver = AbortSignal.any([signal, loss.signal]);
    let place = 0;
    const hear = (frame: string): void => {
      const sent = framesOf(frame, place);
      place += 1;
      if (sent === 'end') return loss.abort();
      for (const { text, afterMs } of sent)
        if (afterMs === 0) onFrame(text);
        else setTimeout(() => isOver.aborted || onFrame(text), afterMs);
    };
    return openStream(hosts, address, hear, isOver);
  };
}

/** Of any order: a refusal names none. */
function isRefusal(
  { orders }: VenueDialect,
  listed: ListedMarket,
  { status, headers, body }: Reply,
): boolean {
  const { marketTag, marketType } = listed.market;
  const nowMs = Date.now();
  const order = { ...ANY_ORDER, marketTag, decidedAtMs: nowMs, sendByMs: nowMs };
  const context = { marketType, findMarket: () => listed, nowMs, protectionPrice: ONE };
  const query = orders.place(order, listed, { ...context, marginMode: null });
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const verdict = query.read({
    kind: 'reply',
    status,
    headers: new Map(texts),
    body: body.toString(),
    receivedAtMs: nowMs,
  });
  return verdict.kind === 'rejected';
}

const ANY_ORDER = {
  clientOrderId: 'ord01jd3f8k2m5q7r9t1v3x5z7b9c',
  side: 'buy',
  type: 'limit',
  price: ONE,
  amount: ONE,
  terms: PLAIN_TERMS,
} as const;

async function readMarkets(
  dialect: VenueDialect,
  wire: VenueWire,
): Promise<readonly ListedMarket[]> {
  const markets: ListedMarket[] = [];
  for (const { call, read } of dialect.markets()) {
    const verdict = read(await wire.send(call, null, 10_000));
    assert(verdict.kind === 'done', 'the markets are read');
    markets.push(...verdict.value.items);
  }
  return markets;
}

function factsOf({ orderSupport, ownName }: VenueDialect, { market }: ListedMarket) {
  return { stopTypes: orderSupport.stops?.[market.marketType] ?? [], ownName };
}

function ignore(): void {
  // Nobody reads it here.
}
