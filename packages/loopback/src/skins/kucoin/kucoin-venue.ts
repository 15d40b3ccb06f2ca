// KuCoin spot at the loopback venue. Public calls are counted by address, others by account, in its
// skin.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createKucoinSkin } from '#loopback/skins/kucoin/kucoin-skin.ts';
import { KUCOIN_SPELLINGS } from '#loopback/skins/kucoin/kucoin-spellings.ts';

/** From the acknowledgement to the engine. */
const ENGINE_DELAY_MS = 10;
const DIGITS = 8;

export const KUCOIN_VENUE: LoopbackVenue = {
  rules: {
    code: 'kucoin',
    names: 'unique_open',
    postOnly: 'cancelled',
    feesIn: 'quote',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: true,
    orderIdOf: (id) => `6717422bd51c2900${id.toString(16).padStart(DIGITS, '0')}`,
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.00001', '9999', '9999', '0.1']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.0001', '99999', '99999', '0.1']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.001', '99999', '99999', '0.1']),
  ],
  limit: { windowMs: 30_000, max: 2_000 },
  tooManyBy: 'account',
  timeStampAheadMsMax: 5_000,
  spellings: KUCOIN_SPELLINGS,
  paths: /^\/(?:api\/(?:v[12]|ua\/v1)\/|$)/,
  createSkin: (exchange, { counter, accounts }) => createKucoinSkin(exchange, counter, accounts),
};
