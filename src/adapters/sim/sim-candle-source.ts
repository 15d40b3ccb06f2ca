// The simulated exchange's minutes for whoever reads history: they follow from the seed, so nothing
// is stored or fetched.

import { MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleSource } from '#ports/history.ts';
import { HISTORY_START_MS } from '#adapters/sim/price-path.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';

export function makeSimCandleSource(prices: SimPrices): CandleSource {
  return {
    code: 'sim',
    firstOpenMs: HISTORY_START_MS,
    computeCandles(marketTag, { fromMs, toMs }, memory) {
      const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, memory);
      return prices.fillCandles(marketTag, columns) ? columns : null;
    },
  };
}
