// Orders at market of one bar, worked through in the order of their requests as they will fill: an
// entry against what is open closes it first, and one beyond the limit of entries opens nothing.

import type { BrokerBook, QueuedClose, QueuedEntry } from '#pine/brain/broker-book.ts';
import { held, near } from '#pine/brain/broker-book.ts';
import { now } from '#pine/runtime/pine-now.ts';

/** An entry that is open, or will be when the orders before have filled. */
export type Slot = {
  readonly positionId: string;
  readonly entryId: string;
  readonly direction: 'long' | 'short';
  readonly size: number;
  /** The bar on which it was requested. */
  readonly bar: number;
  left: number;
};

export type MarketAct =
  | {
      readonly kind: 'close' | 'turn';
      readonly slot: Slot;
      readonly amount: number;
      readonly of: QueuedEntry | QueuedClose;
    }
  | { readonly kind: 'entry'; readonly amount: number; readonly of: QueuedEntry };

export type MarketTerms = {
  readonly pyramiding: number;
  readonly isSpot: boolean;
  /** How much of an entry in this direction may open beside what is held. */
  readonly opens: (amount: number, holding: number, direction?: 'long' | 'short') => number;
};

/** What is open, with orders at market of earlier bars that are still under way. */
export function slotsOf({ bindings, working }: BrokerBook): Slot[] {
  const slots: Slot[] = bindings.map(({ positionId, entryId, direction, size, left, bar }) => ({
    positionId,
    entryId,
    direction,
    size,
    left,
    bar,
  }));
  for (const order of working) {
    if (!order.isMarket) continue;
    const amount = order.amount - order.seenAmount;
    const { positionId, direction, id, kind } = order;
    if (kind === 'entry')
      slots.push({
        positionId,
        direction,
        entryId: id,
        bar: order.bar,
        size: amount,
        left: amount,
      });
    else for (const slot of slots) if (slot.positionId === positionId) slot.left -= amount;
  }
  return slots.filter(({ left }) => near(left) > 0);
}

/**
 * Acts of a bar's market orders, and the slots that are left after them; the given slots are
 * changed.
 */
export function planMarket(
  book: BrokerBook,
  slots: Slot[],
  terms: MarketTerms,
): { readonly acts: readonly MarketAct[]; readonly slots: readonly Slot[] } {
  const acts: MarketAct[] = [];
  let open = slots;
  const take = (
    kind: 'close' | 'turn',
    of: MarketAct['of'],
    amount: number,
    from: Slot[],
  ): number => {
    let left = amount;
    for (const slot of from) {
      const size = Math.min(slot.left, left);
      if (!(near(size) > 0)) continue;
      acts.push({ kind, slot, amount: size, of });
      slot.left = near(slot.left - size);
      left = near(left - size);
    }
    open = open.filter((slot) => slot.left > 0);
    return left;
  };
  for (const order of book.queue) {
    if (order.kind === 'close') {
      const { amount, positionIds } = order;
      const from = open.filter(({ positionId }) => positionIds.includes(positionId));
      take('close', order, amount, from);
      continue;
    }
    const { request, amount, positionId, isChange } = order;
    const { direction, isPlain, id } = request;
    const isSame = open[0]?.direction === direction;
    if (isSame && !isPlain && open.length >= Math.max(1, terms.pyramiding)) continue;
    const isTurning = !isPlain && !isChange;
    const against = isSame ? 0 : held(open);
    let left = isTurning ? amount : near(amount - Math.min(against, amount));
    if (against > 0) take('turn', order, isTurning ? against : Math.min(against, amount), open);
    if (!isPlain) left = terms.opens(left, held(open), direction);
    if (!(left > 0) || (terms.isSpot && direction === 'short')) continue;
    acts.push({ kind: 'entry', amount: left, of: order });
    open.push({ positionId, entryId: id, direction, bar: now.bar, size: left, left });
  }
  return { acts, slots: open };
}
