// What the simulated venue needs of the markets of real exchanges: their terms, the last price and
// the minutes that have closed, fetched before an account is settled and read at once then. The
// markets of the simulated exchange stay what they are.

import { MINUTE_MS } from '#lib/time.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#domain/candle/candle.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Market, MarketTag } from '#domain/market/market.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { ticksOf } from '#domain/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import type { Clock } from '#ports/world/clock.ts';
import { Failure } from '#ports/world/failure.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { MinuteWindows } from '#adapters/paper/minute-windows.ts';
import { makeMinuteWindows } from '#adapters/paper/minute-windows.ts';

/** Orders that arrive together are matched at the price that was fetched for the first. */
const PRICE_AGE_MS_MAX = 1_000;
const MARKETS_AGE_MS_MAX = 60_000;
/** Where an exchange does not tell its tiers; as in backtests. */
const ASSUMED_MAINTENANCE_RATE = decimal('0.005');

type LastPrice = { readonly ticks: Ticks; readonly atMs: number };

type Directory = { readonly markets: ReadonlyMap<MarketTag, SimMarket>; readonly readAtMs: number };

type State = {
  readonly sources: readonly MarketData[];
  readonly clock: Clock;
  readonly directories: Map<string, Directory>;
  readonly made: WeakMap<Market, SimMarket>;
  readonly minutes: Map<MarketTag, MinuteWindows>;
  readonly lastPrices: Map<MarketTag, LastPrice>;
  /** One request at a time for each market. */
  readonly underWay: Map<MarketTag, Promise<void>>;
};

/** `simulated`: the prices of the simulated exchange. */
export function makePaperPrices(
  simulated: SimPrices,
  sources: readonly MarketData[],
  clock: Clock,
): SimPrices {
  if (sources.length === 0) return simulated;
  const state: State = {
    sources,
    clock,
    directories: new Map(),
    made: new WeakMap(),
    minutes: new Map(),
    lastPrices: new Map(),
    underWay: new Map(),
  };
  const isSimulated = (marketTag: MarketTag): boolean => simulated.marketOf(marketTag) !== null;
  const candleAt = (marketTag: MarketTag, openTimeMs: number): Candle | null =>
    state.minutes.get(marketTag)?.candleAt(openTimeMs) ?? null;
  return {
    marketOf: (marketTag) => simulated.marketOf(marketTag) ?? paperMarketOf(state, marketTag),
    async load(marketTags, fromMs) {
      const paper = marketTags.filter((marketTag) => !isSimulated(marketTag));
      await Promise.all(paper.map(async (marketTag) => loadMarket(state, marketTag, fromMs)));
    },
    closedUntilMs: (marketTag, nowMs, fromMs) =>
      isSimulated(marketTag)
        ? simulated.closedUntilMs(marketTag, nowMs, fromMs)
        : (state.minutes.get(marketTag)?.knownUntilMs(fromMs) ?? fromMs),
    knowsRunningMinute: isSimulated,
    ticksAt: (marketTag, instantMs) =>
      isSimulated(marketTag)
        ? simulated.ticksAt(marketTag, instantMs)
        : (state.lastPrices.get(marketTag)?.ticks ?? null),
    candleAt: (marketTag, openTimeMs) =>
      isSimulated(marketTag)
        ? simulated.candleAt(marketTag, openTimeMs)
        : candleAt(marketTag, openTimeMs),
    candles: (marketTag, fromMs, toMs) =>
      isSimulated(marketTag)
        ? simulated.candles(marketTag, fromMs, toMs)
        : candlesBetween(fromMs, toMs, (openTimeMs) => candleAt(marketTag, openTimeMs)),
    fillCandles: (marketTag, columns) => simulated.fillCandles(marketTag, columns),
    fundingRateAt: (marketTag, instantMs) =>
      isSimulated(marketTag) ? simulated.fundingRateAt(marketTag, instantMs) : null,
  };
}

function* candlesBetween(
  fromMs: number,
  toMs: number,
  candleAt: (openTimeMs: number) => Candle | null,
): Generator<Candle, undefined> {
  for (let openTimeMs = fromMs; openTimeMs < toMs; openTimeMs += MINUTE_MS) {
    const candle = candleAt(openTimeMs);
    if (candle !== null) yield candle;
  }
  return undefined;
}

function paperMarketOf({ directories }: State, marketTag: MarketTag): SimMarket | null {
  for (const { markets } of directories.values()) {
    const found = markets.get(marketTag);
    if (found !== undefined) return found;
  }
  return null;
}

/** Throws Failure. */
async function loadMarket(state: State, marketTag: MarketTag, fromMs: number): Promise<void> {
  const before = state.underWay.get(marketTag) ?? Promise.resolve();
  const fetched = before.then(
    () => fetchMarket(state, marketTag, fromMs),
    () => fetchMarket(state, marketTag, fromMs),
  );
  const loading = fetched.finally(() => {
    if (state.underWay.get(marketTag) === loading) state.underWay.delete(marketTag);
  });
  state.underWay.set(marketTag, loading);
  await loading;
}

async function fetchMarket(state: State, marketTag: MarketTag, fromMs: number): Promise<void> {
  const source = await sourceOf(state, marketTag);
  // Whoever loads it finds no market of this tag then.
  if (source === null) return;
  const market = paperMarketOf(state, marketTag);
  if (market === null) return;
  const minutes = state.minutes.get(marketTag) ?? makeMinuteWindows(() => state.clock.nowMs());
  state.minutes.set(marketTag, minutes);
  await minutes.load(fromMs, (from, to) => source.fetchMinutes(marketTag, from, to));
  const nowMs = state.clock.nowMs();
  const price = state.lastPrices.get(marketTag);
  if (price !== undefined && Math.abs(nowMs - price.atMs) < PRICE_AGE_MS_MAX) return;
  if (!market.market.isOpen) return;
  const fetched = await source.fetchPrice(marketTag);
  const ticks = ticksOf(market.grid, fetched, 'half_even');
  state.lastPrices.set(marketTag, { ticks, atMs: nowMs });
}

/** Null when no exchange lists the market. Throws Failure when one does not say. */
async function sourceOf(state: State, marketTag: MarketTag): Promise<MarketData | null> {
  let failure: Failure | null = null;
  for (const source of state.sources) {
    try {
      if ((await directoryOf(state, source)).markets.has(marketTag)) return source;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  return null;
}

async function directoryOf(state: State, source: MarketData): Promise<Directory> {
  const known = state.directories.get(source.code);
  const nowMs = state.clock.nowMs();
  if (known !== undefined && Math.abs(nowMs - known.readAtMs) < MARKETS_AGE_MS_MAX) return known;
  const markets = new Map<MarketTag, SimMarket>();
  for (const market of await source.listMarkets()) {
    const made = state.made.get(market) ?? tradedMarket(market);
    state.made.set(market, made);
    markets.set(market.marketTag, made);
  }
  const directory = { markets, readAtMs: nowMs };
  state.directories.set(source.code, directory);
  return directory;
}

/** By the realistic rules, as a backtest on this market has them. */
function tradedMarket(market: Market): SimMarket {
  const terms = tradingTerms(market);
  const { contract } = market;
  return {
    market,
    grid: terms.grid,
    venue: {
      terms,
      rules: MATCHING_RULES.realistic,
      tiers:
        contract === null ? null : singleTier(ASSUMED_MAINTENANCE_RATE, contract.highestLeverage),
      liquidationFeePercent: ZERO,
    },
  };
}
