// A campaign through the services, and the comparison of its orders with the venue's.

import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { systemDigest } from '#adapters/system/system-ports.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { compareOrders } from './compare-orders.ts';
import { runCampaign } from './service-campaign.ts';
import type { CampaignSettings } from './service-campaign.ts';

const ATTEMPTS_MAX = 16;

/** How many orders of the venue were compared, each of them as it should be. */
export async function compareCampaign(t: TestContext, settings: CampaignSettings): Promise<number> {
  const { orders, truths, acknowledged, faults, met, kills } = await runCampaign(settings);
  const requests = new Map<string, string>();
  for (let count = 1; count <= orders.length * 2; count += 1) {
    const request = `campaign ${settings.seed} ${count}`;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      requests.set(orderIdentity(systemDigest, request, attempt).clientOrderId, request);
    }
  }
  const comparison = compareOrders(orders, truths, (name) => requests.get(name) ?? name);
  const { lost, doubled, invented, different, compared } = comparison;
  t.diagnostic(JSON.stringify({ compared, acknowledged: acknowledged.size, kills, faults, met }));
  const none = { lost: [], doubled: [], invented: [], different: [] };
  assert.deepEqual({ lost, doubled, invented, different }, none);
  return compared;
}
