// Bitget, spot of classic accounts, at the loopback venue. It counts each endpoint by itself, in
// its skin.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createBitgetSkin } from '#loopback/skins/bitget/bitget-skin.ts';
import { BITGET_SPELLINGS } from '#loopback/skins/bitget/bitget-spellings.ts';

const ID_BASE = 1_171_779_081_105_780_000n;
/** From the reply to the engine. */
const ENGINE_DELAY_MS = 10;

export const BITGET_VENUE: LoopbackVenue = {
  rules: {
    code: 'bitget',
    names: 'unique_open',
    // The documentation does not say what becomes of one; its users see it cancelled.
    postOnly: 'cancelled',
    engineDelayMs: ENGINE_DELAY_MS,
    hasPassphrases: true,
    orderIdOf: (id) => String(ID_BASE + BigInt(id)),
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.01', '0.000001', '0', '90000000', '90000000', '1']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.0001', '0', '90000000', '90000000', '1']),
    marketTerms(['spot', 'BNB', 'USDT', '0.01', '0.0001', '0', '90000000', '90000000', '1']),
  ],
  limit: { windowMs: 1_000, max: 0 },
  tooManyBy: 'account',
  timeStampAheadMsMax: 30_000,
  spellings: BITGET_SPELLINGS,
  paths: /^\/(?:api\/v2\/(?:spot|public)\/|v2\/ws\/)/,
  createSkin: (exchange, { accounts }) => createBitgetSkin(exchange, accounts),
};
