// Thousands of orders under faults and kills: none lost, none doubled, none with other figures.

import test from 'node:test';
import assert from 'node:assert/strict';

import { ACCOUNT_MODES } from './account-modes.ts';
import { compareCampaign } from './compare-campaign.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';

const BINANCE = { code: 'binance', kind: 'spot' } as const;

/** Every exchange, and each kind of market that it has. */
const MARKETS = VENUE_CODES.flatMap((code) =>
  (['spot', 'linear'] as const)
    .filter((kind) => ALL_VENUES[code].markets.some((market) => market.kind === kind))
    .map((kind) => ({ code, kind })),
);
/** How many lives, and how many orders it has to come to. */
const LENGTHS = { spot: [60, 50], linear: [30, 25] } as const;
const LONGER: Partial<Record<VenueCode, readonly [lives: number, ordersMin: number]>> = {
  // Half of what is requested are stops, of which it takes five, and refuses the others.
  binance: [120, 450],
  // Of its stops it refuses those whose limit is before the price that they wait for.
  coinbase: [120, 50],
  // Each is looked up once it is acknowledged.
  okx: [80, 50],
};

for (const market of MARKETS)
  test(`orders agree with ${market.code} (${market.kind}) after faults and kills`, async (t) => {
    const [rounds, ordersMin] = LONGER[market.code] ?? LENGTHS[market.kind];
    const settings = { seed: 1, market, rounds, accounts: 20, rules: [] };
    const compared = await compareCampaign(t, settings);
    assert(compared >= ordersMin, `${compared} orders`);
  });

for (const market of ACCOUNT_MODES)
  test(`orders agree with ${market.code} (${market.kind}) in mode "${market.mode}"`, async (t) => {
    const [rounds, ordersMin] = LENGTHS[market.kind];
    const settings = { seed: 7, market, rounds, accounts: 20, rules: [] };
    assert((await compareCampaign(t, settings)) >= ordersMin);
  });

const HIDDEN = { kind: 'hidden', operations: ['place'], times: null };

// Whoever takes over from a killed process finds nothing, and must not send again.
for (const market of MARKETS.filter(({ code }, index) => MARKETS[index - 1]?.code !== code))
  test(`orders agree with ${market.code} when it hides half of them for a while`, async (t) => {
    const rules = [{ ...HIDDEN, probability: 0.5, delayMs: 4_500 }];
    const settings = { seed: 4, market, rounds: 25, accounts: 20, rules };
    assert((await compareCampaign(t, settings)) > 0);
  });

test('orders agree with the venue when it hides some for longer than it promises', async (t) => {
  const rules = [{ ...HIDDEN, probability: 0.05, delayMs: 90_000 }];
  assert(
    (await compareCampaign(t, { seed: 2, market: BINANCE, rounds: 20, accounts: 20, rules })) > 0,
  );
});
