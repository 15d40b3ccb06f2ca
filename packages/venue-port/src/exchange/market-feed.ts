// Live minutes of the markets of real exchanges.

import type { Decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { ClosedMinutes } from '#venue-port/feed/market-minutes.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';

/** A candle as a venue's stream shows it. */
export type StreamedCandle = {
  readonly marketTag: MarketTag;
  readonly candle: Candle;
  /** The venue says that nothing will be added to it. */
  readonly isClosed: boolean;
  /** By the venue's clock. */
  readonly atMs: number;
};

/** A hint: frames may be missing, late, repeated, out of order or wrong. */
export type MarketStreamNews =
  /** `market`: as it is listed, in whose steps the candle is counted. */
  | { readonly kind: 'candle'; readonly streamed: StreamedCandle; readonly market: Market }
  /** The best bid and ask; null: one side is missing. */
  | {
      readonly kind: 'best_prices';
      readonly marketTag: MarketTag;
      readonly best: BestPrices | null;
    }
  /** From here on candles of these markets arrive, or do not any more. */
  | { readonly kind: 'connected'; readonly marketTags: readonly MarketTag[] }
  | { readonly kind: 'disconnected'; readonly marketTags: readonly MarketTag[] };

/**
 * Candles, or the best prices, of many markets of one venue, over as few connections as it allows.
 */
export type MarketStream = {
  /** Reconnects by itself, and reports both. A market that is not listed is passed over. */
  follow(marketTag: MarketTag): void;
  leave(marketTag: MarketTag): void;
  close(): void;
};

/** What a feed reports to whoever follows a market. */
export type FeedNews =
  /** All minutes before this instant are stored that are known at all. */
  | { readonly kind: 'known'; readonly untilMs: number }
  /** Nothing is reported until the next `known`. */
  | { readonly kind: 'lost' }
  /** These minutes have closed and are stored. They begin where those before them end. */
  | { readonly kind: 'minutes'; readonly closed: ClosedMinutes };

/** The minutes of markets as they close, stored before they are reported. */
export type MarketFeed = {
  /**
   * Follows a market until `signal` aborts, then resolves. The first who follows a market starts
   * its feed, and the last one ends it. Throws Failure when it cannot be followed.
   */
  follow(
    marketTag: MarketTag,
    onNews: (news: FeedNews) => void,
    signal: AbortSignal,
  ): Promise<void>;
};

/** The last price, and the candle of the minute that has not ended. */
export type LivePrice = {
  readonly price: Decimal;
  readonly atMs: number;
  /** Null: nothing is known of it. */
  readonly forming: Candle | null;
  /** Null: nobody has wanted it lately, or the venue does not stream it. */
  readonly best: BestPrices | null;
};
