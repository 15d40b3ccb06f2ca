// Prices and minutes of a real exchange, for what is simulated on them. A live feed may stand
// behind it, or requests to the exchange.

import type { Decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';

export type MinutesKnown = {
  /** What was traded before this instant nobody knows any more; left out: all is known. */
  readonly knownFromMs?: number;
  /** Oldest first; minutes without a trade may be missing. */
  readonly candles: readonly Candle[];
  /** Minutes of the window before this instant will not change any more. */
  readonly untilMs: number;
};

export type MarketData = {
  /** The exchange's code. */
  readonly code: string;
  /** Throws Failure, as the others do. */
  listMarkets(): Promise<readonly Market[]>;
  /** The last price. */
  fetchPrice(marketTag: MarketTag): Promise<Decimal>;
  /** The best bid and ask; null: the exchange tells none. */
  fetchBestPrices(marketTag: MarketTag): Promise<BestPrices | null>;
  /** Minutes with `fromMs <= openTimeMs < toMs`. */
  fetchMinutes(marketTag: MarketTag, fromMs: number, toMs: number): Promise<MinutesKnown>;
  /** Rates that were due with `fromMs <= atMs < toMs`, as far as they are listed; none on spot. */
  fetchFundingRates(
    marketTag: MarketTag,
    fromMs: number,
    toMs: number,
  ): Promise<readonly FundingRate[]>;
};
