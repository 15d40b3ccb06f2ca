// The streams of candles and best prices of Binance spot.

import {
  binanceMarketStream,
  binanceBestPriceStream,
} from '#venues/dialects/binance/market-stream.ts';

/** Limits of the documentation; a connection that sends more than five frames a second is ended. */
const TERMS = {
  address: 'wss://stream.binance.com/stream',
  marketsMax: 1_024,
  framesPerSecondMax: 3,
};

export const SPOT_MARKET_STREAM = binanceMarketStream(TERMS);
export const SPOT_BEST_PRICE_STREAM = binanceBestPriceStream(TERMS);
