// Settles an execution within an OCA group: the others are cancelled, or what was filled is taken
// off them. The fill and what the group locks from then on are booked together: the others' part of
// the lock pays as well, and what nobody needs any more is given back.

import type { Transfer } from '#domain/ledger/transfer.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { takenBy } from '#domain/matching/oca-group.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { reduceHold } from '#domain/position/order-hold.ts';
import { isOtherOfGroup, lockTransfers, mostHeld } from '#domain/venue/group-lock.ts';
import type { OrderEndReason } from '#domain/venue/venue-effects.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import { book, removeOrder } from '#domain/venue/venue-draft.ts';
import type { VenueMarket, WorkingOrder } from '#domain/venue/venue-state.ts';

/** The others of an order's group around a fill of it. */
export type GroupChange = {
  readonly before: readonly WorkingOrder[];
  /** Those that go on, with what is left of them. */
  readonly after: readonly WorkingOrder[];
  /** Those that end. */
  readonly gone: readonly { readonly order: WorkingOrder; readonly reason: OrderEndReason }[];
};

const NO_CHANGE: GroupChange = { before: [], after: [], gone: [] };

/** What a fill of so many lots means for the others of the order's group. */
export function groupChange(
  draft: VenueDraft,
  market: VenueMarket,
  filled: WorkingOrder,
  lots: Lots,
  atMs: number,
): GroupChange {
  const { oca } = filled.resting;
  if (oca === null) return NO_CHANGE;
  const before = draft.orders.filter((other) => isOtherOfGroup(filled, other));
  const after: WorkingOrder[] = [];
  const gone: GroupChange['gone'][number][] = [];
  for (const order of before) {
    const taken = takenBy(oca, lots, order.resting.remainingLots);
    if (taken === order.resting.remainingLots) gone.push({ order, reason: 'group' });
    else after.push(shrunk(market, order, taken, atMs));
  }
  return { before, after, gone };
}

function shrunk(
  { terms }: VenueMarket,
  order: WorkingOrder,
  taken: Lots,
  atMs: number,
): WorkingOrder {
  const remainingLots = (order.resting.remainingLots - taken) as Lots;
  const { hold } = reduceHold(terms, order.hold, remainingLots);
  const resting = { ...order.resting, remainingLots };
  return { ...order, lots: (order.lots - taken) as Lots, resting, hold, updatedAtMs: atMs };
}

/** What the fill may pay with besides what is available: what the group will need no more. */
export function spareUnits({ before, after }: GroupChange, filled: WorkingOrder): Units {
  if (before.length === 0) return NO_UNITS;
  const { currency } = filled.hold;
  const needed = mostHeld([filled, ...after], currency);
  return (mostHeld([filled, ...before], currency) - needed) as Units;
}

/** What a fill moves, and what its order holds after it. */
type Payment = { readonly transfers: readonly Transfer[]; readonly hold: OrderHold };

/**
 * Books the fill together with what the group then locks. Of the others those end whose rest cannot
 * be paid for beside it, the one that needs most first. Null: the fill itself cannot be paid.
 */
export function bookFill(
  draft: VenueDraft,
  filled: WorkingOrder,
  paid: Payment,
  change: GroupChange,
  atMs: number,
): GroupChange | null {
  const { before } = change;
  if (before.length === 0) return book(draft, paid.transfers, atMs).ok ? change : null;
  let { after, gone } = change;
  for (;;) {
    const relocked = relock(filled, paid.hold, change, after);
    if (book(draft, [...paid.transfers, ...relocked], atMs).ok) return { before, after, gone };
    const neediest = neediestOf(after, filled.hold.currency);
    if (neediest === undefined) return null;
    after = after.filter((order) => order !== neediest);
    gone = [...gone, { order: neediest, reason: 'insufficient_funds' }];
  }
}

/** The one that locks most of a currency; the newest of several. */
function neediestOf(orders: readonly WorkingOrder[], currency: string): WorkingOrder | undefined {
  const most = mostHeld(orders, currency);
  return orders.findLast(({ hold }) => hold.currency === currency && hold.heldUnits === most);
}

function relock(
  filled: WorkingOrder,
  hold: OrderHold,
  { before }: GroupChange,
  after: readonly WorkingOrder[],
): Transfer[] {
  const members = [filled, ...before];
  const going = [{ ...filled, hold }, ...after];
  const currencies = new Set(members.map((member) => member.hold.currency));
  return [...currencies].flatMap((currency) => {
    const isOwn = currency === hold.currency;
    const paidUnits = isOwn ? filled.hold.heldUnits - hold.heldUnits : 0n;
    const locked = mostHeld(members, currency) - paidUnits;
    return lockTransfers(hold.reference, currency, locked, mostHeld(going, currency));
  });
}

/** Puts those that go on in place of what they were, and takes the others off the book. */
export function replaceGroup(draft: VenueDraft, { before, after }: GroupChange): void {
  if (before.length === 0) return;
  const idOf = ({ resting }: WorkingOrder): string => resting.orderId;
  const going = new Map(after.map((order) => [idOf(order), order]));
  const affected = new Set(before.map(idOf));
  draft.orders = draft.orders.flatMap((order) => {
    if (!affected.has(idOf(order))) return [order];
    const goesOn = going.get(idOf(order));
    return goesOn === undefined ? [] : [goesOn];
  });
}

/** Removes the orders of a group that an execution cancelled. */
export function endGone(draft: VenueDraft, { gone }: GroupChange, atMs: number): void {
  for (const { order, reason } of gone) removeOrder(draft, order, 'cancelled', reason, atMs);
}
