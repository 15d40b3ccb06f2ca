// The exchange port over a dialect and a wire: markets, prices and accounts. Orders are in
// venue-orders.ts.

import { MINUTE_MS } from '#lib/time.ts';
import type {
  Exchange,
  FillsPage,
  OrderName,
  VenueAccount,
  VenueFill,
  WantedRows,
} from '#venue-port/exchange/exchange.ts';
import type { SealedCredentials } from '#venue-port/exchange/venue-credentials.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import { watchAccountStream } from '#venues/account-stream.ts';
import type { AccountModeMemory } from '#venues/account-modes.ts';
import { makeAccountModes } from '#venues/account-modes.ts';
import { capabilitiesOf } from '#venues/capabilities-of.ts';
import type {
  AccountContext,
  BalancePage,
  ListedMarket,
  UnreadableFillRow,
  VenueDialect,
} from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { fillsOfOrder } from '#venues/fills-of-order.ts';
import type { ListReadings } from '#venues/list-readings.ts';
import { makeListReadings } from '#venues/list-readings.ts';
import type { MarketList } from '#venues/market-list.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { makeOrderNames } from '#venues/order-names.ts';
import type { OrderNames } from '#venues/order-names.ts';
import type { UnreadableOrders } from '#venues/unreadable-orders.ts';
import { makeUnreadableOrders } from '#venues/unreadable-orders.ts';
import type { UnreadableRows } from '#venues/unreadable-rows.ts';
import { makeUnreadableRows } from '#venues/unreadable-rows.ts';
import type { VenueClock } from '#venues/venue-clock.ts';
import type { HealthRecord } from '#venues/venue-health.ts';
import { contextIn, contextOf, findListed, venueOrders } from '#venues/venue-orders.ts';
import { makeVenueRequests } from '#venues/venue-requests.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import type { VenueCredentials, VenueWire } from '#venues/wire/venue-wire.ts';

export type VenueExchangeDeps = {
  readonly dialect: VenueDialect;
  readonly wire: VenueWire;
  readonly markets: MarketList;
  readonly venueClock: VenueClock;
  /** The installation's. */
  readonly clock: Clock;
  readonly health: HealthRecord;
  readonly time: MonotonicTime;
  readonly log: Log;
  readonly credentials: CredentialSource;
  /** Until when this process may send for the account; see VenueWire. */
  readonly sendByMs: (accountId: string) => number;
  /** Nothing is sent from this address for so long. */
  readonly stopAddress: (durationMs: number) => void;
  /** Of the markets as well; absent: of the other lists alone. */
  readonly rows?: UnreadableRows;
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

/**
 * Exchange over a dialect and a wire. Failures are thrown as `Failure`, acts without a sure outcome
 * as `OutcomeUnknown`.
 */
export function makeVenueExchange(deps: VenueExchangeDeps): Exchange {
  const { dialect, health, venueClock, wire, sendByMs, stopAddress, credentials } = deps;
  const { credentialsOf, onRefused } = credentials;
  const rows = deps.rows ?? makeUnreadableRows(dialect.code, deps.time, deps.log);
  const requests = makeVenueRequests({
    wire,
    venueClock,
    health,
    credentialsOf,
    onRefused,
    onOtherMode: (accountId) => modes.forget({ accountId }),
    sendByMs,
    stopAddress,
    rows,
  });
  const readings = makeListReadings(requests, deps.time);
  const unreadable = makeUnreadableOrders(dialect, deps.log);
  const modes = makeAccountModes(dialect, requests, credentialsOf, deps.time);
  const names = makeOrderNames();
  const parts: Parts = { ...deps, rows, requests, readings, unreadable, names, modes };
  return {
    code: dialect.code,
    name: dialect.name,
    isTestNet: dialect.isTestNet ?? false,
    companyOf: dialect.companyOf ?? null,
    promises: dialect.promises,
    orderSupport: dialect.orderSupport,
    capabilities: capabilitiesOf(dialect),
    credentialForm: dialect.credentialForm,
    health: () => (venueClock.isOff() ? 'degraded' : health.current()),
    clockSkewMs: () => venueClock.skewMs(),
    unreadableRows: () => rows.current(),
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
      const mode = await modes.readAnew(account, keys);
      const context = contextIn(deps, account, directory, mode);
      const query = dialect.account.credentials(context, market, keys.apiKey);
      return requests.readJointly(account, keys, query);
    },
  };
}

type Parts = VenueExchangeDeps & {
  readonly rows: UnreadableRows;
  readonly requests: VenueRequests;
  readonly readings: ListReadings;
  readonly names: OrderNames;
  readonly unreadable: UnreadableOrders;
  readonly modes: AccountModeMemory;
};

type MarketQuestions = Pick<
  Exchange,
  'listMarkets' | 'fetchPrice' | 'fetchBestPrices' | 'fetchCandles' | 'fetchFundingRates'
>;

function marketData({ dialect, requests, markets, venueClock }: Parts): MarketQuestions {
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
      const { price, best = null } = await requests.read(null, dialect.price(listed));
      return { price, best, atMs: venueClock.nowMs() };
    },
    async fetchBestPrices(marketTag) {
      const listed = await find(marketTag);
      if (dialect.bestPrices !== undefined) return requests.read(null, dialect.bestPrices(listed));
      return (await requests.read(null, dialect.price(listed))).best ?? null;
    },
    async fetchCandles(marketTag, fromMs, toMs) {
      const listed = await find(marketTag);
      const { perCallMax, fetch, recent, listedMs = Infinity } = dialect.candles;
      const candles = [];
      for (let startMs = fromMs; startMs < toMs; startMs += perCallMax * MINUTE_MS) {
        const endMs = Math.min(startMs + perCallMax * MINUTE_MS, toMs);
        if (endMs <= venueClock.nowMs() - listedMs) continue;
        const isRecent = recent !== undefined && startMs >= venueClock.nowMs() - recent.reachMs;
        const fetchPage = isRecent ? recent.fetch : fetch;
        const page = await requests.read(null, fetchPage(listed, startMs, endMs));
        const closedMs = venueClock.nowMs() - MINUTE_MS;
        candles.push(...page.filter(({ openTimeMs }) => openTimeMs <= closedMs));
      }
      return candles;
    },
    async fetchFundingRates(marketTag, fromMs, toMs) {
      const listed = await find(marketTag);
      if (dialect.funding === null || listed.market.contract === null) return [];
      const { windowMsMax, fetch } = dialect.funding;
      const rates = [];
      for (let startMs = fromMs; startMs < toMs; startMs += windowMsMax) {
        const endMs = Math.min(startMs + windowMsMax, toMs);
        const page = await requests.read(null, fetch(listed, startMs, endMs));
        rates.push(...page.filter(({ atMs }) => atMs >= startMs && atMs < endMs));
      }
      return rates.sort((left, right) => left.atMs - right.atMs);
    },
  };
}

const BALANCE_PAGES_MAX = 100;

/**
 * Throws Failure where a row that is wanted cannot be read. One without a name may be of any of
 * them that `isKnown` does not exclude.
 */
function requireRows(
  what: 'balance' | 'position',
  leftOut: readonly UnreadableRow[],
  wanted: WantedRows | undefined,
  isKnown: (name: string) => boolean,
): void {
  if (wanted === 'readable') return;
  const isWanted = ({ name }: UnreadableRow): boolean =>
    name === null
      ? (wanted?.some((each) => !isKnown(each)) ?? true)
      : (wanted?.includes(name) ?? true);
  const row = leftOut.find(isWanted);
  if (row === undefined) return;
  const name = row.name === null ? `a ${what}` : `the ${what} of "${row.name}"`;
  const text = `The exchange shows ${name} in a form that cannot be read: ${row.detail}`;
  throw new Failure('corrupt_reply', text);
}

type WholeBalances = Required<Omit<BalancePage, 'rest'>>;

async function readBalances(
  { dialect, requests }: Parts,
  account: VenueAccount,
  context: AccountContext,
): Promise<WholeBalances> {
  const first = await requests.read(account, dialect.account.balances(context));
  const balances = [...first.balances];
  const unreadable = [...(first.unreadable ?? [])];
  let rest = first.rest ?? null;
  for (let count = 1; rest !== null; count += 1) {
    if (count === BALANCE_PAGES_MAX)
      throw new Failure('corrupt_reply', 'The list of balances of the exchange has no end.');
    const page: BalancePage = await requests.read(account, rest);
    balances.push(...page.balances);
    unreadable.push(...(page.unreadable ?? []));
    rest = page.rest ?? null;
  }
  return { updatedAtMs: first.updatedAtMs, balances, unreadable };
}

/**
 * What has nothing may have it where accounts in another mode do: some venues refuse no request for
 * the mode. `page`: what was read in that of the context.
 */
async function readInOtherMode(
  parts: Parts,
  account: VenueAccount,
  context: AccountContext,
  page: WholeBalances,
): Promise<WholeBalances> {
  if (context.mode === undefined) return page;
  const keys = await parts.credentials.credentialsOf(account.accountId);
  const mode = await parts.modes.readAnew(account, keys);
  if (mode === undefined || mode === context.mode) return page;
  return readBalances(parts, account, { ...context, mode });
}

function accountData(
  parts: Parts,
): Pick<Exchange, 'fetchBalances' | 'fetchPositions' | 'fetchOpenOrders'> {
  const { dialect, requests, markets, names, unreadable } = parts;
  return {
    async fetchBalances(account, wanted) {
      const context = await contextOf(parts, account, await markets.current());
      const page = await readBalances(parts, account, context);
      const isEmpty = page.balances.length === 0 && page.unreadable.length === 0;
      const {
        balances,
        unreadable: leftOut,
        updatedAtMs,
      } = isEmpty ? await readInOtherMode(parts, account, context, page) : page;
      const known = new Set(balances.map(({ currency }) => currency));
      requireRows('balance', leftOut, wanted, (currency) => known.has(currency));
      return { updatedAtMs, balances };
    },
    async fetchPositions(account, wanted) {
      const context = await contextOf(parts, account, await markets.current());
      const rows = await requests.readReadable(account, dialect.account.positions(context));
      requireRows('position', rows.leftOut, wanted, () => false);
      return rows.items;
    },
    async fetchOpenOrders(account) {
      const context = await contextOf(parts, account, await markets.current());
      const rows = await requests.readReadable(account, dialect.orders.open(context));
      for (const order of rows.items) names.note(account.accountId, order);
      unreadable.note(account.accountId, rows.unreadable);
      return rows.items;
    },
  };
}

function accountLists(
  parts: Parts,
): Pick<Exchange, 'fetchFills' | 'fetchOrderFills' | 'fetchMarginEvents'> {
  const { dialect, requests, readings, markets } = parts;
  return {
    fetchFills: async (account, marketTags, cursor, limit, sinceMs) =>
      dialect.promises.fillLists === 'account'
        ? accountFills(parts, account, { cursor, limit, sinceMs })
        : fillsOf(parts, account, marketTags, { cursor, limit, sinceMs }),
    async fetchOrderFills(account, marketTag, name) {
      const { directory, listed } = await findListed(parts, account, marketTag);
      const known = isFinalName(dialect, name)
        ? name
        : await venueNameOf(parts, account, marketTag, name);
      if (known === null || !isFinalName(dialect, known)) return [];
      const context = await contextOf(parts, account, directory);
      const query = dialect.account.orderFills(known, listed, context);
      const fills = await requests.readAll(account, [query]);
      return fillsOfOrder(fills, known.venueOrderId)
        .map((fill) => ({ ...fill, clientOrderId: name.clientOrderId }))
        .sort((left, right) => left.filledAtMs - right.filledAtMs);
    },
    async fetchMarginEvents(account, cursor, limit, sinceMs) {
      const { marginEvents } = dialect.account;
      if (marginEvents === null || account.marketType === 'spot') return { events: [], cursor };
      const directory = await markets.current();
      const mode = await parts.modes.of(account);
      const read = await readings.read(account, {
        name: listName('margin events', cursor, sinceMs),
        cursor,
        limit,
        pageAfter: (after, most) =>
          marginEvents(after, most, contextIn(parts, account, directory, mode), sinceMs),
      });
      return { events: read.items, cursor: read.cursor };
    },
  };
}

/** Whether it has the id by which the venue lists fills. */
function isFinalName({ orders }: VenueDialect, { venueOrderId }: OrderName): boolean {
  return venueOrderId !== null && !(orders.isWaitingId?.(venueOrderId) ?? false);
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
  throw found.kind === 'unreadable'
    ? new Failure('corrupt_reply', 'The exchange shows this order in a form that cannot be read.')
    : new Failure('unavailable', 'The exchange no longer keeps this order.');
}

type FillRequest = {
  readonly cursor: string | null;
  readonly limit: number;
  readonly sinceMs: number | null | undefined;
};

/** Without a cursor, lists that begin elsewhere are other lists. */
function listName(name: string, cursor: string | null, sinceMs?: number | null): string {
  return cursor === null ? `${name} since ${sinceMs ?? null}` : name;
}

/** Of all markets together, from one place. */
async function accountFills(
  parts: Parts,
  account: VenueAccount,
  { cursor, limit, sinceMs }: FillRequest,
): Promise<FillsPage> {
  const { dialect, readings, markets } = parts;
  const directory = await markets.current();
  const mode = await parts.modes.of(account);
  const read = await readings.read(account, {
    name: listName('fills', cursor, sinceMs),
    cursor,
    limit,
    pageAfter: (after, most) => {
      const context = contextIn(parts, account, directory, mode);
      return dialect.account.fills(null, after, most, context, sinceMs);
    },
  });
  const fills = read.items.map((fill) => withName(parts, account, fill));
  return { fills, cursor: read.cursor, ...leftOutOf(parts, account, read.unreadable) };
}

/** Without those that bear the name of another program. */
function leftOutOf(
  { dialect, names }: Parts,
  { accountId }: VenueAccount,
  rows: readonly UnreadableFillRow[],
): Pick<FillsPage, 'unreadable'> {
  const unreadable = rows.flatMap(({ venueName, venueOrderId, marketTag, detail }) => {
    const own = dialect.ownName(venueName ?? '');
    if (own === null && (venueName ?? '') !== '') return [];
    const isNamed = venueOrderId !== null && marketTag !== null;
    const clientOrderId =
      own ?? (isNamed ? names.find(accountId, { venueOrderId, marketTag }) : null);
    return [{ venueOrderId, clientOrderId, marketTag, detail }];
  });
  return unreadable.length === 0 ? {} : { unreadable };
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
  { cursor, limit, sinceMs }: FillRequest,
): Promise<FillsPage> {
  const { dialect, readings, markets } = parts;
  const directory = await markets.current();
  const mode = await parts.modes.of(account);
  const places = placesOf(cursor);
  const fills: VenueFill[] = [];
  const unreadable: UnreadableFillRow[] = [];
  for (const marketTag of marketTags) {
    const listed = directory.byTag.get(marketTag);
    // A market that nobody knows must not keep the fills of others back.
    if (listed === undefined) continue;
    const place = places.get(marketTag) ?? null;
    const read = await readings.read(account, {
      name: listName(`fills ${marketTag}`, place, sinceMs),
      cursor: place,
      limit: limit - fills.length,
      pageAfter: (after, most) => {
        const context = contextIn(parts, account, directory, mode);
        return dialect.account.fills(listed, after, most, context, sinceMs);
      },
    });
    if (read.cursor !== null) places.set(marketTag, read.cursor);
    fills.push(...read.items.map((fill) => withName(parts, account, fill)));
    unreadable.push(...read.unreadable);
  }
  const next = places.size === 0 ? cursor : JSON.stringify([...places]);
  return { fills, cursor: next, ...leftOutOf(parts, account, unreadable) };
}

/** The places of a cursor of ours by market. Throws Failure for one that is none. */
function placesOf(cursor: string | null): Map<string, string> {
  if (cursor === null) return new Map();
  try {
    return new Map(parseJson(cursor) as readonly (readonly [string, string])[]);
  } catch {
    throw new Failure('corrupt_reply', 'The stored place in the list of fills cannot be read.');
  }
}

function streamDeps(parts: Parts): Parameters<typeof watchAccountStream>[0] {
  const { dialect, wire, requests, credentials, venueClock, time, log, markets, rows } = parts;
  const { sendByMs, modes } = parts;
  return {
    mayConnect: (accountId) => time.nowMs() < sendByMs(accountId),
    dialect: dialect.stream,
    wire,
    requests,
    credentialsOf: credentials.credentialsOf,
    async contextOf(account) {
      await markets.current();
      const mode = await modes.of(account);
      return () => contextIn(parts, account, markets.latest(), mode);
    },
    venueNowMs: () => venueClock.nowMs(),
    time,
    log,
    rows,
  };
}
