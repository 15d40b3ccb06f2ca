// A campaign of some hundred orders, with one kill of each process, and a frozen one.

import type { CampaignSettings } from './process-campaign.ts';

export const SHORT_CAMPAIGN: Omit<CampaignSettings, 'code' | 'kind' | 'ordersMin'> = {
  seed: 1,
  hasSpareVenues: false,
  users: 2,
  accountsPerUser: 3,
  endUsers: 3,
  hedgingPerUser: 0,
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
