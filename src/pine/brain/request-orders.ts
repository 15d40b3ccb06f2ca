// Requests of a Pine script as it makes them: sized, changed and ended by id, and retained until
// the bar has been worked through. A market order that has not filled can be changed too.

import type {
  BrokerBook,
  QueuedClose,
  QueuedEntry,
  RestingEntry,
} from '#pine/brain/broker-book.ts';
import { held } from '#pine/brain/broker-book.ts';
import {
  defaultSize,
  explicitSize,
  payableSize,
  sizingOf,
  sizingPrice,
} from '#pine/brain/default-size.ts';
import { marketTerms } from '#pine/brain/market-terms.ts';
import { entriesOf } from '#pine/brain/place-exits.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { planMarket, slotsOf } from '#pine/brain/plan-market.ts';
import { cancelOrders } from '#pine/brain/place-order.ts';
import { isClosedForEntries } from '#pine/brain/risk-limits.ts';
import type { CloseRequest, EntryRequest, ExitRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

/**
 * Takes a request to enter; one that cannot be placed replaces and ends what rests under its id.
 */
export function requestEntry(broker: PineBroker, request: EntryRequest): void {
  const { book, api } = broker;
  const { id, direction } = request;
  if (broker.isSpot && direction === 'short' && book.trades.length === 0) {
    api.log.writeOnce('pine short', 'warning', 'a spot market has no short positions');
    return;
  }
  if (isClosedForEntries(book)) return;
  const amount = Number.isNaN(request.amount)
    ? usualSize(broker, request)
    : explicitSize(broker, request.amount);
  if (!(amount > 0)) return;
  const hasMargin = request.isPlain || isCovered(broker, request, amount);
  if (Number.isNaN(request.amount)) noteReach(broker, request, amount, hasMargin);
  // What cannot be placed ends what rests by its name.
  if (!hasMargin) {
    endResting(broker, (order) => order.request.id === id);
    return;
  }
  const queued = book.queue.findIndex((order) => isEntryOf(order, id));
  const resting = book.resting.find((order) => order.request.id === id);
  const isOfNow = resting?.bar === now.bar && (resting.pass ?? 0) === now.pass;
  const isChange = queued >= 0 || isOfNow;
  if (Number.isNaN(request.limit) && Number.isNaN(request.stop)) {
    endResting(broker, (order) => order.request.id === id);
    // Exits that were requested of the entry are of it also when it changes.
    const changed = book.queue[queued];
    const positionId = changed?.kind === 'entry' ? changed.positionId : newPosition(book);
    const entry = { kind: 'entry', request, positionId, amount, isChange } as const;
    if (queued >= 0) book.queue[queued] = entry;
    else book.queue.push(entry);
    return;
  }
  enterAtPrice(broker, request, amount, isChange);
}

/** Of an entry that gives none, as far as it can be paid. */
function usualSize(broker: PineBroker, request: EntryRequest): number {
  const size = defaultSize(broker, sizingPrice(broker, request));
  return broker.api.markets.roundAmount(null, payableSize(broker, request, size));
}

/** Whether the equity covers the entry at the price of now. */
function isCovered(broker: PineBroker, request: EntryRequest, amount: number): boolean {
  const { limit, stop, direction } = request;
  const percent = direction === 'long' ? broker.terms.marginLong : broker.terms.marginShort;
  if (percent === 0) return true;
  const isMarket = Number.isNaN(limit) && Number.isNaN(stop);
  // What it turns of the same bar has not filled: the order trades both.
  const traded = isMarket ? amount + pendingAgainst(broker, direction) : amount;
  const price = isMarket ? sizingPrice(broker, request) : now.price;
  const demand = (traded * price * now.facts.pointValue * percent) / 100;
  return demand <= broker.api.wallet.equity() * (1 + 1e-11);
}

/**
 * Ends entries with a price that rest, where the equity does not cover at the price of now what
 * would be held after them: the emulator checks them with each bar.
 */
export function endUncovered(broker: PineBroker): void {
  const { book, terms, api } = broker;
  if (!terms.emulates || terms.marginLong + terms.marginShort === 0) return;
  if (book.resting.length === 0) return;
  const sign = book.bindings[0]?.direction === 'short' ? -1 : 1;
  const position = sign * held(book.bindings);
  const cost = (now.price * now.facts.pointValue) / 100;
  const equity = api.wallet.equity() * (1 + 1e-11);
  endResting(broker, ({ request, amount }) => {
    const isLong = request.direction === 'long';
    const left = Math.abs(position + (isLong ? amount : -amount));
    const percent = isLong ? terms.marginLong : terms.marginShort;
    return !request.isPlain && left * cost * percent > equity;
  });
}

/** What orders at market of this bar will open against the direction. */
function pendingAgainst(broker: PineBroker, direction: 'long' | 'short'): number {
  const { book } = broker;
  if (book.queue.length === 0) return 0;
  const open = new Set(book.bindings.map(({ positionId }) => positionId));
  const { slots } = planMarket(book, slotsOf(book), marketTerms(broker, null));
  return held(slots.filter((slot) => slot.direction !== direction && !open.has(slot.positionId)));
}

/** Says once that the size which the declaration has is beyond what the wallet can open. */
function noteReach(
  { api, terms }: PineBroker,
  { direction }: EntryRequest,
  amount: number,
  hasMargin: boolean,
): void {
  const { price, facts } = now;
  if (hasMargin && api.run.kind !== 'live') return;
  const most = hasMargin ? api.wallet.maxAmount(`enter_${direction}`, null, price) : 0;
  if (amount <= most) return;
  const { baseCurrency, quoteCurrency } = facts;
  const value = Number((amount * price * facts.pointValue).toPrecision(6));
  const size = `the usual size of ${amount} ${baseCurrency}, worth ${value} ${quoteCurrency}`;
  const equity = `the equity of ${Number(api.wallet.equity().toPrecision(6))}`;
  const hint = terms.sizeType === 'fixed' ? `'default_qty_value' or 'qty'` : `'default_qty_value'`;
  const message = `${size}, is beyond ${equity}: the entry does not open. Set ${hint} to less`;
  api.log.writeOnce('pine reach', 'warning', message);
}

/**
 * The limit of entries, and what stands against it, are those of now, with the orders at market
 * that this bar has requested before. An entry beyond the limit ends what rests by its name.
 */
function enterAtPrice(
  broker: PineBroker,
  request: EntryRequest,
  amount: number,
  isChange: boolean,
): void {
  const { book, terms } = broker;
  const { id, direction, isPlain } = request;
  // One at market of the same name gives way to it.
  book.queue = book.queue.filter((order) => !isEntryOf(order, id));
  const open =
    book.queue.length === 0
      ? book.bindings
      : planMarket(book, slotsOf(book), marketTerms(broker, null)).slots;
  const isSame = open[0]?.direction === direction;
  const isFull = isSame && open.length >= Math.max(1, terms.pyramiding);
  if (isFull && !isPlain) {
    endResting(broker, (order) => order.request.id === id);
    return;
  }
  const turns = !isSame && !isPlain && !isChange ? held(open) : 0;
  // On the other side it is another entry: what was to leave it ends with it.
  endResting(broker, ({ request: other }) => other.id === id && other.direction !== direction);
  const known = book.resting.find((order) => order.request.id === id);
  const sizing = sizingOf(broker, request, amount);
  const changed: RestingEntry = {
    request,
    ...(sizing === null ? {} : { sizing }),
    positionId: known?.positionId ?? newPosition(book),
    amount: amount + turns,
    bar: now.bar,
    ...(now.pass === 0 ? {} : { pass: now.pass }),
    placed: known?.placed ?? '',
  };
  // A stop with a limit waits for its trigger anew.
  const isStopLimit = !Number.isNaN(request.limit) && !Number.isNaN(request.stop);
  if (known === undefined) book.resting.push(changed);
  else book.resting = book.resting.map((order) => (order === known ? changed : order));
  if (isStopLimit) changed.placed = '';
}

function isEntryOf(order: QueuedEntry | QueuedClose, id: string): boolean {
  return order.kind === 'entry' && order.request.id === id;
}

function newPosition(book: BrokerBook): string {
  book.positionCount += 1;
  return `pine-${book.positionCount}`;
}

function endResting(broker: PineBroker, picks: (order: RestingEntry) => boolean): void {
  const { book } = broker;
  const ended = new Set(book.resting.filter(picks).map(({ positionId }) => positionId));
  if (ended.size === 0) return;
  book.resting = book.resting.filter((order) => !picks(order));
  cancelOrders(broker, ({ restingId, kind, positionId }) =>
    kind === 'exit' ? ended.has(positionId) : ended.has(restingId),
  );
}

/**
 * Sized by what is left of the entries that it names; gives its number, zero where that is nothing.
 * One that changes another of this bar takes its place.
 */
export function requestClose(broker: PineBroker, request: CloseRequest): number {
  const { book, api } = broker;
  const { id, amount, percent, comment, alert, isImmediate, changes = 0 } = request;
  const bound = book.bindings.filter(({ entryId }) => id === null || entryId === id);
  if (bound.length === 0) return 0;
  const all = held(bound);
  let size = all;
  if (!Number.isNaN(amount)) size = amount < all ? explicitSize(broker, amount) : all;
  else if (!Number.isNaN(percent))
    size = percent < 100 ? api.markets.roundAmount(null, (all * percent) / 100) : all;
  if (!(size > 0)) return 0;
  const positionIds = bound.map(({ positionId }) => positionId);
  const number = (book.closingCount ?? 0) + 1;
  book.closingCount = number;
  const given = { id, amount: size, positionIds, comment, alert, isImmediate, number };
  const closing: QueuedClose = { kind: 'close', ...given };
  const changed = book.queue.findIndex((each) => each.kind === 'close' && each.number === changes);
  if (changes > 0 && changed >= 0) book.queue[changed] = closing;
  else book.queue.push(closing);
  return number;
}

/** Of entries that are open, and of those that are under way. */
export function requestExit({ book }: PineBroker, request: ExitRequest): void {
  const positionIds = entriesOf(book, request.fromEntry);
  if (positionIds.length === 0) return;
  book.exits.push({ request, positionIds });
  const isSame = (each: string): boolean => positionIds.includes(each);
  book.waiting = book.waiting.filter(
    (each) => each.request.id !== request.id || !each.positionIds.some(isSame),
  );
  book.standing = book.standing.filter((each) => each.request.id !== request.id);
  if (request.fromEntry === '') book.standing.push({ request, cycle: book.cycle });
}

/** By the id of an entry or of an exit; null: all orders. */
export function cancelRequests(broker: PineBroker, id: string | null): void {
  const { book } = broker;
  const isMeant = (each: string): boolean => id === null || each === id;
  endResting(broker, ({ request }) => isMeant(request.id));
  book.queue = book.queue.filter((order) =>
    order.kind === 'close' ? id !== null : !isMeant(order.request.id),
  );
  book.exits = book.exits.filter(({ request }) => !isMeant(request.id));
  book.waiting = book.waiting.filter(({ request }) => !isMeant(request.id));
  book.standing = book.standing.filter(({ request }) => !isMeant(request.id));
  book.spent = book.spent.filter((each) => !isMeant(each.id));
  cancelOrders(broker, (order) => order.kind === 'exit' && isMeant(order.id));
}
