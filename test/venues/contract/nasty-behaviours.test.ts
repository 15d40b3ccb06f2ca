// Every nasty behaviour bites, and a short campaign under all of them ends with the venue's orders.

import test from 'node:test';
import assert from 'node:assert/strict';

import { compareCampaign } from '../campaign/compare-campaign.ts';
import type { CampaignRequest, NastyBehaviour, Reply } from '../campaign/nasty-behaviours.ts';
import { NASTY_BEHAVIOURS, NASTY_NAMES } from '../campaign/nasty-behaviours.ts';
import { createChance } from '#loopback/seeded-chance.ts';

const ROWS = [
  '{"orderId":"11","clientOrderId":"one","price":"1.50","qty":"0.0001","time":1}',
  '{"orderId":"12","clientOrderId":"two","price":"2.50","qty":"0.0002","time":2}',
];
const REPLY: Reply = { status: 200, headers: {}, body: Buffer.from(`[${ROWS.join(',')}]`) };
const BEFORE: Reply = { status: 200, headers: {}, body: Buffer.from('{"orderId":"9"}') };
const ASKED: CampaignRequest = {
  method: 'POST',
  path: '/api/v3/order',
  isOrder: true,
  isReference: false,
  before: BEFORE,
};

const FRAME = '{"e":"executionReport","c":"one"}';

for (const name of NASTY_NAMES)
  test(`nasty behaviour "${name}" changes a reply or a frame`, () => {
    const behaviour: NastyBehaviour = NASTY_BEHAVIOURS[name];
    const chance = createChance(1);
    const { instead, change, heldMsMax, frames } = behaviour;
    if (frames !== undefined) {
      const sent = frames(FRAME, 0, chance);
      assert.notDeepEqual(sent ?? [{ text: FRAME, afterMs: 0 }], [{ text: FRAME, afterMs: 0 }]);
    } else if (heldMsMax !== undefined) assert(heldMsMax > 0);
    else {
      const made = instead?.(ASKED, chance) ?? change?.(REPLY, ASKED, chance);
      assert(made !== null && made !== undefined);
      assert.notDeepEqual(made, REPLY);
    }
  });

test('orders agree with the venue after a short life under nasty behaviours', async (t) => {
  const market = { code: 'binance', kind: 'spot' } as const;
  const of = { seed: 3, market, rounds: 1, accounts: 4, rules: [], faultShare: 0.05 };
  assert((await compareCampaign(t, { ...of, nasty: NASTY_NAMES })) > 0);
});
