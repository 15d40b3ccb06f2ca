// What the simulated venue needs of the markets of real exchanges: their terms, the last price and
// the minutes that have closed, fetched before an account is settled and read at once then. The
// markets of the simulated exchange stay what they are.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
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

/** Orders that arrive together are matched at the price that was fetched for the first. */
const PRICE_AGE_MS_MAX = 1_000;
/** A minute that is not shown yet is requested again after so long. */
const RETRY_MS = 1_000;
const MARKETS_AGE_MS_MAX = 60_000;
/** Of a market; an account that was away longer is settled in steps. */
const MINUTES_RETAINED_MAX = 20_160;
const MINUTES_PER_FETCH_MAX = 10_080;
/** Where an exchange does not tell its tiers; as in backtests. */
const ASSUMED_MAINTENANCE_RATE = decimal('0.005');

type MarketMinutes = {
  /** By the instant at which they open. */
  readonly candles: Map<number, Candle>;
  fromMs: number;
  untilMs: number;
  triedAtMs: number;
  price: { readonly ticks: Ticks; readonly atMs: number } | null;
};

type Directory = { readonly markets: ReadonlyMap<MarketTag, SimMarket>; readonly readAtMs: number };

type State = {
  readonly sources: readonly MarketData[];
  readonly clock: Clock;
  readonly directories: Map<string, Directory>;
  readonly made: WeakMap<Market, SimMarket>;
  readonly minutes: Map<MarketTag, MarketMinutes>;
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
    underWay: new Map(),
  };
  const isSimulated = (marketTag: MarketTag): boolean => simulated.marketOf(marketTag) !== null;
  const candleAt = (marketTag: MarketTag, openTimeMs: number): Candle | null =>
    state.minutes.get(marketTag)?.candles.get(openTimeMs) ?? null;
  return {
    marketOf: (marketTag) => simulated.marketOf(marketTag) ?? paperMarketOf(state, marketTag),
    async load(marketTags, fromMs) {
      const paper = marketTags.filter((marketTag) => !isSimulated(marketTag));
      await Promise.all(paper.map(async (marketTag) => loadMarket(state, marketTag, fromMs)));
    },
    closedUntilMs: (marketTag, nowMs) =>
      isSimulated(marketTag)
        ? simulated.closedUntilMs(marketTag, nowMs)
        : (state.minutes.get(marketTag)?.untilMs ?? 0),
    knowsRunningMinute: isSimulated,
    ticksAt: (marketTag, instantMs) =>
      isSimulated(marketTag)
        ? simulated.ticksAt(marketTag, instantMs)
        : (state.minutes.get(marketTag)?.price?.ticks ?? null),
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
  const before = state.underWay.get(marketTag);
  if (before !== undefined) await before.catch(() => undefined);
  const loading = fetchMarket(state, marketTag, fromMs).finally(() => {
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
  const minutes = minutesOf(state, marketTag, fromMs);
  await fetchMinutes(state, source, marketTag, minutes);
  const nowMs = state.clock.nowMs();
  const { price } = minutes;
  if (price !== null && Math.abs(nowMs - price.atMs) < PRICE_AGE_MS_MAX) return;
  if (!market.market.isOpen) return;
  const fetched = await source.fetchPrice(marketTag);
  minutes.price = { ticks: ticksOf(market.grid, fetched, 'half_even'), atMs: nowMs };
}

/** What is retained, if it reaches back so far. */
function minutesOf(state: State, marketTag: MarketTag, fromMs: number): MarketMinutes {
  const known = state.minutes.get(marketTag);
  const startMs = minuteStartMs(fromMs);
  if (known !== undefined && known.fromMs <= startMs) return known;
  const price = known?.price ?? null;
  const minutes = { candles: new Map(), fromMs: startMs, untilMs: startMs, triedAtMs: 0, price };
  state.minutes.set(marketTag, minutes);
  return minutes;
}

async function fetchMinutes(
  { clock }: State,
  source: MarketData,
  marketTag: MarketTag,
  minutes: MarketMinutes,
): Promise<void> {
  for (;;) {
    const nowMs = clock.nowMs();
    const { untilMs } = minutes;
    const toMs = Math.min(minuteStartMs(nowMs), untilMs + MINUTES_PER_FETCH_MAX * MINUTE_MS);
    const isTooSoon = Math.abs(nowMs - minutes.triedAtMs) < RETRY_MS;
    if (untilMs >= toMs || isTooSoon) return;
    const known = await source.fetchMinutes(marketTag, untilMs, toMs);
    for (const candle of known.candles)
      if (candle.openTimeMs < known.untilMs) minutes.candles.set(candle.openTimeMs, candle);
    minutes.untilMs = Math.max(untilMs, Math.min(toMs, known.untilMs));
    forgetOldest(minutes);
    if (minutes.untilMs < toMs) {
      minutes.triedAtMs = nowMs;
      return;
    }
  }
}

function forgetOldest(minutes: MarketMinutes): void {
  const firstMs = minutes.untilMs - MINUTES_RETAINED_MAX * MINUTE_MS;
  if (minutes.fromMs >= firstMs) return;
  for (const openTimeMs of minutes.candles.keys())
    if (openTimeMs < firstMs) minutes.candles.delete(openTimeMs);
  minutes.fromMs = firstMs;
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
