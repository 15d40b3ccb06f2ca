// The best bid and ask of a market.

import type { Decimal } from '#lib/decimal.ts';

export type BestPrices = { readonly bid: Decimal; readonly ask: Decimal };

/** Null where one side is missing (zero), or they stand against one another. */
export function bestPricesOf(bid: Decimal, ask: Decimal): BestPrices | null {
  return bid > 0n && ask >= bid ? { bid, ask } : null;
}
