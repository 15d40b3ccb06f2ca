// The exchange port over a dialect and a wire: markets, prices and accounts. Orders are in
// venue-orders.ts.

import { MINUTE_MS } from '#lib/time.ts';
import type {
  Exchange,
  OrderName,
  VenueAccount,
  VenueFill,
  VenueMarginEvent,
} from '#ports/exchange/exchange.ts';
import type { SealedCredentials } from '#ports/exchange/venue-credentials.ts';
import { Failure } from '#ports/world/failure.ts';
import type { Log } from '#ports/world/log.ts';
import { watchAccountStream } from '#adapters/venues/account-stream.ts';
import type { CursorPage, ListedMarket, Query, VenueDialect } from '#adapters/venues/dialect.ts';
import type { MarketDirectory, MarketList } from '#adapters/venues/market-list.ts';
import type { MonotonicTime } from '#adapters/venues/monotonic-time.ts';
import { makeOrderNames } from '#adapters/venues/order-names.ts';
import type { OrderNames } from '#adapters/venues/order-names.ts';
import type { VenueClock } from '#adapters/venues/venue-clock.ts';
import type { HealthRecord } from '#adapters/venues/venue-health.ts';
import { contextOf, findListed, venueOrders } from '#adapters/venues/venue-orders.ts';
import { makeVenueRequests } from '#adapters/venues/venue-requests.ts';
import type { VenueRequests } from '#adapters/venues/venue-requests.ts';
import type { VenueCredentials, VenueWire } from '#adapters/venues/wire/venue-wire.ts';

/** Of one page; a quiet account of a venue that lists by time needs many. */
const PAGE_REQUESTS_MAX = 2_000;

export type VenueExchangeDeps = {
  readonly dialect: VenueDialect;
  readonly wire: VenueWire;
  readonly markets: MarketList;
  readonly venueClock: VenueClock;
  readonly health: HealthRecord;
  readonly time: MonotonicTime;
  readonly log: Log;
  readonly credentials: CredentialSource;
  /** Until when this process may send for the account; see VenueWire. */
  readonly sendByMs: (accountId: string) => number;
  /** Nothing is sent from this address for so long. */
  readonly stopAddress: (durationMs: number) => void;
};

export type CredentialSource = {
  /** Throws Failure: `unauthorized` when the account has none, or refused ones. */
  readonly credentialsOf: (accountId: string) => Promise<VenueCredentials>;
  /** Also refused ones, or the candidate's. */
  readonly credentialsToCheck: (
    accountId: string,
    candidate?: SealedCredentials,
  ) => Promise<VenueCredentials>;
  /**
   * The venue refuses requests of credentials that it has accepted before: they were revoked, or
   * have no right to these requests. Whoever hears it asks the venue about them.
   */
  readonly onRefused: (accountId: string, refused: VenueCredentials, detail: string) => void;
};

export function makeVenueExchange(deps: VenueExchangeDeps): Exchange {
  const { dialect, health, venueClock, wire, sendByMs, stopAddress, credentials } = deps;
  const { credentialsOf, onRefused } = credentials;
  const requests = makeVenueRequests({
    wire,
    venueClock,
    health,
    credentialsOf,
    onRefused,
    sendByMs,
    stopAddress,
  });
  const parts: Parts = { ...deps, requests, names: makeOrderNames() };
  return {
    code: dialect.code,
    name: dialect.name,
    isTestNet: false,
    promises: dialect.promises,
    orderSupport: dialect.orderSupport,
    health: () => (venueClock.isOff() ? 'degraded' : health.current()),
    clockSkewMs: () => venueClock.skewMs(),
    ...marketData(parts),
    ...accountData(parts),
    ...accountLists(parts),
    ...venueOrders(parts),
    watchAccount: async (account, onNews, signal) =>
      watchAccountStream(streamDeps(parts), account, onNews, signal),
    async checkCredentials(account, candidate, marketTag) {
      const keys = await credentials.credentialsToCheck(account.accountId, candidate ?? undefined);
      const directory = await deps.markets.current();
      const market = directory.byTag.get(marketTag ?? '') ?? null;
      const query = dialect.account.credentials(contextOf(deps, account, directory), market);
      return requests.readJointly(account, keys, query);
    },
  };
}

type Parts = VenueExchangeDeps & {
  readonly requests: VenueRequests;
  readonly names: OrderNames;
};

function marketData({
  dialect,
  requests,
  markets,
  venueClock,
}: Parts): Pick<Exchange, 'listMarkets' | 'fetchPrice' | 'fetchCandles'> {
  const find = async (marketTag: string): Promise<ListedMarket> => {
    const listed = (await markets.current()).byTag.get(marketTag);
    if (listed !== undefined) return listed;
    throw new Failure('unavailable', `Market "${marketTag}" is unknown or closed.`);
  };
  return {
    listMarkets: async () => (await markets.current()).markets,
    async fetchPrice(marketTag) {
      const listed = await find(marketTag);
      if (!listed.market.isOpen)
        throw new Failure('unavailable', `Market "${marketTag}" is unknown or closed.`);
      const { price } = await requests.read(null, dialect.price(listed));
      return { price, atMs: venueClock.nowMs() };
    },
    async fetchCandles(marketTag, fromMs, toMs) {
      const listed = await find(marketTag);
      const { perCallMax, fetch, recent } = dialect.candles;
      const candles = [];
      for (let startMs = fromMs; startMs < toMs; startMs += perCallMax * MINUTE_MS) {
        const endMs = Math.min(startMs + perCallMax * MINUTE_MS, toMs);
        const isRecent = recent !== undefined && startMs >= venueClock.nowMs() - recent.reachMs;
        const fetchPage = isRecent ? recent.fetch : fetch;
        const page = await requests.read(null, fetchPage(listed, startMs, endMs));
        const closedMs = venueClock.nowMs() - MINUTE_MS;
        candles.push(...page.filter(({ openTimeMs }) => openTimeMs <= closedMs));
      }
      return candles;
    },
  };
}

function accountData(
  parts: Parts,
): Pick<Exchange, 'fetchBalances' | 'fetchPositions' | 'fetchOpenOrders'> {
  const { dialect, requests, markets, names } = parts;
  return {
    async fetchBalances(account) {
      const context = contextOf(parts, account, await markets.current());
      return requests.read(account, dialect.account.balances(context));
    },
    async fetchPositions(account) {
      const context = contextOf(parts, account, await markets.current());
      return requests.readAll(account, dialect.account.positions(context));
    },
    async fetchOpenOrders(account) {
      const context = contextOf(parts, account, await markets.current());
      const orders = await requests.readAll(account, dialect.orders.open(context));
      for (const order of orders) names.note(account.accountId, order);
      return orders;
    },
  };
}

function accountLists(
  parts: Parts,
): Pick<Exchange, 'fetchFills' | 'fetchOrderFills' | 'fetchMarginEvents'> {
  const { dialect, requests, markets } = parts;
  return {
    fetchFills: async (account, marketTags, cursor, limit) =>
      dialect.promises.fillLists === 'account'
        ? accountFills(parts, account, cursor, limit)
        : fillsOf(parts, account, marketTags, cursor, limit),
    async fetchOrderFills(account, marketTag, name) {
      const { directory, listed } = await findListed(parts, account, marketTag);
      const known =
        name.venueOrderId === null ? await venueNameOf(parts, account, marketTag, name) : name;
      if (known === null) return [];
      const query = dialect.account.orderFills(known, listed, contextOf(parts, account, directory));
      const fills = await requests.readAll(account, [query]);
      return fills
        .map((fill) => ({ ...fill, clientOrderId: name.clientOrderId }))
        .sort((left, right) => left.filledAtMs - right.filledAtMs);
    },
    async fetchMarginEvents(account, cursor, limit) {
      const { marginEvents } = dialect.account;
      if (marginEvents === null || account.marketType === 'spot') return { events: [], cursor };
      const context = contextOf(parts, account, await markets.current());
      const events: VenueMarginEvent[] = [];
      let after = cursor;
      while (events.length < limit) {
        const query = marginEvents(after, limit - events.length, context);
        const page = await readPage(requests, account, query);
        after = page.cursor;
        events.push(...page.items);
        if (page.items.length === 0) break;
      }
      return { events, cursor: after };
    },
  };
}

/** The name with the venue's own; null when the venue has never seen the order. */
async function venueNameOf(
  parts: Parts,
  account: VenueAccount,
  marketTag: string,
  name: OrderName,
): Promise<OrderName | null> {
  const found = await venueOrders(parts).fetchOrder(account, marketTag, name);
  if (found.kind === 'found') return { ...name, venueOrderId: found.order.venueOrderId };
  if (found.kind === 'absent') return null;
  throw new Failure('unavailable', 'The exchange no longer keeps this order.');
}

/** A page with all requests that it needs. Throws Failure. */
async function readPage<T>(
  requests: VenueRequests,
  account: VenueAccount,
  query: Query<CursorPage<T>>,
): Promise<CursorPage<T>> {
  let page = await requests.read(account, query);
  for (let count = 1; page.rest !== null; count++) {
    if (count === PAGE_REQUESTS_MAX)
      throw new Failure('corrupt_reply', `A page needs over ${PAGE_REQUESTS_MAX} requests.`);
    page = await requests.read(account, page.rest);
  }
  return page;
}

/** Of all markets together, from one place. */
async function accountFills(
  parts: Parts,
  account: VenueAccount,
  cursor: string | null,
  limit: number,
): Promise<{ readonly fills: readonly VenueFill[]; readonly cursor: string | null }> {
  const { dialect, requests, markets } = parts;
  const directory = await markets.current();
  const fills: VenueFill[] = [];
  let after = cursor;
  while (fills.length < limit) {
    const context = contextOf(parts, account, directory);
    const query = dialect.account.fills(null, after, limit - fills.length, context);
    const page = await readPage(requests, account, query);
    after = page.cursor;
    fills.push(...page.items);
    if (page.items.length === 0) break;
  }
  return { fills: fills.map((fill) => withName(parts, account, fill)), cursor: after };
}

/** Where the venue does not tell our name, it may be known from the order. */
function withName({ names }: Parts, { accountId }: VenueAccount, fill: VenueFill): VenueFill {
  const clientOrderId = fill.clientOrderId ?? names.find(accountId, fill);
  return { ...fill, clientOrderId };
}

/** Markets in turn, each from its own place in the cursor. */
async function fillsOf(
  parts: Parts,
  account: VenueAccount,
  marketTags: readonly string[],
  cursor: string | null,
  limit: number,
): Promise<{ readonly fills: readonly VenueFill[]; readonly cursor: string | null }> {
  const directory = await parts.markets.current();
  const places = placesOf(cursor);
  const fills: VenueFill[] = [];
  for (const marketTag of marketTags) {
    const listed = directory.byTag.get(marketTag);
    // A market that nobody knows must not keep the fills of others back.
    if (listed === undefined) continue;
    while (fills.length < limit) {
      const page = await fillPage(parts, account, directory, listed, places, limit - fills.length);
      fills.push(...page);
      if (page.length === 0) break;
    }
  }
  return { fills, cursor: places.size === 0 ? cursor : JSON.stringify([...places]) };
}

async function fillPage(
  parts: Parts,
  account: VenueAccount,
  directory: MarketDirectory,
  listed: ListedMarket,
  places: Map<string, string>,
  limit: number,
): Promise<readonly VenueFill[]> {
  const { dialect, requests } = parts;
  const { marketTag } = listed.market;
  const context = contextOf(parts, account, directory);
  const after = places.get(marketTag) ?? null;
  const query = dialect.account.fills(listed, after, limit, context);
  const page = await readPage(requests, account, query);
  if (page.cursor !== null) places.set(marketTag, page.cursor);
  return page.items.map((fill) => withName(parts, account, fill));
}

/** The places of a cursor of ours by market. Throws Failure for one that is none. */
function placesOf(cursor: string | null): Map<string, string> {
  if (cursor === null) return new Map();
  try {
    return new Map(JSON.parse(cursor) as readonly (readonly [string, string])[]);
  } catch {
    throw new Failure('corrupt_reply', 'The stored place in the list of fills cannot be read.');
  }
}

function streamDeps(parts: Parts): Parameters<typeof watchAccountStream>[0] {
  const { dialect, wire, requests, credentials, venueClock, time, log, markets, sendByMs } = parts;
  return {
    mayConnect: (accountId) => time.nowMs() < sendByMs(accountId),
    dialect: dialect.stream,
    wire,
    requests,
    credentialsOf: credentials.credentialsOf,
    async contextOf(account) {
      await markets.current();
      return () => contextOf(parts, account, markets.latest());
    },
    venueNowMs: () => venueClock.nowMs(),
    time,
    log,
  };
}
