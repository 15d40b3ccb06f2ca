// Some hundred orders with the real processes, one kill of each of them, and a frozen one, at spot
// and at futures markets; `npm run test:venues` has ten thousand.

import { test } from 'node:test';
import { assertCampaign } from '../../venues/campaign/processes/assert-campaign.ts';
import type { CampaignSettings } from '../../venues/campaign/processes/process-campaign.ts';

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';

const SHORT: Omit<CampaignSettings, 'code' | 'kind' | 'ordersMin'> = {
  seed: 1,
  hasSpareVenues: false,
  users: 2,
  accountsPerUser: 3,
  endUsers: 3,
  scriptedBots: 2,
  tradedSecondsMax: 600,
  disturbances: [
    'api killed before the link',
    'bots killed before the link',
    'venues killed between write and response',
    'venues frozen between sign and write',
    'database killed at any instant',
  ],
  isRepeated: false,
  calmMsMax: 4_000,
  faultShare: 0.2,
  shownMax: 200,
};

test('orders agree with the venue after a kill of each process', { skip }, async (t) => {
  await assertCampaign(t, { ...SHORT, code: 'binance', kind: 'spot', ordersMin: 200 });
});

test('orders and positions of futures agree with the venue after them', { skip }, async (t) => {
  await assertCampaign(t, { ...SHORT, code: 'bybit', kind: 'linear', ordersMin: 150 });
});
