// Prices, candles and funding of every market of the simulated exchange, for one seed. Pure: any
// process that has the seed sees the same market, at any instant from 2020 on, without asking
// anyone.

import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits, DECIMAL_SCALE } from '#lib/decimal.ts';
import { HOUR_MS, minuteStartMs } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { BestTicks } from '#domain/matching/match-arrival.ts';
import type { Asset } from '#adapters/sim/assets.ts';
import { ASSETS } from '#adapters/sim/assets.ts';
import type { Bridge } from '#adapters/sim/bridge.ts';
import { bridgeValue, KNOT_MS, makeBridge } from '#adapters/sim/bridge.ts';
import type { CatalogueRow } from '#adapters/sim/market-catalogue.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import type { MarketOf } from '#adapters/sim/sim-markets.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import type { PricePath } from '#adapters/sim/price-path.ts';
import {
  fillCandles,
  formingCandle,
  HISTORY_START_MS,
  minuteCandle,
  minuteCandles,
  ticksAt,
  volumeKey,
} from '#adapters/sim/price-path.ts';

export const FUNDING_INTERVAL_MS = 8 * HOUR_MS;

const ASSET_ANCHOR_LEVEL = 20;
/**
 * A contract's price strays from spot for a few hours at most (2^12 knots are 5.7 hours), by some
 * hundredths of a percent.
 */
const BASIS_ANCHOR_LEVEL = 12;
const BASIS_DAILY_VOLATILITY = 0.0012;
/** The part of funding that is interest, and how far the premium may pull it away, per interval. */
const FUNDING_INTEREST = 0.0001;
const FUNDING_PULL_MAX = 0.0005;
const FUNDING_SAMPLES = 8;

/**
 * Where the simulated exchange gets its prices from. Instants are milliseconds; all results are at
 * once and the same for ever.
 */
export type SimPrices = {
  /** The market by the rules that its accounts trade by; null: none of that tag is known. */
  readonly marketOf: MarketOf;
  /**
   * The tag under which what is traded on a market now is retained: one that names its steps where
   * these may change (`stepped-tag.ts`). All else here takes tags of both kinds.
   */
  tradedTag(marketTag: MarketTag): MarketTag;
  /**
   * Looks the markets up at their exchanges, unless they are known; null: all are. Throws Failure.
   */
  readonly lookUp: ((marketTags: readonly MarketTag[]) => Promise<void>) | null;
  /**
   * Fetches what is asked of these markets from `fromMs` up to now; null: all is known without.
   * Throws Failure.
   */
  readonly load: ((marketTags: readonly MarketTag[], fromMs: number) => Promise<void>) | null;
  /**
   * Fetches the best bid and ask of a market, where they are stated; null: nobody states any.
   * Never throws: without them a spread is assumed.
   */
  readonly loadBestPrices: ((marketTag: MarketTag) => Promise<void>) | null;
  /** As fetched within the last second; null: not known. */
  bestAt(marketTag: MarketTag, instantMs: number): BestTicks | null;
  /**
   * Minutes from `fromMs` to this instant are known and will not change any more; an account that
   * is settled up to `fromMs` is settled up to here, and waits when that is `fromMs` itself.
   */
  closedUntilMs(marketTag: MarketTag, nowMs: number, fromMs: number): number;
  /**
   * The first minute from `fromMs` on, before `toMs`, of which nobody knows what was traded in it;
   * null: there is none.
   */
  unknownFromMs(marketTag: MarketTag, fromMs: number, toMs: number): number | null;
  /**
   * Whether the running minute is known already. Otherwise an order that arrives within a minute
   * rests from the next one on: nobody knows which of the minute's trades came after it.
   */
  knowsRunningMinute(marketTag: MarketTag): boolean;
  /** Null: no price there (before history begins, or a market that is not known). */
  ticksAt(marketTag: MarketTag, instantMs: number): Ticks | null;
  /** What has formed of the minute that has this instant; null: nobody knows. */
  formingAt(marketTag: MarketTag, instantMs: number): Candle | null;
  /** The minute that begins at `openTimeMs`; null where it is missing. */
  candleAt(marketTag: MarketTag, openTimeMs: number): Candle | null;
  /** Minutes with `fromMs <= openTimeMs < toMs`, oldest first. */
  candles(marketTag: MarketTag, fromMs: number, toMs: number): Iterable<Candle, undefined>;
  /** Fills columns from 2020 on; false when the market is not known. */
  fillCandles(marketTag: MarketTag, columns: CandleColumns): boolean;
  /** All funding that was due before this instant is known. */
  fundingKnownUntilMs(marketTag: MarketTag): number;
  /**
   * What longs pay shorts at this instant, as a share of the position's value. Null: none is due
   * then, or it is not known.
   */
  fundingRateAt(marketTag: MarketTag, instantMs: number): Decimal | null;
};

type Source = { readonly path: PricePath; readonly basis: Bridge | null };

/** The prices that follow from a seed. */
export function makeSimPrices(seed: string): SimPrices {
  const sources = new Map(
    MARKET_CATALOGUE.map((row) => [row.market.marketTag, sourceOf(seed, row)] as const),
  );
  const from = (marketTag: MarketTag, instantMs: number): PricePath | null =>
    instantMs < HISTORY_START_MS ? null : (sources.get(marketTag)?.path ?? null);
  // Every order of a minute asks for the same one.
  const latestCandles = new Map<MarketTag, Candle>();
  return {
    marketOf: (marketTag) => SIM_MARKETS.get(marketTag) ?? null,
    tradedTag: (marketTag) => marketTag,
    lookUp: null,
    load: null,
    loadBestPrices: null,
    bestAt: () => null,
    closedUntilMs: (_marketTag, nowMs) => minuteStartMs(nowMs),
    unknownFromMs: () => null,
    knowsRunningMinute: () => true,
    ticksAt(marketTag, instantMs) {
      const path = from(marketTag, instantMs);
      return path === null ? null : (BigInt(ticksAt(path, instantMs)) as Ticks);
    },
    formingAt(marketTag, instantMs) {
      const path = from(marketTag, instantMs);
      return path === null ? null : formingCandle(path, instantMs);
    },
    candleAt(marketTag, openTimeMs) {
      const latest = latestCandles.get(marketTag);
      if (latest?.openTimeMs === openTimeMs) return latest;
      const path = from(marketTag, openTimeMs);
      if (path === null) return null;
      const candle = minuteCandle(path, openTimeMs);
      latestCandles.set(marketTag, candle);
      return candle;
    },
    candles(marketTag, fromMs, toMs) {
      const path = sources.get(marketTag)?.path;
      return path === undefined ? [] : minuteCandles(path, fromMs, toMs);
    },
    fillCandles(marketTag, columns) {
      const path = sources.get(marketTag)?.path;
      if (path !== undefined) fillCandles(path, columns);
      return path !== undefined;
    },
    fundingKnownUntilMs: () => Infinity,
    fundingRateAt(marketTag, instantMs) {
      if (instantMs % FUNDING_INTERVAL_MS !== 0) return null;
      const basis = sources.get(marketTag)?.basis ?? null;
      return basis === null ? null : fundingRate(basis, instantMs);
    },
  };
}

/** Interest plus the mean premium of the interval before, bounded, to a millionth of a percent. */
function fundingRate(basis: Bridge, instantMs: number): Decimal {
  let premium = 0;
  for (let sample = 1; sample <= FUNDING_SAMPLES; sample += 1) {
    const atMs = instantMs - (sample * FUNDING_INTERVAL_MS) / FUNDING_SAMPLES;
    const knot = Math.floor(Math.max(0, atMs - HISTORY_START_MS) / KNOT_MS);
    premium += bridgeValue(basis, knot) / FUNDING_SAMPLES;
  }
  const pull = Math.max(-FUNDING_PULL_MAX, Math.min(FUNDING_PULL_MAX, FUNDING_INTEREST - premium));
  return decimalFromUnits(BigInt(Math.round((premium + pull) * 1e8)), 8);
}

function sourceOf(seed: string, row: CatalogueRow): Source {
  const { market } = row;
  const base = assetOf(market.base);
  const quote = assetOf(market.quote);
  const basis =
    market.contract === null
      ? null
      : makeBridge(`${seed} basis ${market.marketTag}`, BASIS_DAILY_VOLATILITY, BASIS_ANCHOR_LEVEL);
  const baseTicks = base.priceUsd / quote.priceUsd / numberOf(market.priceStep);
  const walks = [
    ...assetWalks(seed, market, base, quote),
    ...(basis === null ? [] : [{ bridge: basis, weight: 1 }]),
  ];
  return { path: { baseTicks, walks, volume: volumeShape(seed, row, walks) }, basis };
}

/** Bitcoin's walk with the difference of the two sides' shares, and each side's own walk. */
function assetWalks(
  seed: string,
  market: Market,
  base: Asset,
  quote: Asset,
): PricePath['walks'][number][] {
  const shares = { [market.base]: 1, [market.quote]: -1 } as Record<string, number>;
  const bitcoin = base.bitcoinShare - quote.bitcoinShare + (shares['BTC'] ?? 0);
  const weights: Record<string, number> = { ...shares, BTC: bitcoin };
  return Object.entries(weights)
    .filter(([currency, weight]) => weight !== 0 && assetOf(currency).ownDailyVolatility > 0)
    .map(([currency, weight]) => ({
      bridge: makeBridge(
        `${seed} asset ${currency}`,
        assetOf(currency).ownDailyVolatility,
        ASSET_ANCHOR_LEVEL,
      ),
      weight,
    }));
}

function volumeShape(
  seed: string,
  row: CatalogueRow,
  walks: PricePath['walks'],
): PricePath['volume'] {
  const { market, dailyVolume } = row;
  const isInverse = market.contract?.type === 'inverse';
  const contractValue = market.contract === null ? 1 : numberOf(market.contract.contractValue);
  const lotValue = numberOf(market.amountStep) * contractValue;
  const priceFactor = numberOf(market.priceStep);
  let minuteVariance = 0;
  for (const { bridge, weight } of walks)
    minuteVariance += 12 * (2 * weight * (bridge.spreads[0] ?? 0)) ** 2 * 0.5;
  return {
    key: volumeKey(seed, market.marketTag),
    valuePerMinute: dailyVolume / 1_440,
    lotValue: isInverse ? lotValue / priceFactor : lotValue * priceFactor,
    lotPower: isInverse ? -1 : 1,
    // The mean range of a random walk is 1.6 standard deviations; of one sampled at twelve knots,
    // less.
    typicalRange: 1.35 * Math.sqrt(minuteVariance),
  };
}

function assetOf(currency: string): Asset {
  const asset = ASSETS[currency];
  assert(asset !== undefined, `the asset table has ${currency}`);
  return asset;
}

function numberOf(value: Decimal): number {
  return Number(value) / 10 ** DECIMAL_SCALE;
}
