// Bybit at the loopback venue: spot and linear perpetuals.

import { randomUUID } from 'node:crypto';

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createBybitSkin } from '#loopback/skins/bybit/bybit-skin.ts';
import { BYBIT_SPELLINGS } from '#loopback/skins/bybit/bybit-spellings.ts';

/** From the acknowledgement to the engine. */
const ENGINE_DELAY_MS = 10;
const SPOT_ID_BASE = 1_321_003_749_386_327_552n;

export const BYBIT_VENUE: LoopbackVenue = {
  rules: {
    code: 'bybit',
    names: 'unique_ever',
    postOnly: 'cancelled',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: false,
    orderIdOf: (id, kind) => (kind === 'spot' ? String(SPOT_ID_BASE + BigInt(id)) : randomUUID()),
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.000001', '0.000011', '83', '41.5', '5']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.00001', '0.00045', '1229', '614', '5']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.0001', '0.0016', '4200', '2100', '5']),
    marketTerms(['linear', 'BTC', 'USDT', '0.1', '0.001', '0.001', '1190', '500', '5']),
    marketTerms(['linear', 'ETH', 'USDT', '0.01', '0.01', '0.01', '7240', '1500', '5']),
  ],
  limit: { windowMs: 5_000, max: 600 },
  tooManyBy: 'account',
  timeStampAheadMsMax: 1_000,
  spellings: BYBIT_SPELLINGS,
  paths: /^\/v5\//,
  createSkin: (exchange, { counter, accounts }) => createBybitSkin(exchange, counter, accounts),
};
