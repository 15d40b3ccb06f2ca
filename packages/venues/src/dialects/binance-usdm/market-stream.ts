// The streams of candles and best prices of Binance USD-M futures.

import {
  binanceMarketStream,
  binanceBestPriceStream,
} from '#venues/dialects/binance/market-stream.ts';

/**
 * The documentation allowed 200 streams to a connection before it allowed 1,024; a connection that
 * sends more than ten frames a second is ended.
 */
const LIMITS = { marketsMax: 200, framesPerSecondMax: 5 };

/** The venue sends candles at one address alone, and what the book shows at another. */
export const USDM_MARKET_STREAM = binanceMarketStream({
  address: 'wss://fstream.binance.com/market/stream',
  ...LIMITS,
});
export const USDM_BEST_PRICE_STREAM = binanceBestPriceStream({
  address: 'wss://fstream.binance.com/public/stream',
  ...LIMITS,
});
