// The simulated exchange's minutes, each window computed once in a process: tests that run over the
// same prices ask for the same minutes again and again.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { CandleSource } from '#ports/world/history.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';

const sources = new WeakMap<SimPrices, CandleSource>();

/** The same prices have the same source. Whoever reads its columns changes nothing in them. */
export function rememberedCandles(prices: SimPrices): CandleSource {
  const found = sources.get(prices) ?? remembering(makeSimCandleSource(prices));
  sources.set(prices, found);
  return found;
}

function remembering(source: CandleSource): CandleSource {
  const known = new Map<string, CandleColumns | null>();
  return {
    ...source,
    async computeCandles(marketTag, window, memory) {
      const key = `${marketTag} ${window.fromMs} ${window.toMs} ${memory}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const computed = await source.computeCandles(marketTag, window, memory);
      known.set(key, computed);
      return computed;
    },
  };
}
