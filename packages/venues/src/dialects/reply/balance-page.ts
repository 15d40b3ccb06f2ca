// A page of balances, row by row: of a currency whose row cannot be read nothing is known, which is
// another thing than that there is none of it.

import type { Balance } from '#venue-port/exchange/exchange.ts';
import type { BalancePage } from '#venues/dialect.ts';
import type { ReadRows } from '#venues/dialects/reply/read-rows.ts';

/** Empty ones are left out. Rows are named by our names of their currencies. */
export function balancePage(
  updatedAtMs: number,
  { items, unreadable }: ReadRows<Balance>,
): BalancePage {
  const balances = items.filter(({ total }) => total !== 0n);
  return unreadable.length === 0
    ? { updatedAtMs, balances }
    : { updatedAtMs, balances, unreadable };
}
