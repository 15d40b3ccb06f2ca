// Thousands of orders under faults and kills: none lost, none doubled, none with other figures.

import test from 'node:test';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { systemDigest } from '#adapters/system/system-ports.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { compareOrders } from './compare-orders.ts';
import { runCampaign } from './service-campaign.ts';
import type { CampaignSettings } from './service-campaign.ts';
import { ALL_VENUES, VENUE_CODES } from '../loopback/skins/all-venues.ts';
import type { VenueCode } from '../loopback/skins/all-venues.ts';

const ATTEMPTS_MAX = 16;

const BINANCE = { code: 'binance', kind: 'spot' } as const;

/** Every exchange, and each kind of market that it has. */
const MARKETS = VENUE_CODES.flatMap((code) =>
  (['spot', 'linear'] as const)
    .filter((kind) => ALL_VENUES[code].markets.some((market) => market.kind === kind))
    .map((kind) => ({ code, kind })),
);
/** How many lives, and how many orders it has to come to. */
const LENGTHS = { spot: [60, 50], linear: [30, 25] } as const;
const ORDERS_MIN: Partial<Record<VenueCode, number>> = { binance: 1_000 };

for (const market of MARKETS)
  test(`orders agree with ${market.code} (${market.kind}) after faults and kills`, async (t) => {
    const [rounds, few] = LENGTHS[market.kind];
    const ordersMin = ORDERS_MIN[market.code] ?? few;
    const settings = { seed: 1, market, rounds, accounts: 20, rules: [] };
    const compared = await compareCampaign(t, settings);
    assert(compared >= ordersMin, `${compared} orders`);
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

/** How many orders of the venue were compared, each of them as it should be. */
async function compareCampaign(t: TestContext, settings: CampaignSettings): Promise<number> {
  const { orders, truths, acknowledged, faults, kills } = await runCampaign(settings);
  const requests = new Map<string, string>();
  for (let count = 1; count <= orders.length * 2; count += 1) {
    const request = `campaign ${settings.seed} ${count}`;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      requests.set(orderIdentity(systemDigest, request, attempt).clientOrderId, request);
    }
  }
  const comparison = compareOrders(orders, truths, (name) => requests.get(name) ?? name);
  const { lost, doubled, invented, different, compared } = comparison;
  t.diagnostic(JSON.stringify({ compared, acknowledged: acknowledged.size, kills, faults }));
  const none = { lost: [], doubled: [], invented: [], different: [] };
  assert.deepEqual({ lost, doubled, invented, different }, none);
  return compared;
}
