// Exits of spot that give way to an order at market: what rests holds the coins that it would sell.

import type { BrokerBook, QueuedExit } from '#pine/brain/broker-book.ts';
import type { MarketAct, Slot } from '#pine/brain/plan-market.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { cancelOrders } from '#pine/brain/place-order.ts';

/** Positions of spot that orders at market close, with what they leave of each. */
export type ClosingParts = ReadonlyMap<string, number>;

const NONE: ClosingParts = new Map();

/** By acts of this bar, and orders of earlier ones that have not filled; none on contracts. */
export function closingParts(
  { isSpot, book }: PineBroker,
  acts: readonly MarketAct[],
  slots: readonly Slot[],
): ClosingParts {
  if (!isSpot) return NONE;
  const requested = acts.flatMap((act) => (act.kind === 'entry' ? [] : [act.slot.positionId]));
  const closed = [...requested, ...closingNow(book)];
  const leftOf = (positionId: string): number =>
    slots.find((slot) => slot.positionId === positionId)?.left ?? 0;
  return new Map(closed.map((positionId) => [positionId, leftOf(positionId)]));
}

/** Ends the exits of positions that are closed; those of which something is left come anew. */
export function freeExits(broker: PineBroker, closing: ClosingParts): void {
  if (closing.size === 0) return;
  const { book } = broker;
  const ended = new Map<string, QueuedExit>();
  for (const { kind, exit, positionId } of book.working)
    if (kind === 'exit' && exit !== undefined && closing.has(positionId))
      ended.set(`${positionId} ${exit.id}`, { request: exit, positionIds: [positionId] });
  cancelOrders(broker, ({ kind, positionId }) => kind === 'exit' && closing.has(positionId));
  const isLeft = ({ positionIds: [positionId = ''] }: QueuedExit): boolean =>
    (closing.get(positionId) ?? 0) > 0;
  const freed = [...ended.values()];
  requestAgain(book, freed.filter(isLeft));
  book.freed = [...(book.freed ?? []), ...freed.filter((each) => !isLeft(each))];
}

/** Positions that orders at market are to close. */
function closingNow({ working }: BrokerBook): readonly string[] {
  return working.flatMap(({ isMarket, kind, positionId }) =>
    isMarket && kind !== 'entry' ? [positionId] : [],
  );
}

/** Requests exits again that have ended for an order at market which has not filled. */
export function returnExits({ book }: PineBroker): void {
  const { freed = [] } = book;
  if (freed.length === 0) return;
  const open = new Set(book.bindings.map(({ positionId }) => positionId));
  const closing = new Set(closingNow(book));
  const isAmong = (set: ReadonlySet<string>, { positionIds }: QueuedExit): boolean =>
    positionIds.some((positionId) => set.has(positionId));
  const here = freed.filter((each) => isAmong(open, each));
  book.freed = here.filter((each) => isAmong(closing, each));
  requestAgain(
    book,
    here.filter((each) => !isAmong(closing, each)),
  );
}

/** In their order, with what the script requests of them itself on this bar in their place. */
function requestAgain(book: BrokerBook, exits: readonly QueuedExit[]): void {
  const isOfSame = (one: QueuedExit, other: QueuedExit): boolean =>
    one.request.id === other.request.id &&
    one.positionIds.some((positionId) => other.positionIds.includes(positionId));
  const newest = exits.map((each) => book.exits.find((own) => isOfSame(each, own)) ?? each);
  book.exits = [...new Set([...newest, ...book.exits])];
}
