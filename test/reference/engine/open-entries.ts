// The limit of entries: which entries of a position are open, and whether one more may be.

import type { Fraction } from './fraction.ts';
import { compare, minus, NOTHING, plus } from './fraction.ts';
import type { ReferenceOrder, Side } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** What is open of what an order entered. */
export type OpenEntry = {
  readonly order: ReferenceOrder;
  readonly side: Side;
  readonly amount: Fraction;
};

/** The entries after a trade, which closes the oldest first before it enters with the rest. */
export function entriesAfter(
  entries: readonly OpenEntry[],
  order: ReferenceOrder,
  amount: Fraction,
): readonly OpenEntry[] {
  const [oldest, ...others] = entries;
  if (amount.numerator === 0n) return entries;
  if (oldest !== undefined && oldest.side !== order.side) {
    if (compare(oldest.amount, amount) <= 0n)
      return entriesAfter(others, order, minus(amount, oldest.amount));
    return [{ ...oldest, amount: minus(oldest.amount, amount) }, ...others];
  }
  if (order.isReduceOnly) return entries;
  const known = entries.find((entry) => entry.order === order)?.amount ?? NOTHING;
  const entry = { order, side: order.side, amount: plus(known, amount) };
  return [...entries.filter((each) => each.order !== order), entry];
}

/** Whether an order that enters is one too many, by what market orders will leave behind. */
export function isOneTooMany(
  { entries, entriesMax, orders }: ReferenceState,
  { isExit, side }: ReferenceOrder,
): boolean {
  if (entriesMax === null || isExit) return false;
  const expected = new Map(entries);
  for (const order of orders) {
    if ((order.state !== 'asked' && order.state !== 'open') || order.wish.type !== 'market')
      continue;
    const left = minus(order.amount, order.filled);
    const before = expected.get(order.positionId) ?? [];
    expected.set(order.positionId, entriesAfter(before, order, left));
  }
  const open = [...expected.values()].flat().filter((entry) => entry.side === side);
  return open.length >= Math.max(1, entriesMax);
}
