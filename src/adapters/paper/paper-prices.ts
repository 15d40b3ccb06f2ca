// Market data of real exchanges for the simulated venue: terms, the last price and the minutes that
// have closed, fetched before an account is settled and read at once then. The markets of the
// simulated exchange stay what they are.

import { MINUTE_MS } from '#lib/time.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { plainTag, steppedTag } from '#adapters/sim/stepped-tag.ts';
import type { FundingRates } from '#adapters/paper/funding-rates.ts';
import { makeFundingRates } from '#adapters/paper/funding-rates.ts';
import type { PaperBestPrices } from '#adapters/paper/paper-best-prices.ts';
import { makePaperBestPrices } from '#adapters/paper/paper-best-prices.ts';
import type { MinuteWindows } from '#adapters/paper/minute-windows.ts';
import { makeMinuteWindows } from '#adapters/paper/minute-windows.ts';
import { candleInSteps, nearestTicks, tradedMarket } from '#adapters/paper/traded-market.ts';

/** Orders that arrive together are matched at the price that was fetched for the first. */
const PRICE_AGE_MS_MAX = 1_000;
const MARKETS_AGE_MS_MAX = 60_000;

type LastPrice = { readonly price: Decimal; readonly atMs: number };

type Directory = { readonly markets: ReadonlyMap<MarketTag, Market>; readonly readAtMs: number };

/** Candles in the steps of the market as it was listed then; with other steps they are useless. */
type RetainedCandles = { readonly listed: Market; readonly windows: MinuteWindows };

type State = {
  readonly sources: readonly MarketData[];
  readonly clock: Clock;
  readonly directories: Map<string, Directory>;
  /** Of a listed market, by the tags that name steps. */
  readonly made: WeakMap<Market, Map<MarketTag, SimMarket>>;
  readonly minutes: Map<MarketTag, RetainedCandles>;
  /** Of futures. */
  readonly funding: Map<MarketTag, FundingRates>;
  readonly lastPrices: Map<MarketTag, LastPrice>;
  readonly bestPrices: PaperBestPrices;
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
  return joinedPrices(simulated, pricesOf(stateOf(sources, clock)));
}

/** The markets of the simulated exchange have its prices, all others those of `paper`. */
function joinedPrices(simulated: SimPrices, paper: SimPrices): SimPrices {
  const isSimulated = (marketTag: MarketTag): boolean => simulated.marketOf(marketTag) !== null;
  const of = (marketTag: MarketTag): SimPrices => (isSimulated(marketTag) ? simulated : paper);
  const others = (marketTags: readonly MarketTag[]): readonly MarketTag[] =>
    marketTags.filter((marketTag) => !isSimulated(marketTag));
  return {
    marketOf: (marketTag) => of(marketTag).marketOf(marketTag),
    tradedTag: (marketTag) => of(marketTag).tradedTag(marketTag),
    lookUp: async (marketTags) => paper.lookUp?.(others(marketTags)),
    load: async (marketTags, fromMs) => paper.load?.(others(marketTags), fromMs),
    loadBestPrices: async (marketTag) => of(marketTag).loadBestPrices?.(marketTag),
    bestAt: (marketTag, instantMs) => of(marketTag).bestAt(marketTag, instantMs),
    closedUntilMs: (marketTag, nowMs, fromMs) =>
      of(marketTag).closedUntilMs(marketTag, nowMs, fromMs),
    unknownFromMs: (marketTag, fromMs, toMs) =>
      of(marketTag).unknownFromMs(marketTag, fromMs, toMs),
    knowsRunningMinute: (marketTag) => of(marketTag).knowsRunningMinute(marketTag),
    ticksAt: (marketTag, instantMs) => of(marketTag).ticksAt(marketTag, instantMs),
    formingAt: (marketTag, instantMs) => of(marketTag).formingAt(marketTag, instantMs),
    candleAt: (marketTag, openTimeMs) => of(marketTag).candleAt(marketTag, openTimeMs),
    candles: (marketTag, fromMs, toMs) => of(marketTag).candles(marketTag, fromMs, toMs),
    fillCandles: (marketTag, columns) => simulated.fillCandles(marketTag, columns),
    fundingKnownUntilMs: (marketTag) => of(marketTag).fundingKnownUntilMs(marketTag),
    fundingRateAt: (marketTag, instantMs) => of(marketTag).fundingRateAt(marketTag, instantMs),
  };
}

/** Of the markets of real exchanges alone. */
function pricesOf(state: State): SimPrices {
  const candleAt = (marketTag: MarketTag, openTimeMs: number): Candle | null =>
    paperCandleAt(state, marketTag, openTimeMs);
  return {
    marketOf: (marketTag) => paperMarketOf(state, marketTag),
    tradedTag(marketTag) {
      const listed = listedOf(state, marketTag);
      return listed === null ? marketTag : steppedTag(listed);
    },
    async lookUp(marketTags) {
      const unknown = plainTags(marketTags).filter((tag) => listedOf(state, tag) === null);
      await Promise.all(unknown.map((marketTag) => sourceOf(state, marketTag)));
    },
    async load(marketTags, fromMs) {
      const loading = plainTags(marketTags).map(async (tag) => loadMarket(state, tag, fromMs));
      await Promise.all(loading);
    },
    async loadBestPrices(marketTag) {
      const tag = plainTag(marketTag);
      await state.bestPrices.load(tag, () => sourceOf(state, tag));
    },
    bestAt(marketTag, instantMs) {
      const market = paperMarketOf(state, marketTag);
      return market === null ? null : state.bestPrices.at(market, plainTag(marketTag), instantMs);
    },
    closedUntilMs: (marketTag, _nowMs, fromMs) => knownUntilMs(state, marketTag, fromMs),
    unknownFromMs: (marketTag, fromMs, toMs) =>
      state.minutes.get(plainTag(marketTag))?.windows.unknownFromMs(fromMs, toMs) ?? null,
    knowsRunningMinute: () => false,
    ticksAt: (marketTag) => lastTicks(state, marketTag),
    formingAt: () => null,
    candleAt,
    candles: (marketTag, fromMs, toMs) =>
      candlesBetween(fromMs, toMs, (openTimeMs) => candleAt(marketTag, openTimeMs)),
    fillCandles: () => false,
    fundingKnownUntilMs: (marketTag) =>
      state.funding.get(plainTag(marketTag))?.knownUntilMs() ?? Infinity,
    fundingRateAt: (marketTag, instantMs) =>
      state.funding.get(plainTag(marketTag))?.rateAt(instantMs) ?? null,
  };
}

function plainTags(marketTags: readonly MarketTag[]): readonly MarketTag[] {
  return [...new Set(marketTags.map(plainTag))];
}

function stateOf(sources: readonly MarketData[], clock: Clock): State {
  return {
    sources,
    clock,
    directories: new Map(),
    made: new WeakMap(),
    minutes: new Map(),
    funding: new Map(),
    lastPrices: new Map(),
    bestPrices: makePaperBestPrices(clock),
    underWay: new Map(),
  };
}

/** A minute counts with the funding that is due at its beginning. */
function knownUntilMs(state: State, marketTag: MarketTag, fromMs: number): number {
  const tag = plainTag(marketTag);
  const minutesMs = state.minutes.get(tag)?.windows.knownUntilMs(fromMs) ?? fromMs;
  const fundedMs = state.funding.get(tag)?.knownUntilMs() ?? Infinity;
  return Math.min(minutesMs, Math.max(fromMs, fundedMs));
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

/** As its exchange lists it now. */
function listedOf({ directories }: State, marketTag: MarketTag): Market | null {
  const plain = plainTag(marketTag);
  for (const { markets } of directories.values()) {
    const found = markets.get(plain);
    if (found !== undefined) return found;
  }
  return null;
}

function paperMarketOf(state: State, marketTag: MarketTag): SimMarket | null {
  const listed = listedOf(state, marketTag);
  if (listed === null) return null;
  const made = state.made.get(listed) ?? new Map<MarketTag, SimMarket>();
  state.made.set(listed, made);
  const market = made.get(marketTag) ?? tradedMarket(listed, marketTag);
  made.set(marketTag, market);
  return market;
}

function paperCandleAt(state: State, marketTag: MarketTag, openTimeMs: number): Candle | null {
  const retained = state.minutes.get(plainTag(marketTag));
  const candle = retained?.windows.candleAt(openTimeMs) ?? null;
  const market = paperMarketOf(state, marketTag);
  if (retained === undefined || candle === null || market === null) return null;
  return candleInSteps(market, retained.listed, candle);
}

function lastTicks(state: State, marketTag: MarketTag): Ticks | null {
  const last = state.lastPrices.get(plainTag(marketTag));
  const market = paperMarketOf(state, marketTag);
  if (last === undefined || market === null) return null;
  return nearestTicks(market, last.price);
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
  const listed = listedOf(state, marketTag);
  if (listed === null) return;
  await retainedOf(state, listed).windows.load(fromMs, async (from, to) => {
    const known = await source.fetchMinutes(marketTag, from, to);
    await refuseChangedSteps(source, listed);
    return known;
  });
  await loadFunding(state, source, listed, fromMs);
  const nowMs = state.clock.nowMs();
  const last = state.lastPrices.get(marketTag);
  if (last !== undefined && Math.abs(nowMs - last.atMs) < PRICE_AGE_MS_MAX) return;
  if (!listed.isOpen) return;
  state.lastPrices.set(marketTag, { price: await source.fetchPrice(marketTag), atMs: nowMs });
}

/** Throws Failure. */
async function loadFunding(
  state: State,
  source: MarketData,
  { marketTag, contract }: Market,
  fromMs: number,
): Promise<void> {
  if (contract === null) return;
  const rates = state.funding.get(marketTag) ?? makeFundingRates(() => state.clock.nowMs());
  await rates.load(fromMs, (from, to) => source.fetchFundingRates(marketTag, from, to));
  state.funding.set(marketTag, rates);
}

/** What was fetched in other steps is fetched again. */
function retainedOf(state: State, listed: Market): RetainedCandles {
  const known = state.minutes.get(listed.marketTag);
  if (known !== undefined && steppedTag(known.listed) === steppedTag(listed)) return known;
  const retained = { listed, windows: makeMinuteWindows(() => state.clock.nowMs()) };
  state.minutes.set(listed.marketTag, retained);
  return retained;
}

/** Throws Failure when candles may have come in other steps than they are read in. */
async function refuseChangedSteps(source: MarketData, listed: Market): Promise<void> {
  const markets = await source.listMarkets();
  const now = markets.find(({ marketTag }) => marketTag === listed.marketTag);
  if (now === listed || (now !== undefined && steppedTag(now) === steppedTag(listed))) return;
  throw new Failure('unavailable', `Market "${listed.marketTag}" is being changed.`);
}

/**
 * The exchange that lists the market, or did: found among the lists that are known and by the code
 * that the tag begins with, so that no other exchange is waited for. Null when none lists it.
 * Throws Failure when it does not say.
 */
async function sourceOf(state: State, marketTag: MarketTag): Promise<MarketData | null> {
  const mayList = ({ code }: MarketData): boolean =>
    state.directories.get(code)?.markets.has(marketTag) === true ||
    marketTag.toUpperCase().startsWith(`${code.toUpperCase()}_`);
  for (const source of state.sources.filter(mayList))
    if ((await directoryOf(state, source)).markets.has(marketTag)) return source;
  return null;
}

async function directoryOf(state: State, source: MarketData): Promise<Directory> {
  const known = state.directories.get(source.code);
  const nowMs = state.clock.nowMs();
  if (known !== undefined && Math.abs(nowMs - known.readAtMs) < MARKETS_AGE_MS_MAX) return known;
  const listed = await source.listMarkets();
  const markets = new Map(listed.map((market) => [market.marketTag, market]));
  const directory = { markets, readAtMs: nowMs };
  state.directories.set(source.code, directory);
  return directory;
}
