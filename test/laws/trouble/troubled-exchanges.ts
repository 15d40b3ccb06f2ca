// The real exchanges of an installation, all of them in trouble: their drivers over a wire, streams
// or a link that is slow, hangs, refuses or returns errors. Time stands still for them.

import type { LinkMethod } from '#adapters/venue-link/link-message.ts';
import type { VenueLink } from '#adapters/venue-link/open-venue-link.ts';
import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkedFeed } from '#adapters/venue-link/linked-feed.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { makeMarketList } from '#venues/market-list.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import { valueOf } from '#venues/venue-requests.ts';
import type { VenueWire, WireOutcome } from '#venues/wire/venue-wire.ts';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';

export const EXCHANGE_PARTS = ['requests', 'streams', 'process'] as const;
/** What of the exchanges is in trouble; `process`: the one of ours that speaks with them. */
export type ExchangePart = (typeof EXCHANGE_PARTS)[number];

export const TROUBLES = ['slow', 'hung', 'refused', 'error'] as const;
/** `slow`: nothing is returned until `release`. */
export type Trouble = (typeof TROUBLES)[number];

export type TroubledExchanges = {
  readonly exchanges: readonly Exchange[];
  readonly marketFeeds: ReadonlyMap<string, MarketFeed>;
  /** Requests that were begun so far. */
  requestsCount(this: void): number;
  /** Lets what is slow return. */
  release(this: void): void;
  /** Lets everything return, also what hangs: whatever waits is to end. */
  end(this: void): void;
};

/** A market of the exchange of this code, which is listed only where requests return. */
export const tagAt = (code: string): string => `${code.toUpperCase()}_BTC_USDT`;

/** What becomes of a request; counts them. */
type Course = {
  take(): Promise<'refused' | 'error' | 'late'>;
  count(): number;
  release(): void;
  end(): void;
};

export async function troubledExchanges(
  part: ExchangePart,
  trouble: Trouble,
  clock: Clock,
): Promise<TroubledExchanges> {
  const course = courseOf(trouble);
  const opened = await Promise.all(
    DIALECT_CODES.map(async (code) => {
      const direct =
        part === 'requests' ? await behindWire(code, course, clock) : await responding(code);
      const link = linkTo(direct, part === 'requests' ? null : course, part);
      const { name, promises, orderSupport, credentialForm } = direct;
      const venue = { code, name, isTestNet: false, promises, orderSupport, credentialForm };
      return { exchange: linkedExchange(link, venue, handTime()), feed: linkedFeed(link, code) };
    }),
  );
  return {
    exchanges: opened.map(({ exchange }) => exchange),
    marketFeeds: new Map(opened.map(({ exchange, feed }) => [exchange.code, feed])),
    requestsCount: () => course.count(),
    release: () => course.release(),
    end: () => course.end(),
  };
}

function courseOf(trouble: Trouble): Course {
  let gate = Promise.withResolvers<void>();
  let begunCount = 0;
  let isEnded = false;
  return {
    async take() {
      begunCount += 1;
      if (trouble === 'refused' || trouble === 'error') return trouble;
      if (!isEnded) await gate.promise;
      return 'late';
    },
    count: () => begunCount,
    release() {
      if (trouble !== 'slow') return;
      gate.resolve();
      gate = Promise.withResolvers();
    },
    end() {
      isEnded = true;
      gate.resolve();
    },
  };
}

/** The driver of an exchange whose host is in trouble. */
async function behindWire(code: string, course: Course, clock: Clock): Promise<Exchange> {
  const dialect = await loadDialect(code);
  const wire = troubledWire(course, clock);
  const readMarkets = async (onPart: (part: readonly ListedMarket[]) => void): Promise<void> => {
    for (const list of dialect.markets()) {
      const outcome = await wire.send(list.call, null, 0);
      onPart(valueOf(list.read(outcome)).items);
    }
  };
  const keys = { apiKey: 'key', secret: 'secret', passphrase: null };
  return makeVenueExchange({
    dialect,
    wire,
    clock,
    markets: makeMarketList(code, readMarkets, LOG),
    venueClock: makeVenueClock(clock, async () => clock.nowMs()),
    health: makeHealthRecord(),
    time: handTime(),
    log: LOG,
    credentials: {
      credentialsOf: async () => keys,
      credentialsToCheck: async () => keys,
      onRefused: () => undefined,
    },
    sendByMs: () => Infinity,
    stopAddress: () => undefined,
  });
}

const LOG = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function troubledWire(course: Course, clock: Clock): VenueWire {
  return {
    async send(): Promise<WireOutcome> {
      const end = await course.take();
      if (end === 'refused') return { kind: 'not_sent', cause: 'refused', retryAfterMs: null };
      if (end === 'late') return { kind: 'no_reply', cause: 'timeout' };
      const page = '<html>Bad gateway</html>';
      const at = { headers: new Map<string, string>(), receivedAtMs: clock.nowMs() };
      return { kind: 'reply', status: 502, body: page, ...at };
    },
    async openStream() {
      await course.take();
      throw new Failure('unavailable', 'The stream cannot be opened.');
    },
  };
}

/** An exchange whose requests are responded to at once. */
async function responding(code: string): Promise<Exchange> {
  const dialect = await loadDialect(code);
  const { name, promises, orderSupport, credentialForm } = dialect;
  const market = { ...spotMarket(), exchange: code, marketTag: tagAt(code) };
  const refuse = async (): Promise<never> => {
    throw new Failure('unauthorized', 'There are no credentials.');
  };
  return {
    code,
    name,
    isTestNet: false,
    promises,
    orderSupport,
    credentialForm,
    health: () => 'open',
    clockSkewMs: () => 0,
    listMarkets: async () => [market],
    fetchPrice: async () => ({ price: decimal('60000'), atMs: 0 }),
    fetchBestPrices: async () => null,
    fetchCandles: async () => [],
    fetchFundingRates: async () => [],
    fetchBalances: refuse,
    fetchPositions: refuse,
    fetchOpenOrders: refuse,
    fetchOrder: refuse,
    fetchFills: refuse,
    fetchOrderFills: refuse,
    fetchMarginEvents: refuse,
    placeOrder: refuse,
    cancelOrder: refuse,
    watchAccount: refuse,
    checkCredentials: refuse,
  };
}

const QUIET_STATUS = { clockSkewMs: 0, unreadableRows: [], marketsAsOfMs: null };

/** `course`: of what passes over the link; null: it passes. */
function linkTo(direct: Exchange, course: Course | null, part: ExchangePart): VenueLink {
  const pass = async (): Promise<void> => {
    if (course === null) return;
    await course.take();
    throw new Failure('unavailable', 'The process for exchanges does not reply.');
  };
  return {
    async call(_exchange, method, values) {
      if (part === 'process') await pass();
      const call = direct[method] as (...given: readonly unknown[]) => Promise<unknown>;
      return replyOf(method, await call(...values));
    },
    watch: pass,
    follow: pass,
    statusOf: (code) =>
      part === 'process' ? null : { ...QUIET_STATUS, code, health: direct.health() },
    close: () => undefined,
  };
}

/** Candles travel as a text. */
function replyOf(method: LinkMethod, value: unknown): unknown {
  return method === 'fetchCandles' ? { steps: null, candles: '' } : value;
}
