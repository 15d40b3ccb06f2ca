// Strategies and shares in words.

import type { PartnerBot } from '@tidemill/client';

const STRATEGIES = {
  spot_grid: 'Grid, spot',
  futures_grid: 'Grid, futures',
  spot_dollar_cost_averaging: 'Averaging, spot',
  futures_dollar_cost_averaging: 'Averaging, futures',
  webhook: 'Follows signals',
} as const satisfies Record<PartnerBot['type'], string>;

export const strategyWords = (type: PartnerBot['type']): string => STRATEGIES[type];

/** Returns of bots of end users are fractions. */
export const percentOfShare = (share: string): string => (Number(share) * 100).toFixed(2);
