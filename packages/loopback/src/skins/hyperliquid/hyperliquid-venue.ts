// Hyperliquid perpetuals at the loopback venue. Prices have five digits, which the steps of these
// markets are as fine as.

import { randomBytes } from 'node:crypto';

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createHyperliquidSkin } from '#loopback/skins/hyperliquid/hyperliquid-skin.ts';
import { HYPERLIQUID_SPELLINGS } from '#loopback/skins/hyperliquid/hyperliquid-spellings.ts';

const ID_BASE = 257_770_947_000;

export const HYPERLIQUID_VENUE: LoopbackVenue = {
  rules: {
    code: 'hyperliquid',
    names: 'free',
    postOnly: 'refused',
    engineDelayMs: 0,
    hasPassphrases: false,
    orderIdOf: (id) => String(ID_BASE + id),
    // The address of the account; what signs is another wallet.
    newKey: () => `0x${randomBytes(20).toString('hex')}`,
  },
  markets: [
    marketTerms(['linear', 'BTC', 'USDC', '1', '0.00001', '0.00001', '9999', '9999', '10']),
    marketTerms(['linear', 'ETH', 'USDC', '0.1', '0.0001', '0.0001', '99999', '99999', '10']),
  ],
  limit: { windowMs: 60_000, max: 1_200 },
  tooManyBy: 'account',
  timeStampAheadMsMax: null,
  spellings: HYPERLIQUID_SPELLINGS,
  paths: /^\/(?:info|exchange|ws)$/,
  createSkin: (exchange, { counter }) => createHyperliquidSkin(exchange, counter),
};
