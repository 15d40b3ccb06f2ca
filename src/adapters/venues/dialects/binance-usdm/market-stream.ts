// The stream of candles of Binance USD-M futures.

import { binanceMarketStream } from '#adapters/venues/dialects/binance/market-stream.ts';

/**
 * The venue sends candles at the address for markets alone. Its documentation allowed 200 streams
 * to a connection before it allowed 1,024; a connection that sends more than ten frames a second
 * is ended.
 */
export const USDM_MARKET_STREAM = binanceMarketStream({
  address: 'wss://fstream.binance.com/market/stream',
  marketsMax: 200,
  framesPerSecondMax: 5,
});
