// Binance spot at the loopback venue.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createBinanceSkin } from '#loopback/skins/binance/binance-skin.ts';
import { BINANCE_SPELLINGS } from '#loopback/skins/binance/binance-spellings.ts';

/** Markets of years have so many. */
const ID_BASE = 48_123_456_000;

export const BINANCE_VENUE: LoopbackVenue = {
  rules: {
    code: 'binance',
    names: 'unique_open',
    postOnly: 'refused',
    engineDelayMs: 0,
    hasPassphrases: false,
    orderIdOf: (id) => String(ID_BASE + id),
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.01', '0.00001', '0.00001', '9000', '120', '5']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.0001', '0.0001', '9000', '2000', '5']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.001', '0.001', '900000', '9000', '5']),
  ],
  limit: { windowMs: 60_000, max: 6_000 },
  tooManyBy: 'address',
  timeStampAheadMsMax: 1_000,
  spellings: BINANCE_SPELLINGS,
  paths: /^\/(?:(?:api|ws)(?!\/v5\/)|sapi|ws-api|stream)(?:\/|$)/,
  createSkin: (exchange, { counter }) => createBinanceSkin(exchange, counter),
};
