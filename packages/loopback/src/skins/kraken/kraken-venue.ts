// Kraken spot at the loopback venue. It counts by key, in its skin.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createKrakenSkin } from '#loopback/skins/kraken/kraken-skin.ts';
import { KRAKEN_SPELLINGS } from '#loopback/skins/kraken/kraken-spellings.ts';

/** From the acknowledgement to the engine. */
const ENGINE_DELAY_MS = 10;

export const KRAKEN_VENUE: LoopbackVenue = {
  rules: {
    code: 'kraken',
    names: 'unique_open',
    postOnly: 'cancelled',
    feesIn: 'quote',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: false,
    orderIdOf: (id) => `OAAAAA-AAAAA-${String(id).padStart(6, '0')}`,
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.00005', '9999', '9999', '0.5']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.001', '99999', '99999', '0.5']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.005', '99999', '99999', '0.5']),
  ],
  limit: { windowMs: 60_000, max: 0 },
  tooManyBy: 'account',
  timeStampAheadMsMax: null,
  spellings: KRAKEN_SPELLINGS,
  paths: /^\/(?:0\/|v2$)/,
  createSkin: (exchange, { accounts }) => createKrakenSkin(exchange, accounts),
};
