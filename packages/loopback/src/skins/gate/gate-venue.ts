// Gate, spot, at the loopback venue. It counts each endpoint by itself, in its skin.

import { marketTerms } from '#loopback/exchange/market.ts';
import type { LoopbackVenue } from '#loopback/skins/loopback-venue.ts';
import { createGateSkin } from '#loopback/skins/gate/gate-skin.ts';
import { GATE_SPELLINGS } from '#loopback/skins/gate/gate-spellings.ts';

const ID_BASE = 1_036_717_689_000n;

export const GATE_VENUE: LoopbackVenue = {
  rules: {
    code: 'gate',
    // The documentation does not say that a name is compared with others.
    names: 'free',
    postOnly: 'refused',
    // An order is confirmed with what became of it.
    engineDelayMs: 0,
    hasPassphrases: false,
    orderIdOf: (id) => String(ID_BASE + BigInt(id)),
  },
  markets: [
    marketTerms(['spot', 'BTC', 'USDT', '0.1', '0.000001', '0.000001', '1000', '1000', '3']),
    marketTerms(['spot', 'ETH', 'USDT', '0.01', '0.0001', '0.0001', '10000', '10000', '3']),
    marketTerms(['spot', 'BNB', 'USDT', '0.1', '0.001', '0.001', '9000', '9000', '3']),
  ],
  limit: { windowMs: 10_000, max: 0 },
  tooManyBy: 'account',
  timeStampAheadMsMax: 60_000,
  spellings: GATE_SPELLINGS,
  paths: /^\/(?:api|ws)\/v4\//,
  createSkin: (exchange, { accounts }) => createGateSkin(exchange, accounts),
};
