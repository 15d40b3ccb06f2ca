// An installation with history, for tests: the simulated exchange, one imported market of five
// minutes, and an exchange that has candles to fetch.

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import { columnsFromCandles, daysOf } from '#domain/candle/columns-from-candles.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market } from '#venue-port/market/market.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { makeArchiveExchange } from '#adapters/archive/archive-exchange.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export const HARNESS_NOW_MS = Date.UTC(2025, 2, 3, 10, 30, 20);
export const ARCHIVE_TAG = 'ARCHIVE_BTC_USDT';
export const STILL_TAG = 'STILL_ETH_USDT';
/** The second of these minutes is missing. */
export const IMPORTED = {
  fromMs: Date.UTC(2024, 0, 1),
  toMs: Date.UTC(2024, 0, 1) + 5 * MINUTE_MS,
};

export type HistoryHarness = {
  readonly deps: HistoryDeps;
  readonly setNowMs: (nowMs: number) => void;
  /** Windows that were requested of the third exchange. */
  readonly requested: { readonly fromMs: number; readonly toMs: number }[];
  /** Minutes that it has no candle for. */
  readonly missing: Set<number>;
  /** While set, it does not respond. */
  readonly isBroken: { now: boolean };
};

export async function historyHarness(): Promise<HistoryHarness> {
  let nowMs = HARNESS_NOW_MS;
  const clock = { nowMs: () => nowMs };
  const wallets = makeMemorySimStore();
  const history = memoryHistoryStore();
  const { sim } = await makeSimHarness(wallets);
  const requested: { fromMs: number; toMs: number }[] = [];
  const missing = new Set<number>();
  const isBroken = { now: false };
  const archive = makeArchiveExchange({ history, wallets, clock });
  const market = {
    ...spotMarket({}, { marketTag: ARCHIVE_TAG, exchange: archive.code }),
    isOpen: false,
  };
  const candles = [0, 2, 3, 4].map((row) => candleAt(IMPORTED.fromMs + row * MINUTE_MS));
  const written = await history.writeHistory({
    marketTag: ARCHIVE_TAG,
    steps: { priceStep: market.priceStep, amountStep: market.amountStep },
    candleMinutes: 1,
    days: daysOf(columnsFromCandles(candles, IMPORTED.fromMs, IMPORTED.toMs)),
    covered: IMPORTED,
    onDifference: 'refuse',
    market,
  });
  assert(written.ok, 'an empty store takes the import');
  const still: Exchange = {
    ...archive,
    code: 'still',
    listMarkets: async () => STILL_MARKETS,
    async fetchCandles(_tag, fromMs, toMs) {
      if (isBroken.now) throw new Failure('timeout', 'it is gone');
      requested.push({ fromMs, toMs });
      const endMs = Math.min(toMs, minuteStartMs(nowMs));
      const found: Candle[] = [];
      for (let openMs = fromMs; openMs < endMs; openMs += MINUTE_MS)
        if (!missing.has(openMs)) found.push(candleAt(openMs));
      return found;
    },
  };
  return {
    deps: {
      exchanges: exchangeRegistry([sim, archive, still]),
      history,
      candleSources: [rememberedCandles(HARNESS_PRICES)],
      archiveCode: archive.code,
      clock,
    },
    setNowMs: (instantMs) => void (nowMs = instantMs),
    requested,
    missing,
    isBroken,
  };
}

const STILL_MARKETS: readonly Market[] = [
  {
    ...spotMarket({}, { marketTag: STILL_TAG, exchange: 'still', base: 'ETH' }),
    minOrderValue: decimal('5'),
  },
];

/** A candle that says which minute it is. */
function candleAt(openTimeMs: number): Candle {
  const open = BigInt((openTimeMs / MINUTE_MS) % 1_000) + 1_000n;
  return { openTimeMs, open, high: open + 5n, low: open - 5n, close: open + 1n, volume: 10n };
}
