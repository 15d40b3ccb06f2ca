// Decides which orders are exits, before which no limit made for entries stands: by their kind, or
// because they cannot do more than reduce what their account holds of the market at present.

import type { Decimal } from '#lib/decimal.ts';
import { subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Order } from '#venue-port/order/order.ts';

export type Leaving = Pick<Order, 'side' | 'amount' | 'filledAmount' | 'terms'>;

/** What an account holds of one market; of a hedged one both are above zero. */
export type HeldSides = { readonly long: Decimal; readonly short: Decimal };

/** On spot a sale brings in what its account is valued in, and there are no shorts. */
export function isExitByKind({ contract }: Market, { side, terms }: Leaving): boolean {
  return contract === null ? side === 'sell' : terms.isReduceOnly;
}

/**
 * Of an order for contracts that is not marked to reduce only. `ahead` are the account's other
 * orders of the market: if all of its side filled before it, the position must still be as large as
 * the order. Against a hedged position nothing can be said.
 */
export function reducesPresent(
  order: Leaving,
  { long, short }: HeldSides,
  ahead: readonly Leaving[],
): boolean {
  if (long > ZERO && short > ZERO) return false;
  let left = order.side === 'sell' ? long : short;
  for (const { side, amount, filledAmount } of ahead)
    if (side === order.side) left = subtractDecimal(left, subtractDecimal(amount, filledAmount));
  return order.amount > ZERO && order.amount <= left;
}
