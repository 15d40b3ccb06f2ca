// Groups of orders: what a fill of one does to the others, at once.

import type { Fraction } from './fraction.ts';
import { compare, minus } from './fraction.ts';
import type { ReferenceOrder } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/**
 * A fill cancels the others, or is taken off what is left of them; of nothing left none goes on.
 */
export function takeFromGroup(
  { orders }: ReferenceState,
  filled: ReferenceOrder,
  amount: Fraction,
): void {
  const group = filled.wish.oca;
  if (group === null) return;
  for (const order of orders) {
    const { oca } = order.wish;
    if (order === filled || oca?.name !== group.name || oca.kind !== group.kind) continue;
    if ((order.state !== 'asked' && order.state !== 'open') || order.isTaken) continue;
    const left = minus(order.amount, order.filled);
    if (group.kind === 'cancel' || compare(amount, left) >= 0n) {
      order.state = 'cancelled';
      order.isTaken = true;
    } else {
      order.amount = minus(order.amount, amount);
    }
  }
}
