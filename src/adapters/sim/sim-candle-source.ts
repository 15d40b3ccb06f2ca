// The simulated exchange's minutes for whoever reads history: they follow from the seed, so nothing
// is stored or fetched.

import { setImmediate as yieldThread } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import type { CandleSource } from '#ports/world/history.ts';
import { HISTORY_START_MS } from '#adapters/sim/price-path.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';

/** Some tens of milliseconds of work. */
const PART_ROWS = 50_000;

/**
 * Source of simulated minutes; it yields the thread between parts, and gives null for unknown
 * markets.
 */
export function makeSimCandleSource(prices: SimPrices): CandleSource {
  return {
    code: 'sim',
    firstOpenMs: HISTORY_START_MS,
    async computeCandles(marketTag, { fromMs, toMs }, memory) {
      const columns = allocateColumns(fromMs, (toMs - fromMs) / MINUTE_MS, memory);
      const { rowCount } = columns;
      for (let from = 0; from < rowCount; from += PART_ROWS) {
        if (from > 0) await yieldThread();
        const part = sliceColumns(columns, from, Math.min(from + PART_ROWS, rowCount));
        if (!prices.fillCandles(marketTag, part)) return null;
      }
      return columns;
    },
  };
}
