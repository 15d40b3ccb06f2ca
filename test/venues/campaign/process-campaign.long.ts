// Ten thousand orders with the real processes, under faults and kills: none lost, none doubled,
// none with other figures.

import test from 'node:test';

import { assertCampaign } from './processes/assert-campaign.ts';
import type { CampaignSettings } from './processes/process-campaign.ts';

const BINANCE = { code: 'binance', kind: 'spot' } as const;
const BYBIT = { code: 'bybit', kind: 'spot' } as const;
const BYBIT_FUTURES = { code: 'bybit', kind: 'linear' } as const;
const OKX_FUTURES = { code: 'okx', kind: 'linear' } as const;
const BINANCE_FUTURES = { code: 'binanceusdm', kind: 'linear' } as const;
const BITGET = { code: 'bitget', kind: 'spot' } as const;
const HYPERLIQUID = { code: 'hyperliquid', kind: 'linear' } as const;

const LONG: Omit<CampaignSettings, 'code' | 'kind' | 'seed' | 'ordersMin' | 'hasSpareVenues'> = {
  users: 12,
  accountsPerUser: 8,
  endUsers: 12,
  hedgingPerUser: 1,
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

for (const [index, venue, share] of [
  [0, BINANCE, 1],
  [1, BYBIT, 0.2],
  [2, BYBIT_FUTURES, 0.2],
  [3, OKX_FUTURES, 0.2],
  [4, BINANCE_FUTURES, 0.2],
  [5, BITGET, 0.2],
  [6, HYPERLIQUID, 0.2],
] as const)
  test(`orders agree with ${venue.code} (${venue.kind}) after faults, kills and frozen processes`, async (t) => {
    const settings = { ...LONG, ...venue, seed: SEED + index, hasSpareVenues: false };
    await assertCampaign(t, { ...settings, ordersMin: Math.ceil(ORDERS * share) });
  });

test('orders agree with the venue while venue processes take accounts over', async (t) => {
  const settings = { ...LONG, ...BINANCE, seed: SEED + 3, hasSpareVenues: true };
  await assertCampaign(t, { ...settings, ordersMin: Math.ceil(ORDERS / 10) });
});
