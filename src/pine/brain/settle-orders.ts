// Orders of a bar that has been worked through, placed on the run: those at market as they will
// fill, entries with a price by what they close and open, then the exits.

import type { OrderRequest } from '#engine/run-api/order-api.ts';
import { SIZED_MOST } from '#engine/run-api/order-api.ts';
import type { BrokerBook, QueuedEntry, RestingEntry } from '#pine/brain/broker-book.ts';
import { held, near } from '#pine/brain/broker-book.ts';
import type { OrderTerms, PineBroker, Placing } from '#pine/brain/place-order.ts';
import { MARKET, cancelOrders, placeOrder, termsText } from '#pine/brain/place-order.ts';
import type { ExitTarget } from '#pine/brain/place-exits.ts';
import { closingParts, freeExits, returnExits } from '#pine/brain/free-exits.ts';
import { entriesOf, placeExits, placeStanding } from '#pine/brain/place-exits.ts';
import type { MarketAct, Slot } from '#pine/brain/plan-market.ts';
import { planMarket, slotsOf } from '#pine/brain/plan-market.ts';
import { marketTerms } from '#pine/brain/market-terms.ts';
import { fillsTheDay } from '#pine/brain/risk-limits.ts';
import type { EntryRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

/** Places the requests of a bar and empties their lists. */
export function settleOrders(broker: PineBroker): void {
  const { book } = broker;
  if (broker.isMuted) return;
  returnExits(broker);
  if (book.queue.length + book.resting.length + book.exits.length === 0) return;
  // What fills at the close of this bar fills before all else.
  const isImmediate = (order: BrokerBook['queue'][number]): boolean =>
    order.kind === 'close' && order.isImmediate;
  book.queue.sort((a, b) => Number(isImmediate(b)) - Number(isImmediate(a)));
  const { acts, slots } = planMarket(book, slotsOf(book), marketTerms(broker, null));
  const turns = new Map<string, string>();
  const closing = closingParts(broker, acts, slots);
  freeExits(broker, closing);
  for (const act of acts) placeAct(broker, act, acts, turns);
  const standing = goesOn(book, slots) ? entriesOf(book, '') : [];
  book.queue = [];
  const targets = new Map<string, ExitTarget>();
  for (const { positionId, direction, size } of slots)
    targets.set(positionId, { positionId, direction, size, left: size, price: NaN });
  const changed = new Set<string>();
  for (const resting of book.resting) {
    const { placed } = resting;
    const opens = placeResting(broker, resting, slots);
    const { positionId, request, amount: most } = resting;
    const { direction } = request;
    if (placed !== resting.placed) changed.add(positionId);
    if (opens > 0)
      targets.set(positionId, {
        positionId,
        direction,
        size: opens,
        left: opens,
        // Money may buy more where the price is better.
        most: resting.sizing === undefined ? most : most * SIZED_MOST,
        price: NaN,
      });
  }
  for (const { positionId, direction, size: whole, left: open, price } of book.bindings) {
    // Exits share what is left: more could not be sold.
    const rest = closing.get(positionId);
    const [size, left] = rest === undefined ? [whole, open] : [rest, rest];
    if (left > 0) targets.set(positionId, { positionId, direction, size, left, price });
  }
  const fresh = new Set(book.exits.map(({ request }) => request));
  // What was requested first takes its part first.
  placeStanding(broker, standing, targets, (request) => !fresh.has(request));
  resizeWaiting(broker, targets, changed);
  for (const { request, positionIds } of book.exits)
    placeExits(broker, request, positionIds, targets);
  book.exits = [];
  placeStanding(broker, standing, targets, (request) => fresh.has(request));
}

/** Exits of entries that rest: they are as large as those, also when the entry has changed. */
function resizeWaiting(
  broker: PineBroker,
  targets: ReadonlyMap<string, ExitTarget>,
  changed: ReadonlySet<string>,
): void {
  const { book } = broker;
  const resting = new Set(book.resting.map(({ positionId }) => positionId));
  for (const { request, positionIds } of book.waiting)
    placeExits(
      broker,
      request,
      positionIds.filter((positionId) => changed.has(positionId)),
      targets,
    );
  book.waiting = [...book.waiting, ...book.exits].filter(({ positionIds }) =>
    positionIds.some((positionId) => resting.has(positionId)),
  );
}

/** Whether the position is not closed, or turned, by what is at market on this bar. */
function goesOn({ bindings }: BrokerBook, slots: readonly Slot[]): boolean {
  const left = new Set(slots.map(({ positionId }) => positionId));
  return bindings.length === 0 || bindings.some(({ positionId }) => left.has(positionId));
}

/**
 * What the equity of now must cover where the entry fills: it, and what it adds to. What closes a
 * position for it needs the same, and the entry goes with it. Where something else closes, on the
 * same bar, a position against it, it fills in any case, and a margin call takes what is too much
 * (measured by PyneCore).
 */
function marginOf(
  { terms, book, api }: PineBroker,
  { request, positionId }: QueuedEntry,
  acts: readonly MarketAct[],
  turns: ReadonlyMap<string, string>,
): Pick<OrderTerms, 'margin'> {
  const { direction, isPlain } = request;
  const percent = direction === 'long' ? terms.marginLong : terms.marginShort;
  const at = acts.findIndex((act) => act.kind === 'entry' && act.of.positionId === positionId);
  const entry = acts[at];
  if (percent === 0 || isPlain || entry === undefined) return {};
  const closed = acts.slice(0, at).filter(({ kind }) => kind === 'close');
  const isAgainst = book.bindings[0]?.direction !== direction;
  if (isAgainst && book.bindings.length > 0 && closed.length > 0) return {};
  const gone = closed.reduce((sum, act) => sum + act.amount, 0);
  const base = isAgainst ? 0 : Math.max(0, near(held(book.bindings) - gone));
  const amount = near(base + entry.amount);
  const equity = api.wallet.equity();
  return { margin: { percent, amount, equity, withOrderId: turns.get(positionId) ?? null } };
}

/** What the request of which it is a part trades, which is charged as one order. */
function wholeOf(act: MarketAct, acts: readonly MarketAct[]): Pick<OrderTerms, 'wholeAmount'> {
  const parts = acts.filter(({ of }) => of === act.of);
  if (parts.length < 2) return {};
  return { wholeAmount: near(parts.reduce((sum, { amount }) => sum + amount, 0)) };
}

function placeAct(
  broker: PineBroker,
  act: MarketAct,
  acts: readonly MarketAct[],
  turns: Map<string, string>,
): void {
  const { book } = broker;
  if (act.kind !== 'entry') {
    const { slot, amount, of, kind } = act;
    const { positionId, direction } = slot;
    if (of.kind === 'close') {
      const { isImmediate, comment, alert, number = 0 } = of;
      const id = of.id === null ? 'Close position order' : `Close entry(s) order ${of.id}`;
      placeOrder(
        broker,
        { id, kind, direction, positionId, amount, comment, alert, partOf: `close ${number}` },
        { ...MARKET, isImmediate, ...wholeOf(act, acts) },
      );
      return;
    }
    const { id, comment, alert } = of.request;
    const margin = marginOf(broker, of, acts, turns);
    const oca = ocaOf(of.request, of.positionId);
    const terms = { ...MARKET, oca, ...margin, ...wholeOf(act, acts) };
    const partOf = of.positionId;
    const placing = { id, kind, direction, positionId, amount, comment, alert, partOf };
    const placed = placeOrder(broker, placing, terms);
    if (!turns.has(of.positionId)) turns.set(of.positionId, placed);
    return;
  }
  const { request, positionId } = act.of;
  const { id, direction, comment, alert } = request;
  const { amount } = act;
  placeOrder(
    broker,
    { id, kind: 'entry', direction, positionId, amount, comment, alert, partOf: positionId },
    {
      ...MARKET,
      oca: ocaOf(request, positionId),
      ...marginOf(broker, act.of, acts, turns),
      ...wholeOf(act, acts),
    },
  );
  // The order that fills the day is closed where it fills.
  if (fillsTheDay(book))
    placeOrder(
      broker,
      { id: 'Close Position', kind: 'close', direction, positionId, amount, comment: '' },
      MARKET,
    );
}

function ocaOf({ ocaName, ocaType }: EntryRequest, positionId: string): OrderRequest['oca'] {
  const kind = ocaType === 'cancel' || ocaType === 'reduce' ? ocaType : null;
  return kind === null || ocaName === '' ? null : { name: ocaName, kind, of: positionId };
}

function pricedTerms(request: EntryRequest, positionId: string): OrderTerms {
  const { limit, stop } = request;
  const oca = ocaOf(request, positionId);
  const [hasLimit, hasStop] = [!Number.isNaN(limit), !Number.isNaN(stop)];
  if (hasLimit && hasStop) return { type: 'stop_limit', price: limit, triggerPrice: stop, oca };
  if (hasStop) return { type: 'stop_market', price: stop, triggerPrice: stop, oca };
  return { type: 'no_timeout', price: limit, triggerPrice: null, oca };
}

function groupOf(
  { positionId }: RestingEntry,
  kind: 'turned' | 'turning',
): Pick<OrderTerms, 'oca'> {
  return { oca: { name: `turn ${positionId}`, kind } };
}

/** What is left of a stop with a limit once its stop has been met: the limit. */
function afterStop(resting: RestingEntry, terms: OrderTerms): OrderTerms {
  if (terms.type !== 'stop_limit') return terms;
  const { stop, direction } = resting.request;
  const isMet = direction === 'long' ? now.top >= stop : now.bottom <= stop;
  if (resting.placed !== '' && isMet) resting.isTriggered = true;
  return resting.isTriggered === true
    ? { ...terms, type: 'no_timeout', triggerPrice: null }
    : terms;
}

type Part = {
  readonly positionId: string;
  readonly direction: 'long' | 'short';
  readonly size: number;
};

/**
 * What the entry closes of what is open: the oldest first. Where its parts share one amount, each
 * may take so much of it as others leave, should an exit fill before it.
 */
function openParts(against: readonly Slot[], closes: number, shared: number): Part[] {
  const parts: Part[] = [];
  let left = closes;
  for (const { positionId, direction, left: open } of against) {
    const size = Math.min(open, Math.max(left, shared));
    left = near(left - size);
    if (size > 0) parts.push({ positionId, direction, size });
  }
  return parts;
}

/** What it would close of entries against it that rest too, should one of them fill before it. */
function comingParts({ book }: PineBroker, { request, amount }: RestingEntry): Part[] {
  return book.resting.flatMap((other) => {
    const { direction } = other.request;
    if (direction === request.direction) return [];
    return [{ positionId: other.positionId, direction, size: Math.min(amount, other.amount) }];
  });
}

/**
 * Places what the entry closes and what it opens, where that is not how it stands; gives how much
 * it opens, or will where something else closes first what it would close. Its whole size is what
 * it was when it was requested.
 */
function placeResting(broker: PineBroker, resting: RestingEntry, slots: readonly Slot[]): number {
  const { book } = broker;
  const { request, positionId, amount } = resting;
  const { direction, isPlain } = request;
  const against = slots.filter((slot) => slot.direction !== direction);
  const closes = Math.min(amount, held(against));
  const rest = near(amount - closes);
  const { opens: within, isAllowed } = marketTerms(broker, request);
  const holding = against.length === 0 ? held(slots) : near(held(against) - closes);
  const isShut = (!isPlain && !isAllowed(direction)) || (broker.isSpot && direction === 'short');
  const opens = isShut ? 0 : isPlain ? rest : within(rest, holding, direction);
  const terms = pricedTerms(request, positionId);
  // One order turns: what its parts do not close when it fills, it opens.
  const opensAll = !isShut && near(rest - opens) <= 0;
  const mayTurn = broker.terms.emulates && opensAll && terms.oca === null;
  const coming = mayTurn ? comingParts(broker, resting) : [];
  const turns = mayTurn && closes + coming.length > 0;
  const current = afterStop(resting, terms);
  const parts = [...openParts(against, closes, turns ? amount : 0), ...coming];
  const shown = parts.map((part) => `${part.positionId} ${part.size}`);
  const wanted = [termsText(terms), terms.oca?.name, terms.oca?.kind, ...shown, opens].join('|');
  const own = book.working.filter(({ restingId }) => restingId === positionId);
  const sizing = opensAll ? resting.sizing : undefined;
  // What money buys is known as the order arrives: it does so with each bar.
  const isSame = wanted === resting.placed && sizing === undefined;
  const entered = turns ? near(closes + opens) : opens;
  const mayOpen = opens > 0 ? opens : entered;
  if (isSame || own.some(({ seenAmount }) => seenAmount > 0)) return mayOpen;
  resting.placed = wanted;
  cancelOrders(broker, ({ restingId }) => restingId === positionId);
  const isSplit = turns || parts.length + Number(opens > 0) > 1;
  const whole = isSplit ? { ...current, wholeAmount: near(closes + opens) } : current;
  for (const { size, ...of } of parts)
    placePart(
      broker,
      resting,
      'turn',
      { ...of, amount: size },
      {
        ...whole,
        // What others fill is taken off an order once.
        ...(opens > 0 && terms.oca?.kind === 'reduce' ? { oca: null } : {}),
        ...(turns ? groupOf(resting, 'turned') : {}),
      },
    );
  const sized = sizing === undefined ? whole : { ...whole, sizing };
  if (entered > 0)
    placePart(
      broker,
      resting,
      'entry',
      { positionId, direction, amount: entered },
      turns ? { ...sized, ...groupOf(resting, 'turning') } : sized,
    );
  return mayOpen;
}

function placePart(
  broker: PineBroker,
  { request, positionId: restingId }: RestingEntry,
  kind: 'turn' | 'entry',
  of: Pick<Placing, 'positionId' | 'direction' | 'amount'>,
  terms: OrderTerms,
): void {
  const { id, comment, alert } = request;
  placeOrder(broker, { id, kind, ...of, comment, alert, restingId, partOf: restingId }, terms);
}
