// The stream of candles of Binance spot.

import { binanceMarketStream } from '#adapters/venues/dialects/binance/market-stream.ts';

/** Limits of the documentation; a connection that sends more than five frames a second is ended. */
export const SPOT_MARKET_STREAM = binanceMarketStream({
  address: 'wss://stream.binance.com/stream',
  marketsMax: 1_024,
  framesPerSecondMax: 3,
});
