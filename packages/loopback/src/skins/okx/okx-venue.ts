// OKX at the loopback venue: spot, and linear perpetual swaps. It counts each endpoint by itself,
// in its skin.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { okxAlgoIdOf } from '#loopback/skins/okx/okx-algo.ts';
import { createOkxSkin } from '#loopback/skins/okx/okx-skin.ts';
import { OKX_SPELLINGS } from '#loopback/skins/okx/okx-spellings.ts';

/** From the acknowledgement to the engine. */
const ENGINE_DELAY_MS = 10;
const ID_BASE = 1_321_003_749_386_327_552n;

export const OKX_VENUE: LoopbackVenue = {
  rules: {
    code: 'okx',
    names: 'unique_open',
    postOnly: 'cancelled',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: true,
    orderIdOf: (id) => String(ID_BASE + BigInt(id)),
    waitingIdOf: okxAlgoIdOf,
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.0000001', '0.00001', '9999', '100', '0']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.000001', '0.001', '99999', '1000', '0']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.000001', '0.001', '99999', '1000', '0']),
    marketTerms(
      ['linear', 'BTC', 'USDT', '0.1', '0.01', '0.01', '100000000', '12000', '0'],
      '0.01',
    ),
    marketTerms(
      ['linear', 'ETH', 'USDT', '0.01', '0.01', '0.01', '100000000', '20000', '0'],
      '0.1',
    ),
  ],
  limit: { windowMs: 2_000, max: 0 },
  tooManyBy: 'account',
  timeStampAheadMsMax: 30_000,
  spellings: OKX_SPELLINGS,
  paths: /^\/(?:api|ws)\/v5\//,
  createSkin: (exchange, { accounts }) => createOkxSkin(exchange, accounts),
};
