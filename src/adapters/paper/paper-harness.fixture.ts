// Paper accounts on the prices of another exchange, as tests work with them: the markets of the
// simulated exchange stand for those of a real one, of which only what a real one tells is known.

import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimHarness, SimTimes } from '#adapters/sim/sim-harness.fixture.ts';
import { HARNESS_PRICES, makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import { makePaperPrices } from '#adapters/paper/paper-prices.ts';
import { requestedMarketData } from '#adapters/paper/requested-market-data.ts';

const PAPER_START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);

export type PaperHarness = SimHarness & {
  readonly prices: SimPrices;
  /** What was requested of the other exchange. */
  readonly requested: string[];
};

/** `dataOf`: another source of prices than the usual one. */
export async function paperHarness(
  dataOf?: (nowMs: () => number) => MarketData,
  store: SimStore = makeMemorySimStore(),
  times: Partial<SimTimes> = {},
): Promise<PaperHarness> {
  const startMs = times.startMs ?? PAPER_START_MS;
  let harness: SimHarness | null = null;
  const nowMs = (): number => harness?.nowMs() ?? startMs;
  const real = realExchange({ nowMs });
  const requested: string[] = [];
  const data = dataOf?.(nowMs) ?? noted(requestedMarketData(real, { nowMs }), requested);
  const nothing: SimPrices = { ...HARNESS_PRICES, marketOf: () => null };
  const prices = makePaperPrices(nothing, [data], { nowMs });
  harness = await makeSimHarness(store, { ...times, prices, startMs });
  const exchange: Exchange = {
    ...harness.exchange,
    fetchCandles: (marketTag, fromMs, toMs) => real.fetchCandles(marketTag, fromMs, toMs),
  };
  return { ...harness, exchange, prices, requested };
}

function realExchange(clock: { nowMs(): number }): Exchange {
  const store = makeMemorySimStore();
  const prices = HARNESS_PRICES;
  const api = makeAccountUpdater({ store, prices, clock });
  return makeSimExchange({ store, api, prices, clock, nextFillShare: () => null });
}

function noted(data: MarketData, requested: string[]): MarketData {
  return {
    ...data,
    fetchPrice(marketTag) {
      requested.push(`price ${marketTag}`);
      return data.fetchPrice(marketTag);
    },
    fetchMinutes(marketTag, fromMs, toMs) {
      requested.push(`minutes ${marketTag}`);
      return data.fetchMinutes(marketTag, fromMs, toMs);
    },
  };
}
