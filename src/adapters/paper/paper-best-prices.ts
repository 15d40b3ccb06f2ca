// The best bids and asks that orders of paper accounts meet, fetched as the orders arrive.

import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import type { BestTicks } from '#domain/matching/match-arrival.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure } from '#venue-port/world/failure.ts';

export type PaperBestPrices = {
  /** Never throws Failure: an exchange that does not say counts as one that tells none. */
  load(this: void, marketTag: MarketTag, sourceOf: () => Promise<MarketData | null>): Promise<void>;
  /** Outwards to whole steps; null: not known. */
  at(this: void, market: SimMarket, marketTag: MarketTag, instantMs: number): BestTicks | null;
};

type LastBest = { readonly best: BestPrices | null; readonly atMs: number };

/** Orders that arrive together meet what was fetched for the first. */
const FETCHED_EVERY_MS = 1_000;
const AGE_MS_MAX = 2_000;

/**
 * Best prices that are fetched again when they are too old; `at` gives null where none are fresh.
 * Ticks of the bid are rounded down, those of the ask up.
 */
export function makePaperBestPrices(clock: Clock): PaperBestPrices {
  const last = new Map<MarketTag, LastBest>();
  const isYounger = (known: LastBest | undefined, nowMs: number, ageMs: number): boolean =>
    known !== undefined && Math.abs(nowMs - known.atMs) <= ageMs;
  return {
    async load(marketTag, sourceOf) {
      if (isYounger(last.get(marketTag), clock.nowMs(), FETCHED_EVERY_MS)) return;
      const best = await fetchBestPrices(marketTag, sourceOf);
      last.set(marketTag, { best, atMs: clock.nowMs() });
    },
    at({ grid }, marketTag, instantMs) {
      const known = last.get(marketTag);
      const best = known?.best ?? null;
      if (best === null || !isYounger(known, instantMs, AGE_MS_MAX)) return null;
      const bidTicks = ticksOf(grid, best.bid, 'floor');
      return bidTicks > 0n ? { bidTicks, askTicks: ticksOf(grid, best.ask, 'ceil') } : null;
    },
  };
}

async function fetchBestPrices(
  marketTag: MarketTag,
  sourceOf: () => Promise<MarketData | null>,
): Promise<BestPrices | null> {
  try {
    const source = await sourceOf();
    return (await source?.fetchBestPrices(marketTag)) ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
