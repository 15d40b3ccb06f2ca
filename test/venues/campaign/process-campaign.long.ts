// Ten thousand orders with the real processes, under faults and kills: none lost, none doubled,
// none with other figures.

import test from 'node:test';

import { assertCampaign } from './processes/assert-campaign.ts';
import type { CampaignSettings } from './processes/process-campaign.ts';

const LONG: Omit<CampaignSettings, 'seed' | 'ordersMin' | 'hasSpareVenues'> = {
  code: 'binance',
  users: 12,
  accountsPerUser: 8,
  endUsers: 12,
  scriptedBots: 24,
  tradedSecondsMax: Number(process.env['CAMPAIGN_SECONDS'] ?? Infinity),
  disturbances: [],
  isRepeated: true,
  calmMsMax: 16_000,
  faultShare: 0.25,
  shownMax: 500,
};
const ORDERS = Number(process.env['CAMPAIGN_ORDERS'] ?? 10_000);
const SEED = Number(process.env['CAMPAIGN_SEED'] ?? 1);

test('orders agree with the venue after faults, kills and frozen processes', async (t) => {
  await assertCampaign(t, { ...LONG, seed: SEED, ordersMin: ORDERS, hasSpareVenues: false });
});

test('orders agree with the venue while venue processes take accounts over', async (t) => {
  const ordersMin = Math.ceil(ORDERS / 10);
  await assertCampaign(t, { ...LONG, seed: SEED + 1, ordersMin, hasSpareVenues: true });
});
