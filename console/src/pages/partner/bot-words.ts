// Strategies and shares in words.

import type { PartnerBot } from '@tidemill/client';
import { PARTNER } from '../../words/partner.ts';

const STRATEGIES = {
  spot_grid: PARTNER.gridSpot,
  futures_grid: PARTNER.gridFutures,
  spot_dollar_cost_averaging: PARTNER.averagingSpot,
  futures_dollar_cost_averaging: PARTNER.averagingFutures,
  webhook: PARTNER.followsSignals,
} as const satisfies Record<PartnerBot['type'], string>;

export const strategyWords = (type: PartnerBot['type']): string => STRATEGIES[type];

/** Returns of bots of end users are fractions. */
export function percentOfShare(share: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(share) ?? [];
  const rest = fraction.padEnd(2, '0');
  const moved = `${whole}${rest.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  return `${sign}${moved}${rest.length > 2 ? `.${rest.slice(2)}` : ''}`;
}
