// Coinbase, spot, at the loopback venue. It counts by endpoint and key, in its skin.

import { generateKeyPairSync } from 'node:crypto';

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createCoinbaseSkin } from '#loopback/skins/coinbase/coinbase-skin.ts';
import { COINBASE_SPELLINGS } from '#loopback/skins/coinbase/coinbase-spellings.ts';

/** From the acknowledgement to the engine. */
const ENGINE_DELAY_MS = 10;

export const COINBASE_VENUE: LoopbackVenue = {
  rules: {
    code: 'coinbase',
    // The skin responds with the order that has the name.
    names: 'unique_ever',
    postOnly: 'refused',
    feesIn: 'quote',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: false,
    newSecret: () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        type: 'sec1',
        format: 'pem',
      }),
    orderIdOf: (id) => `554c0a44-e8f6-45a0-9df4-${String(id).padStart(12, '0')}`,
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.0000001', '3400', '3400', '1']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.000001', '46000', '46000', '1']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.001', '9000', '9000', '1']),
  ],
  limit: { windowMs: 1_000, max: 0 },
  tooManyBy: 'account',
  // Not ahead at all, beside what clients allow for by themselves.
  timeStampAheadMsMax: 10_000,
  spellings: COINBASE_SPELLINGS,
  paths: /^\/api\/v3\/brokerage\//,
  createSkin: (exchange, { accounts }) => createCoinbaseSkin(exchange, accounts),
};
