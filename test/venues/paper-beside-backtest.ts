// A bot on a paper account whose exchange is a loopback venue that shows recorded minutes one after
// the other, beside a backtest of the same minutes.

import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import type { BacktestOrder, BacktestReport } from '#backtesting/backtest.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { BotSettings } from '#ports/stores/bot-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makeListedFuturesTerms } from '#adapters/paper/listed-futures-terms.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import { tradedMarket } from '#adapters/paper/traded-market.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { MarketFeeds } from '#services/feeds/market-feeds.ts';
import { marketFeeds } from '#services/feeds/market-feeds.ts';
import type { RunShown } from '#services/live/run/live-parity.fixture.ts';
import { backtestOf, liveRun } from '#services/live/run/live-parity.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { recordedPrices } from '../support/recorded-prices.ts';
import { until } from './feed-harness.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

const DAY = 1_440;
const HOUR = 60;
const OWN_FUNDING_MS = 8 * HOUR_MS;

type VenueOfMarket = {
  readonly code: 'binance' | 'binanceusdm';
  readonly marketType: 'spot' | 'futures';
  readonly kind: 'spot' | 'linear';
  /** After how many minutes of the bot's life it is a whole hour; null: whenever the clock says. */
  readonly hourAfter: number | null;
};

export const SPOT_VENUE: VenueOfMarket = {
  code: 'binance',
  marketType: 'spot',
  kind: 'spot',
  hourAfter: null,
};

/** At a whole hour in the fifth minute of the bot's life, and after. */
export const FUTURES_VENUE: VenueOfMarket = {
  code: 'binanceusdm',
  marketType: 'futures',
  kind: 'linear',
  hourAfter: 5,
};

/** What the bot does, and how it differs from the usual. */
export type PaperBot = {
  readonly source: string;
  /** Divides the recorded volumes. */
  readonly thinnedBy: number;
  /** How long after the begin of a minute its bot acts. */
  readonly afterMs: number;
  readonly settings?: BotSettings;
  /** By minutes of the bot's life: what the venue lets longs pay shorts. */
  readonly fundingRates?: Readonly<Record<number, string>>;
  /** Of its life; an hour when left out. */
  readonly minutes?: number;
};

export type BothSides = {
  readonly live: RunShown;
  readonly backtest: BacktestReport & { readonly endMs: number };
};

/** The market and its recorded minutes: a day before the bot starts, and those of its life. */
async function openRecorded(
  loopback: LoopbackExchange,
  { code, kind, hourAfter }: VenueOfMarket,
  thinnedBy: number,
  minutes: number,
) {
  const { server, venue } = loopback;
  server.control('markets', { venue: code, kind, count: 1 });
  if (hourAfter !== null) {
    // An hour after the venue pays by itself, at 00:00, 08:00 and 16:00: it pays only what we say.
    const pastPaymentMs = server.state.clock.nowMs() % OWN_FUNDING_MS;
    const hourMs = OWN_FUNDING_MS + HOUR_MS;
    server.control('advance', { ms: hourMs - pastPaymentMs - hourAfter * MINUTE_MS });
  }
  const listed = await venue.exchange.listMarkets();
  const market = present(
    listed.find(({ base }) => base === 'M0001'),
    'it is listed',
  );
  const startMs = minuteStartMs(server.state.clock.nowMs()) - DAY * MINUTE_MS;
  const markets = new Map([[market.marketTag, tradedMarket(market, market.marketTag)]]);
  const shown = { thinnedBy, markets, startMs, hasGaps: kind === 'linear' };
  return {
    market,
    at: { venue: code, market: `${kind}:${market.base}${market.quote}` },
    ...recordedPrices('SOLUSDT', [market.marketTag], DAY + minutes + 3, shown),
  };
}

function rowOf(market: Market, candle: Candle): readonly string[] {
  const grid = marketGrid(market);
  const prices = [candle.open, candle.high, candle.low, candle.close];
  return [
    String(candle.openTimeMs),
    ...prices.map((ticks) => formatDecimal(priceOf(grid, ticks as Ticks))),
    formatDecimal(amountOf(grid, candle.volume as Lots)),
  ];
}

type Recording = Awaited<ReturnType<typeof openRecorded>>;

/**
 * The venue has traded a minute as it was recorded, and stands at the open of the next one, at
 * which funding is due if there is a rate.
 */
function playMinute(
  loopback: LoopbackExchange,
  { market, at, prices }: Recording,
  openMs: number,
  rate: string | undefined,
) {
  const { server } = loopback;
  const [played, next] = [openMs, openMs + MINUTE_MS].map((atMs) =>
    present(prices.candleAt(market.marketTag, atMs), 'it is recorded'),
  ) as [Candle, Candle];
  server.control('candles', { ...at, candles: [rowOf(market, played)] });
  const advanceTo = (atMs: number): unknown =>
    server.control('advance', { ms: Math.max(0, atMs - server.state.clock.nowMs()) });
  advanceTo(openMs + MINUTE_MS);
  if (rate !== undefined) server.control('funding', { ...at, rate });
  advanceTo(openMs + MINUTE_MS + 300);
  server.control('price', { ...at, price: rowOf(market, next)[1] });
}

function feedsOf(t: TestContext, { venue, server }: LoopbackExchange) {
  const history = memoryHistoryStore();
  const ignore = (): void => undefined;
  const feeds = marketFeeds({
    exchange: venue.exchange,
    history,
    openMarketStream: venue.openMarketStream,
    openBestPriceStream: () => null,
    venueNowMs: () => server.state.clock.nowMs(),
    elapsedMs: () => performance.now(),
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    every(intervalMs, run) {
      const timer = setInterval(run, intervalMs);
      return () => clearInterval(timer);
    },
    pause,
    onDefect(error) {
      throw error;
    },
  });
  t.after(() => feeds.close());
  return { history, feeds };
}

/** Up to where its follower knows the minutes. */
function followedFrom(t: TestContext, feeds: MarketFeeds, marketTag: MarketTag): () => number {
  let knownMs = 0;
  const following = new AbortController();
  t.after(() => following.abort());
  const hear = (news: FeedNews): void => {
    if (news.kind !== 'lost') knownMs = news.kind === 'known' ? news.untilMs : news.closed.toMs;
  };
  void feeds.follow(marketTag, hear, following.signal);
  return () => knownMs;
}

async function openPaperAccount(
  { store, spot, sim }: BotHarness,
  { code, marketType }: VenueOfMarket,
  nowMs: number,
): Promise<Account> {
  const accountId = identifierFromBytes(PAPER_PREFIX, randomBytes(16));
  const account = sampleAccount(spot.userId, { accountId, exchange: code, marketType });
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000') }];
  await openSimWallet(sim.store, { accountId, marketType, deposits, nowMs });
  return account;
}

/** The life of the bot, and the backtest over it. */
export async function paperBesideBacktest(
  t: TestContext,
  at: VenueOfMarket,
  { source, thinnedBy, afterMs, settings, fundingRates = {}, minutes = HOUR }: PaperBot,
): Promise<BothSides> {
  const loopback = await openLoopbackExchange(at.code);
  t.after(() => loopback.close());
  const recording = await openRecorded(loopback, at, thinnedBy, minutes);
  const { market, fromMs, prices: recorded } = recording;
  const { marketTag } = market;
  const startMs = fromMs + DAY * MINUTE_MS;
  const before = [...recorded.candles(marketTag, fromMs, startMs)];
  const candles = before.map((each) => rowOf(market, each));
  loopback.server.control('candles', { ...recording.at, candles });

  let simNowMs = (): number => startMs;
  const clock = { nowMs: () => simNowMs() };
  // Nobody has recorded bids and asks, so a backtest assumes a spread.
  const data = requestedMarketData(loopback.venue.exchange, clock);
  const prices = makePaperPrices(
    HARNESS_PRICES,
    [{ ...data, fetchBestPrices: async () => null }],
    clock,
  );
  const made = await botHarness({ prices, startMs: startMs + afterMs });
  simNowMs = () => made.sim.nowMs();
  const exchange = withPaperAccounts(loopback.venue.exchange, made.sim.exchange);
  const { history, feeds } = feedsOf(t, loopback);
  const knownUntilMs = followedFrom(t, feeds, marketTag);
  await until(() => knownUntilMs() >= startMs && feeds.figures().streamedCount === 1);
  const changes = {
    exchanges: exchangeRegistry([exchange]),
    history,
    candleSources: [],
    marketFeeds: new Map([[at.code, feeds]]),
    liveMinutes: new Map(),
  };
  const harness = { ...made, deps: { ...made.deps, ...changes } };
  const { accountId } = await openPaperAccount(made, at, startMs);
  const chosen = settings === undefined ? {} : { settings };
  const bot = await harness.start(source, { accountId, marketTag, ...chosen });
  const runner = harness.runner(changes);
  await runner.renew();
  await runner.tick();
  for (let minute = 0; minute < minutes; minute += 1) {
    const openMs = startMs + minute * MINUTE_MS;
    playMinute(loopback, recording, openMs, fundingRates[minute + 1]);
    made.sim.setNowMs(openMs + MINUTE_MS + afterMs);
    await until(() => knownUntilMs() >= openMs + MINUTE_MS);
    await runner.renew();
    await runner.tick();
  }
  await runner.close();
  const live = await liveRun(harness, bot, minutes);
  const venueSide: Exchange = loopback.venue.exchange;
  const sim = { ...made.sim, exchange: venueSide };
  const terms = makeListedFuturesTerms(venueSide, clock);
  const report = await backtestOf({ ...harness, sim, prices: recorded }, bot, minutes, terms);
  return { live, backtest: { ...report, endMs: live.endMs } };
}

/** Those of a side that ended before the end, with what was paid for them and in which minute. */
export function paidOrders(
  { live }: BothSides,
  { orders }: Pick<BothSides['live'], 'orders'>,
): readonly string[] {
  const ended = orders.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs < live.endMs);
  return ended.map(paid);
}

function paid({ orderId, averagePrice, fees, endedAtMs }: BacktestOrder): string {
  const endedInMs = minuteStartMs(endedAtMs ?? 0);
  return [orderId, formatDecimal(averagePrice), formatDecimal(fees), endedInMs].join(' ');
}
