// Some hundred orders at spot markets with the real processes, one kill of each of them, and a
// frozen one; `npm run test:venues` has ten thousand.

import { test } from 'node:test';
import { assertCampaign } from '../../venues/campaign/processes/assert-campaign.ts';
import { SHORT_CAMPAIGN } from '../../venues/campaign/processes/short-campaign.ts';

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';

test('orders agree with the venue after a kill of each process', { skip }, async (t) => {
  await assertCampaign(t, { ...SHORT_CAMPAIGN, code: 'binance', kind: 'spot', ordersMin: 200 });
});
