// Thousands of orders under faults and kills: none lost, none doubled, none with other figures.

import test from 'node:test';
import assert from 'node:assert/strict';

import { systemDigest } from '#adapters/system/system-ports.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { compareOrders } from './compare-orders.ts';
import { runCampaign } from './service-campaign.ts';

const SETTINGS = {
  seed: Number(process.env['CAMPAIGN_SEED'] ?? 1),
  rounds: 60,
  accounts: 20,
  rules: [],
};
const ATTEMPTS_MAX = 16;
const ORDERS_MIN = 1_000;

test('orders through the services agree with the venue after faults and kills', async (t) => {
  const { orders, truths, acknowledged, faults, kills } = await runCampaign(SETTINGS);
  const requests = new Map<string, string>();
  for (let count = 1; count <= orders.length * 2; count += 1) {
    const request = `campaign ${SETTINGS.seed} ${count}`;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      requests.set(orderIdentity(systemDigest, request, attempt).clientOrderId, request);
    }
  }
  const comparison = compareOrders(orders, truths, (name) => requests.get(name) ?? name);
  const { lost, doubled, invented, different, compared } = comparison;
  t.diagnostic(JSON.stringify({ compared, acknowledged: acknowledged.size, kills, faults }));
  assert.deepEqual(
    { lost, doubled, invented, different },
    {
      lost: [],
      doubled: [],
      invented: [],
      different: [],
    },
  );
  assert(compared >= ORDERS_MIN, `${compared} orders`);
});
