// Ten thousand orders with the real processes, under faults and kills: none lost, none doubled,
// none with other figures.

import test from 'node:test';

import { assertCampaign } from './processes/assert-campaign.ts';

test('orders agree with the venue after faults, kills and frozen processes', async (t) => {
  await assertCampaign(t, {
    code: 'binance',
    seed: Number(process.env['CAMPAIGN_SEED'] ?? 1),
    users: 8,
    accountsPerUser: 4,
    endUsers: 6,
    scriptedBots: 10,
    ordersMin: Number(process.env['CAMPAIGN_ORDERS'] ?? 10_000),
    tradedSecondsMax: Number(process.env['CAMPAIGN_SECONDS'] ?? Infinity),
    disturbances: [],
    isRepeated: true,
    calmMsMax: 16_000,
    faultShare: 0.25,
    shownMax: 500,
  });
});
