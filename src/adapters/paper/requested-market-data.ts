// Market data by requests to the exchange: the last price, and its own candles as they close.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { listedFromMs } from '#domain/candle/listed-from-ms.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import type { Clock } from '#venue-port/world/clock.ts';

/**
 * An exchange may show the last minutes late: those without a candle may still get one, until they
 * are old enough.
 */
export function requestedMarketData(
  exchange: Pick<
    Exchange,
    | 'code'
    | 'promises'
    | 'listMarkets'
    | 'fetchPrice'
    | 'fetchBestPrices'
    | 'fetchCandles'
    | 'fetchFundingRates'
  >,
  clock: Clock,
): MarketData {
  return {
    code: exchange.code,
    listMarkets: () => exchange.listMarkets(),
    fetchPrice: async (marketTag) => (await exchange.fetchPrice(marketTag)).price,
    fetchBestPrices: (marketTag) => exchange.fetchBestPrices(marketTag),
    fetchFundingRates: (marketTag, fromMs, toMs) =>
      exchange.fetchFundingRates(marketTag, fromMs, toMs),
    async fetchMinutes(marketTag, fromMs, toMs) {
      const { candlesReachMs = Infinity } = exchange.promises;
      const listedMs = listedFromMs(clock.nowMs(), candlesReachMs);
      const knownFromMs = Math.min(toMs, Math.max(fromMs, listedMs));
      const candles = await exchange.fetchCandles(marketTag, knownFromMs, toMs);
      const last = candles.at(-1);
      const shownMs = last === undefined ? knownFromMs : last.openTimeMs + MINUTE_MS;
      const settledMs = Math.min(toMs, clock.nowMs() - LIMITS.historySettleMs);
      const untilMs = Math.max(shownMs, settledMs - (settledMs % MINUTE_MS));
      return { candles, knownFromMs, untilMs };
    },
  };
}
