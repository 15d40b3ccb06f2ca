// A scratch pad for one step of the venue: the state being changed and the effects written so far.
// It lives only inside one call and never leaves it.

import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Ledger, LedgerRejection } from '#domain/ledger/ledger.ts';
import { applyTransfers } from '#domain/ledger/ledger.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { releaseHold } from '#domain/position/order-hold.ts';
import type { Position } from '#domain/position/position.ts';
import { lockTransfers, ownLock } from '#domain/venue/group-lock.ts';
import type {
  Booking,
  FundingPaid,
  Liquidation,
  OrderEnd,
  OrderEndReason,
  OrderOutcome,
  VenueStep,
  VenueTrade,
} from '#domain/venue/venue-effects.ts';
import type {
  MinuteUse,
  OpenPosition,
  VenueState,
  WorkingOrder,
} from '#domain/venue/venue-state.ts';

export type VenueDraft = {
  ledger: Ledger;
  orders: readonly WorkingOrder[];
  positions: readonly OpenPosition[];
  minuteUse: readonly MinuteUse[];
  nextSequence: number;
  readonly bookings: Booking[];
  readonly trades: VenueTrade[];
  readonly ends: OrderEnd[];
  readonly closed: Position[];
  readonly funding: FundingPaid[];
  readonly liquidations: Liquidation[];
};

/** Draft of a state, without effects; the state itself is not changed. */
// Field by field: copying by spreading is dearer than what a backtest's step else costs.
export function openDraft(state: VenueState): VenueDraft {
  return {
    ledger: state.ledger,
    orders: state.orders,
    positions: state.positions,
    minuteUse: state.minuteUse,
    nextSequence: state.nextSequence,
    bookings: [],
    trades: [],
    ends: [],
    closed: [],
    funding: [],
    liquidations: [],
  };
}

/** State and effects of a finished draft, which must not be used afterwards. */
export function closeDraft(draft: VenueDraft): VenueStep {
  const { ledger, orders, positions, minuteUse, nextSequence } = draft;
  const { bookings, trades, ends, closed, funding, liquidations } = draft;
  return {
    state: { ledger, orders, positions, minuteUse, nextSequence },
    effects: { bookings, trades, ends, closed, funding, liquidations },
  };
}

/** Next number of the venue's sequence, which orders events of the same instant. */
export function takeSequence(draft: VenueDraft): number {
  const sequence = draft.nextSequence;
  draft.nextSequence += 1;
  return sequence;
}

/** Books the transfers, or none of them when the owner does not have the money. */
export function book(
  draft: VenueDraft,
  transfers: readonly Transfer[],
  atMs: number,
): Result<null, LedgerRejection> {
  if (transfers.length === 0) return accepted(null);
  const applied = applyTransfers(draft.ledger, transfers);
  if (!applied.ok) return applied;
  draft.ledger = applied.value;
  for (const { debit, credit, currency, units, kind, reference } of transfers) {
    const sequence = takeSequence(draft);
    draft.bookings.push({ debit, credit, currency, units, kind, reference, sequence, atMs });
  }
  return accepted(null);
}

/** Working order of this id; its absence is a defect. */
export function findOrder(draft: VenueDraft, orderId: string): WorkingOrder {
  const order = draft.orders.find((item) => item.resting.orderId === orderId);
  assert(order !== undefined, 'an order that is executed works');
  return order;
}

/** Replaces the working order of the same id, in its place. */
export function replaceOrder(draft: VenueDraft, order: WorkingOrder): void {
  const { orderId } = order.resting;
  draft.orders = draft.orders.map((item) => (item.resting.orderId === orderId ? order : item));
}

/** Takes the order off the book and gives back what nobody else of its group needs. */
export function endOrder(
  draft: VenueDraft,
  order: WorkingOrder,
  outcome: OrderOutcome,
  reason: OrderEndReason | null,
  atMs: number,
): void {
  const { currency, reference } = order.hold;
  const lock = ownLock(draft.orders, order);
  const released = book(draft, lockTransfers(reference, currency, lock, 0n), atMs);
  assert(released.ok, 'what an order holds can be given back');
  removeOrder(draft, order, outcome, reason, atMs);
}

/** Takes the order off the book; what it has locked is settled by the caller. */
export function removeOrder(
  draft: VenueDraft,
  order: WorkingOrder,
  outcome: OrderOutcome,
  reason: OrderEndReason | null,
  atMs: number,
): void {
  const { orderId } = order.resting;
  const { hold } = releaseHold(order.hold);
  draft.orders = draft.orders.filter((item) => item.resting.orderId !== orderId);
  draft.ends.push({ order: { ...order, hold, updatedAtMs: atMs }, outcome, reason, atMs });
}

/** Records how much of a market's minute is used up; zero removes the record. */
export function noteUse(
  draft: VenueDraft,
  marketTag: MarketTag,
  openTimeMs: number,
  usedLots: Lots,
): void {
  const others = draft.minuteUse.filter((item) => item.marketTag !== marketTag);
  draft.minuteUse = usedLots === 0n ? others : [...others, { marketTag, openTimeMs, usedLots }];
}
