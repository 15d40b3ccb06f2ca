// The simulated exchange's terms of futures: the very ones by which its accounts are settled.

import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { FUNDING_INTERVAL_MS } from '#adapters/sim/sim-prices.ts';

/** Source of simulated futures terms; null for spot and unknown markets. */
export function makeSimFuturesTerms(prices: SimPrices): FuturesTermsSource {
  return {
    code: 'sim',
    async findTerms({ marketTag }, { fromMs, toMs }) {
      const venue = prices.marketOf(marketTag)?.venue;
      if (venue === undefined || venue.tiers === null) return null;
      const { tiers, liquidationFeePercent } = venue;
      const funding = fundingRatesBetween(prices, marketTag, fromMs, toMs);
      return { tiers, liquidationFeePercent, funding };
    },
  };
}

/** Those with `fromMs <= atMs < toMs`, oldest first. */
export function fundingRatesBetween(
  prices: Pick<SimPrices, 'fundingRateAt'>,
  marketTag: MarketTag,
  fromMs: number,
  toMs: number,
): readonly FundingRate[] {
  const funding: FundingRate[] = [];
  let atMs = Math.ceil(fromMs / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS;
  for (; atMs < toMs; atMs += FUNDING_INTERVAL_MS) {
    const rate = prices.fundingRateAt(marketTag, atMs);
    if (rate !== null) funding.push({ atMs, rate });
  }
  return funding;
}
