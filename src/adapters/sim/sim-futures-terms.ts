// The simulated exchange's terms of futures: the very ones by which its accounts are settled.

import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { FUNDING_INTERVAL_MS } from '#adapters/sim/sim-prices.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';

import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';

export function makeSimFuturesTerms(prices: SimPrices): FuturesTermsSource {
  return {
    code: 'sim',
    findTerms({ marketTag }, { fromMs, toMs }) {
      const venue = SIM_MARKETS.get(marketTag)?.venue;
      if (venue === undefined || venue.tiers === null) return null;
      const funding = [];
      let atMs = Math.ceil(fromMs / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS;
      for (; atMs < toMs; atMs += FUNDING_INTERVAL_MS) {
        funding.push({ atMs, rate: prices.fundingRateAt(marketTag, atMs) });
      }
      const { tiers, liquidationFeePercent } = venue;
      return { tiers, liquidationFeePercent, funding };
    },
  };
}
