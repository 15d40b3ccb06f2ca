// Locks of an OCA group's orders: together, in each currency, as much as the one of them that needs
// most of it, since a fill of one ends or reduces the others. Each order's hold is what it needs by
// itself, so that what any orders reserve of the ledger follows from them.

import type { Transfer } from '#domain/ledger/transfer.ts';
import { isSameGroup } from '#domain/matching/oca-group.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { WorkingOrder } from '#domain/venue/venue-state.ts';

type Orders = readonly WorkingOrder[];
/** An order that may not be on the book yet. */
type Member = Pick<WorkingOrder, 'marketTag'> & {
  readonly resting: Pick<WorkingOrder['resting'], 'orderId' | 'oca'>;
};
type Holding = Member & Pick<WorkingOrder, 'hold'>;

/** Whether both are orders of one group on one market, and not the same order. */
export function isOtherOfGroup(order: Member, other: Member): boolean {
  return (
    order.marketTag === other.marketTag &&
    isSameGroup(order.resting.oca, other.resting.oca) &&
    order.resting.orderId !== other.resting.orderId
  );
}

/** What the others of an order's group lock of the currency that it holds. */
function lockedByOthers(orders: Orders, order: Holding): Units {
  if (order.resting.oca === null) return NO_UNITS;
  return mostHeld(
    orders.filter((other) => isOtherOfGroup(order, other)),
    order.hold.currency,
  );
}

/** What an order locks besides what the others of its group do: all that it holds without one. */
export function ownLock(orders: Orders, order: Holding): Units {
  const { heldUnits } = order.hold;
  const others = lockedByOthers(orders, order);
  return (heldUnits > others ? heldUnits - others : 0n) as Units;
}

/** The most that one of the orders holds of a currency. */
export function mostHeld(orders: Orders, currency: string): Units {
  let most: bigint = NO_UNITS;
  for (const { hold } of orders)
    if (hold.currency === currency && hold.heldUnits > most) most = hold.heldUnits;
  return most as Units;
}

/** What is reserved of a currency while these orders work. */
export function reservedBy(orders: Orders, currency: string): Units {
  let units = 0n;
  const counted: WorkingOrder[] = [];
  for (const order of orders) {
    if (order.hold.currency !== currency) continue;
    units += ownLock(counted, order);
    counted.push(order);
  }
  return units as Units;
}

/** From what is locked to what is to be; none when it is as much. */
export function lockTransfers(
  reference: string,
  currency: string,
  lockedUnits: bigint,
  neededUnits: bigint,
): Transfer[] {
  if (lockedUnits === neededUnits) return [];
  if (neededUnits > lockedUnits) {
    const units = (neededUnits - lockedUnits) as Units;
    return [
      { debit: 'available', credit: 'reserved', currency, units, kind: 'reserve', reference },
    ];
  }
  const units = (lockedUnits - neededUnits) as Units;
  return [{ debit: 'reserved', credit: 'available', currency, units, kind: 'release', reference }];
}
