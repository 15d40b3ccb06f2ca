// Rules between settings and a market that several strategies have in common.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';

/** Notes a problem; the message follows the key. */
export type Refuse = (key: string, message: string) => void;

/** Refuses the market when its type is not the strategy's. */
export function marketTypeProblem(refuse: Refuse, market: Market, isForSpot: boolean): void {
  if ((market.contract === null) === isForSpot) return;
  refuse('market_tag', `must be a ${isForSpot ? 'spot' : 'futures'} market for this strategy`);
}

/**
 * Refuses a leverage above the highest of the market's contract, and names the nearest valid value.
 */
export function leverageProblem(refuse: Refuse, market: Market, leverage: Decimal): void {
  const most = market.contract?.highestLeverage ?? null;
  if (most === null || leverage <= most) return;
  const nearest = formatDecimal(most);
  refuse('leverage', `must be at most ${nearest}; the nearest valid value is ${nearest}`);
}
