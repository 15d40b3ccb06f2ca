// Balance of a currency in an account that borrows: what is borrowed is not owned.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Balance } from '#venue-port/exchange/exchange.ts';

/**
 * Of what is owned, which is below zero where more is borrowed, and what may be used, which may
 * count what could be borrowed. What is owned and cannot be used is locked: by orders, or as the
 * margin of positions.
 */
export function ownedBalance(currency: string, owned: Decimal, usable: Decimal): Balance {
  const total = positive(owned);
  const available = positive(usable < total ? usable : total);
  return {
    currency,
    available,
    locked: (total - available) as Decimal,
    total,
    marginUsed: null,
    unrealizedProfit: null,
  };
}

function positive(value: Decimal): Decimal {
  return value > 0n ? value : ZERO;
}
