// Currency that amounts of a market are counted in.

import { ONE } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';

/** The currency of its amounts; null where one of an amount is a contract. */
export function amountCurrency({
  base,
  contract,
}: Pick<Market, 'base' | 'contract'>): string | null {
  if (contract === null) return base;
  const isOneOfBase = contract.type === 'vanilla' && contract.contractValue === ONE;
  return isOneOfBase ? base : null;
}
