// Binance USD-M futures at the loopback venue.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createBinanceUsdmSkin } from '#loopback/skins/binance-usdm/binance-usdm-skin.ts';
import { algoIdOf } from '#loopback/skins/binance-usdm/usdm-algo.ts';
import { BINANCE_USDM_SPELLINGS } from '#loopback/skins/binance-usdm/binance-usdm-spellings.ts';

/** A number above 2^53, as those of orders on ETHUSDT and some other markets are. */
const ID_BASE = 8_389_765_998_331_620_000n;

export const BINANCE_USDM_VENUE: LoopbackVenue = {
  rules: {
    code: 'binanceusdm',
    names: 'unique_open',
    postOnly: 'refused',
    engineDelayMs: 0,
    hasPassphrases: false,
    orderIdOf: (id) => String(ID_BASE + BigInt(id)),
    waitingIdOf: algoIdOf,
  },
  markets: [
    marketTerms(['linear', 'BTC', 'USDT', '0.1', '0.001', '0.001', '1000', '120', '100']),
    marketTerms(['linear', 'ETH', 'USDT', '0.01', '0.001', '0.001', '10000', '2000', '20']),
  ],
  limit: { windowMs: 60_000, max: 2_400 },
  tooManyBy: 'address',
  timeStampAheadMsMax: 1_000,
  spellings: BINANCE_USDM_SPELLINGS,
  paths: /^\/(?:fapi|private|market)\//,
  createSkin: (exchange, { counter }) => createBinanceUsdmSkin(exchange, counter),
};
