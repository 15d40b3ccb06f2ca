// The simulated exchange's terms of futures: the very ones by which its accounts are settled.

import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { FUNDING_INTERVAL_MS } from '#adapters/sim/sim-prices.ts';

import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';

export function makeSimFuturesTerms(prices: SimPrices): FuturesTermsSource {
  return {
    code: 'sim',
    findTerms({ marketTag }, { fromMs, toMs }) {
      const venue = prices.marketOf(marketTag)?.venue;
      if (venue === undefined || venue.tiers === null) return null;
      const funding = [];
      let atMs = Math.ceil(fromMs / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS;
      for (; atMs < toMs; atMs += FUNDING_INTERVAL_MS) {
        const rate = prices.fundingRateAt(marketTag, atMs);
        if (rate !== null) funding.push({ atMs, rate });
      }
      const { tiers, liquidationFeePercent } = venue;
      return { tiers, liquidationFeePercent, funding };
    },
  };
}
