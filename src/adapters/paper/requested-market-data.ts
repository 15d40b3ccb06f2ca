// Market data by requests to the exchange: the last price, and its own candles as they close.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import type { MarketData } from '#ports/exchange/market-data.ts';
import type { Clock } from '#ports/world/clock.ts';

/**
 * An exchange may show the last minutes late: those without a candle may still get one, until they
 * are old enough.
 */
export function requestedMarketData(
  exchange: Pick<
    Exchange,
    'code' | 'listMarkets' | 'fetchPrice' | 'fetchCandles' | 'fetchFundingRates'
  >,
  clock: Clock,
): MarketData {
  return {
    code: exchange.code,
    listMarkets: () => exchange.listMarkets(),
    fetchPrice: async (marketTag) => (await exchange.fetchPrice(marketTag)).price,
    fetchFundingRates: (marketTag, fromMs, toMs) =>
      exchange.fetchFundingRates(marketTag, fromMs, toMs),
    async fetchMinutes(marketTag, fromMs, toMs) {
      const candles = await exchange.fetchCandles(marketTag, fromMs, toMs);
      const last = candles.at(-1);
      const shownMs = last === undefined ? fromMs : last.openTimeMs + MINUTE_MS;
      const settledMs = Math.min(toMs, clock.nowMs() - LIMITS.historySettleMs);
      return { candles, untilMs: Math.max(shownMs, settledMs - (settledMs % MINUTE_MS)) };
    },
  };
}
