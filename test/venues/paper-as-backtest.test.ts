// A bot on a paper account whose exchange is a loopback venue that shows recorded minutes one after
// the other, beside a backtest of the same minutes: orders fill alike to the last unit.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#domain/market/market-grid.ts';
import type { Market } from '#domain/market/market.ts';
import { PAPER_PREFIX } from '#domain/venue/paper-account.ts';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import type { FeedNews } from '#ports/exchange/market-feed.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';
import { tradedMarket } from '#adapters/paper/traded-market.ts';
import { withPaperAccounts } from '#adapters/paper/with-paper-accounts.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { MarketFeeds } from '#services/feeds/market-feeds.ts';
import { marketFeeds } from '#services/feeds/market-feeds.ts';
import { backtestOf, liveRun, orderLines } from '#services/live/run/live-parity.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { recordedPrices } from '../support/recorded-prices.ts';
import { skipWithout } from '../support/reference-data.ts';
import { until } from './feed-harness.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

const DAY = 1_440;
const MINUTES = 60;
const CODE = 'binance';
const AMOUNT = 5;

const RESTING = `
local price, held = CurrentPrice().close, GetPositionAmount()
if IsAnyOrderOpen() then return end
if held == 0 then PlaceBuyOrder(price * 0.9995, ${AMOUNT}, {type = LimitOrderType, timeout = 1200})
else PlaceSellOrder(price * 1.0005, held, {type = LimitOrderType, timeout = 1200}) end`;

const TAKING = `
if IsAnyOrderOpen() then return end
local price, held = CurrentPrice().close, GetPositionAmount()
if held == 0 then PlaceBuyOrder(price, ${AMOUNT}, {type = MarketOrderType})
else PlaceSellOrder(price, held, {type = MarketOrderType}) end`;

/** The market and its recorded minutes: a day before the bot starts, and those of its life. */
async function openRecorded(loopback: LoopbackExchange, thinnedBy: number) {
  const { server, venue } = loopback;
  server.control('markets', { venue: CODE, kind: 'spot', count: 1 });
  const listed = await venue.exchange.listMarkets();
  const market = present(
    listed.find(({ base }) => base === 'M0001'),
    'it is listed',
  );
  const startMs = minuteStartMs(server.state.clock.nowMs()) - DAY * MINUTE_MS;
  const markets = new Map([[market.marketTag, tradedMarket(market, market.marketTag)]]);
  const shown = { thinnedBy, markets, startMs };
  return {
    market,
    at: { venue: CODE, market: `spot:${market.base}${market.quote}` },
    ...recordedPrices('SOLUSDT', [market.marketTag], DAY + MINUTES + 3, shown),
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

/** The venue has traded a minute as it was recorded, and stands at the open of the next one. */
function playMinute(loopback: LoopbackExchange, { market, at, prices }: Recording, openMs: number) {
  const { server } = loopback;
  const [played, next] = [openMs, openMs + MINUTE_MS].map((atMs) =>
    present(prices.candleAt(market.marketTag, atMs), 'it is recorded'),
  ) as [Candle, Candle];
  server.control('candles', { ...at, candles: [rowOf(market, played)] });
  server.control('advance', { ms: openMs + MINUTE_MS + 300 - server.state.clock.nowMs() });
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
function followedFrom(t: TestContext, feeds: MarketFeeds, marketTag: string): () => number {
  let knownMs = 0;
  const following = new AbortController();
  t.after(() => following.abort());
  const hear = (news: FeedNews): void => {
    if (news.kind !== 'lost') knownMs = news.kind === 'known' ? news.untilMs : news.closed.toMs;
  };
  void feeds.follow(marketTag, hear, following.signal);
  return () => knownMs;
}

async function bothOf(t: TestContext, source: string, thinnedBy: number, afterMs: number) {
  const loopback = await openLoopbackExchange(CODE);
  t.after(() => loopback.close());
  const recording = await openRecorded(loopback, thinnedBy);
  const { market, at, fromMs, prices: recorded } = recording;
  const { marketTag } = market;
  const startMs = fromMs + DAY * MINUTE_MS;
  const before = [...recorded.candles(marketTag, fromMs, startMs)];
  const candles = before.map((each) => rowOf(market, each));
  loopback.server.control('candles', { ...at, candles });

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
    marketFeeds: new Map([[CODE, feeds]]),
    liveMinutes: new Map(),
  };
  const harness = { ...made, deps: { ...made.deps, ...changes } };
  const account = sampleAccount(made.spot.userId, {
    accountId: identifierFromBytes(PAPER_PREFIX, randomBytes(16)),
    exchange: CODE,
  });
  await made.store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000') }];
  const wallet = { accountId: account.accountId, marketType: account.marketType, deposits };
  await openSimWallet(made.sim.store, { ...wallet, nowMs: startMs });
  const bot = await harness.start(source, { accountId: account.accountId, marketTag });
  const runner = harness.runner(changes);
  await runner.renew();
  await runner.tick();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const openMs = startMs + minute * MINUTE_MS;
    playMinute(loopback, recording, openMs);
    made.sim.setNowMs(openMs + MINUTE_MS + afterMs);
    await until(() => knownUntilMs() >= openMs + MINUTE_MS);
    await runner.renew();
    await runner.tick();
  }
  await runner.close();
  const live = await liveRun(harness, bot, MINUTES);
  const venueSide: Exchange = loopback.venue.exchange;
  const sim = { ...made.sim, exchange: venueSide };
  const report = await backtestOf({ ...harness, sim, prices: recorded }, bot, MINUTES);
  return { live, backtest: { ...report, endMs: live.endMs } };
}

type Sides = Awaited<ReturnType<typeof bothOf>>;

/** Those that ended before the end, with what was paid for them and the minute of that. */
function paidIn({ live }: Sides, { orders }: Pick<Sides['live'], 'orders'>): readonly string[] {
  const ended = orders.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs < live.endMs);
  return ended.map(paid);
}

function paid({ orderId, averagePrice, fees, endedAtMs }: BacktestOrder): string {
  const endedInMs = minuteStartMs(endedAtMs ?? 0);
  return [orderId, formatDecimal(averagePrice), formatDecimal(fees), endedInMs].join(' ');
}

suite('a paper account over the loopback venue', { skip: skipWithout('candles') }, () => {
  for (const [what, source, thinnedBy, afterMs] of [
    ['rest', RESTING, 1, 500],
    ['take as they arrive', TAKING, 1, 500],
    ['are larger than a tenth of the volume', TAKING, 200, 500],
    ['arrive in the middle of a minute', TAKING, 1, 20_000],
  ] as const)
    test(`orders that ${what} fill as in a backtest, to the last unit`, async (t) => {
      const sides = await bothOf(t, source, thinnedBy, afterMs);
      const { live, backtest } = sides;
      assert.deepEqual(orderLines(live), orderLines(backtest));
      assert.ok(paidIn(sides, live).length > 10, `${paidIn(sides, live).length} orders`);
      assert.deepEqual(paidIn(sides, live), paidIn(sides, backtest));
      assert.equal(backtest.assumptions.partialFills > 0, thinnedBy > 1);
    });
});
