// Session shared by the steps of a probe: one account at a test net, one market, and requests whose
// verdicts are seen as they are.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal } from '#lib/decimal.ts';
import { lowestAmount, roundOrder } from '#venue-port/order/order-check.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type {
  NewVenueOrder,
  PlacedOrder,
  VenueAccount,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type {
  ListedMarket,
  MarginMode,
  PlaceContext,
  Query,
  VenueDialect,
  Verdict,
} from '#venues/dialect.ts';
import { makeMarketList } from '#venues/market-list.ts';
import type { MarketDirectory } from '#venues/market-list.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';
import { readMarketsOnThread } from '#venues/read-markets.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import { makeVenueRequests } from '#venues/venue-requests.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type ProbeDeps = {
  readonly dialect: VenueDialect;
  /** Of the test net. */
  readonly hosts: readonly string[];
  readonly redirect: string | null;
  readonly clock: Clock;
  readonly credentials: VenueCredentials;
  /** A client order id that nobody has used. */
  readonly newName: () => string;
};

export type ProbeSession = {
  readonly account: VenueAccount;
  readonly listed: ListedMarket;
  readonly dialect: VenueDialect;
  readonly requests: VenueRequests;
  /** Signed this long ago, sent now and never again. */
  sendLate<T>(query: Query<T>, ageMs: number): Promise<Verdict<T>>;
  nowMs(this: void): number;
  /** Before the first order; lists that orders are searched in begin there. */
  readonly startedAtMs: number;
  context(this: void): PlaceContext;
  /** Far below the price, so that it rests; or one that fills at once. */
  newOrder(kind: 'resting' | 'filling'): NewVenueOrder;
  close(): void;
};

const DEADLINE_MS = 10_000;
const MARKETS_DEADLINE_MS = 10_000;
const FAR_BELOW = decimal('0.9');
/** Above the minimum, so that a price that moves does not make the order too small. */
const ABOVE_MINIMUM = decimal('1.5');
const PROTECTION = decimal('1.02');
const SILENT = { info: () => undefined, warn: () => undefined };

/** Throws Failure when the venue cannot be reached or does not list the market. */
export async function openProbeSession(deps: ProbeDeps, marketTag: string): Promise<ProbeSession> {
  const { dialect, clock, credentials, newName } = deps;
  let lateByMs = 0;
  const wire = makeCcxtWire({
    exchangeId: dialect.libraryId,
    isTestNet: true,
    hosts: { allowed: deps.hosts, redirect: deps.redirect },
    budget: makeRequestBudget(dialect.budget, SYSTEM_TIME),
    clock,
    venueNowMs: () => venueClock.nowMs() - lateByMs,
  });
  const venueClock = makeVenueClock(clock, async () => {
    const { call, read } = dialect.time();
    const verdict = read(await wire.send(call, null, DEADLINE_MS));
    return verdict.kind === 'done' ? verdict.value.venueTimeMs : null;
  });
  const readMarkets = readMarketsOnThread(dialect.code, async (call) =>
    wire.send(call, null, MARKETS_DEADLINE_MS),
  );
  const requests = makeVenueRequests({
    wire,
    venueClock,
    health: makeHealthRecord(),
    credentialsOf: async () => Promise.resolve(credentials),
    onRefused: () => undefined,
    sendByMs: () => Infinity,
    stopAddress: () => undefined,
  });
  try {
    const directory = await makeMarketList(dialect.code, readMarkets, SILENT).current();
    const listed = listedIn(directory, marketTag);
    const { price } = await requests.read(null, dialect.price(listed));
    return {
      account: { accountId: 'probe', marketType: listed.market.marketType },
      listed,
      dialect,
      requests,
      async sendLate(query, ageMs) {
        lateByMs = ageMs;
        try {
          return query.read(await wire.send(query.call, credentials, DEADLINE_MS));
        } finally {
          lateByMs = 0;
        }
      },
      nowMs: () => venueClock.nowMs(),
      startedAtMs: venueClock.nowMs(),
      context: () => ({
        marketType: listed.market.marketType,
        findMarket: directory.find,
        nowMs: venueClock.nowMs(),
        protectionPrice: multiplyDecimal(price, PROTECTION, 'floor'),
        marginMode: null,
      }),
      newOrder: (kind) => makeOrder({ kind, listed, price, name: newName(), nowMs: clock.nowMs() }),
      close: () => wire.close(),
    };
  } catch (error) {
    wire.close();
    throw error;
  }
}

function listedIn(directory: MarketDirectory, marketTag: string): ListedMarket {
  const listed = directory.byTag.get(marketTag);
  if (listed?.market.isOpen === true) return listed;
  throw new Failure('unavailable', `Its test net has no open market "${marketTag}".`);
}

type OrderWish = {
  readonly kind: 'resting' | 'filling';
  readonly listed: ListedMarket;
  readonly price: Decimal;
  readonly name: string;
  readonly nowMs: number;
};

function makeOrder({ kind, listed, price, name, nowMs }: OrderWish): NewVenueOrder {
  const { market } = listed;
  const farBelow = multiplyDecimal(price, FAR_BELOW, 'floor');
  const least = lowestAmount(market, farBelow);
  const amount = multiplyDecimal(least, ABOVE_MINIMUM, 'ceil');
  const rounded = roundOrder(market, { side: 'buy', price: farBelow, amount } as const);
  const isResting = kind === 'resting';
  return {
    clientOrderId: name,
    marketTag: market.marketTag,
    side: 'buy',
    type: isResting ? 'limit' : 'market',
    price: isResting ? rounded.price : decimal('0'),
    amount: rounded.amount > least ? rounded.amount : least,
    terms: PLAIN_TERMS,
    decidedAtMs: nowMs,
    sendByMs: Number.MAX_SAFE_INTEGER,
  };
}

/** Sets what must be set for the order, and sends it. */
export async function placeOrder(
  { account, dialect, listed, requests, context }: ProbeSession,
  order: NewVenueOrder,
): Promise<Verdict<PlacedOrder>> {
  let marginMode: MarginMode | null = null;
  for (const setting of dialect.orders.prepare(order, listed))
    marginMode = (await requests.readAll(account, [setting])).at(-1) ?? marginMode;
  const given = { ...context(), marginMode };
  return requests.run(account, dialect.orders.place(order, listed, given));
}

/** By its name alone, or by the venue's id; null: the venue does not show it. */
export async function findOrder(
  session: ProbeSession,
  clientOrderId: string,
  venueOrderId: string | null = null,
): Promise<VenueOrder | null> {
  const { account, dialect, listed, requests, context } = session;
  const name = { clientOrderId, venueOrderId, placedAtMs: session.nowMs() };
  const queries = dialect.orders.lookUp(name, listed, context());
  if (queries.length === 0) return findInLists(session, clientOrderId);
  for (const query of queries) {
    const verdict = await requests.run(account, query);
    if (verdict.kind === 'done') return verdict.value;
  }
  return null;
}

async function findInLists(
  { account, dialect, listed, requests, context, startedAtMs, nowMs }: ProbeSession,
  clientOrderId: string,
): Promise<VenueOrder | null> {
  const lists = dialect.orders.placedBetween?.(startedAtMs, nowMs(), listed, context()) ?? [];
  const orders = await requests.readAll(account, lists);
  return orders.find((order) => order.clientOrderId === clientOrderId) ?? null;
}

/** Cancels an order of the probe; true when it surely works no more. */
export async function cancelOrder(
  { account, dialect, listed, requests, context, nowMs }: ProbeSession,
  order: Pick<VenueOrder, 'venueOrderId'> & { readonly clientOrderId: string },
): Promise<boolean> {
  const name = { ...order, placedAtMs: nowMs() };
  const verdict = await requests.run(account, dialect.orders.cancel(name, listed, context()));
  return verdict.kind === 'done' || verdict.kind === 'absent';
}
