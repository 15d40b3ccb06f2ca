// Some hundred orders at futures markets with the real processes, one kill of each of them, and a
// frozen one; `npm run test:venues` has ten thousand.

import { test } from 'node:test';
import { assertCampaign } from '../../venues/campaign/processes/assert-campaign.ts';
import { SHORT_CAMPAIGN } from '../../venues/campaign/processes/short-campaign.ts';

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';

test('orders and positions of futures agree with the venue after them', { skip }, async (t) => {
  await assertCampaign(t, { ...SHORT_CAMPAIGN, code: 'bybit', kind: 'linear', ordersMin: 150 });
});
