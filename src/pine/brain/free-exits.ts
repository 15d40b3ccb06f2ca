// Exits of spot that give way to an order at market: what rests holds the coins that it would sell.

import type { BrokerBook, QueuedExit } from '#pine/brain/broker-book.ts';
import type { MarketAct, Slot } from '#pine/brain/plan-market.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { cancelOrders } from '#pine/brain/place-order.ts';

/** Positions of spot that orders at market of this bar close, with what they leave of each. */
export type ClosingParts = ReadonlyMap<string, number>;

const NONE: ClosingParts = new Map();

/** What the acts leave of the positions that they close; nothing on contracts. */
export function closingParts(
  { isSpot }: PineBroker,
  acts: readonly MarketAct[],
  slots: readonly Slot[],
): ClosingParts {
  if (!isSpot) return NONE;
  const closed = acts.flatMap((act) => (act.kind === 'entry' ? [] : [act.slot.positionId]));
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

/** Requests exits again that have ended for an order at market which has not filled. */
export function returnExits({ book }: PineBroker): void {
  const { freed = [] } = book;
  if (freed.length === 0) return;
  const open = new Set(book.bindings.map(({ positionId }) => positionId));
  const closing = new Set(
    book.working.flatMap(({ isMarket, kind, positionId }) =>
      isMarket && kind !== 'entry' ? [positionId] : [],
    ),
  );
  const isAmong = (set: ReadonlySet<string>, { positionIds }: QueuedExit): boolean =>
    positionIds.some((positionId) => set.has(positionId));
  const here = freed.filter((each) => isAmong(open, each));
  book.freed = here.filter((each) => isAmong(closing, each));
  requestAgain(
    book,
    here.filter((each) => !isAmong(closing, each)),
  );
}

/** What the script requests itself on this bar is newer. */
function requestAgain(book: BrokerBook, exits: readonly QueuedExit[]): void {
  const isNewer = ({ request, positionIds }: QueuedExit): boolean =>
    book.exits.some(
      (each) =>
        each.request.id === request.id &&
        positionIds.some((positionId) => each.positionIds.includes(positionId)),
    );
  book.exits = [...exits.filter((each) => !isNewer(each)), ...book.exits];
}
