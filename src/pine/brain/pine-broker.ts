// `strategy.*` on the orders of a run. Each entry is a position of its own, so an exit of an entry
// is one of its position. What a script requests on a bar is placed when the bar has been worked
// through, since a later request changes or ends an earlier one; how orders fill is the venue's.

import { MINUTE_MS } from '#lib/time.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { BrokerBook, Fill, WorkingOrder } from '#pine/brain/broker-book.ts';
import { closeTrades, near, openTrade, profitOf, reduceBindings } from '#pine/brain/broker-book.ts';
import { readFigures } from '#pine/brain/broker-figures.ts';
import { defaultSize } from '#pine/brain/default-size.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { NOTHING_EARLY, cancelOrders } from '#pine/brain/place-order.ts';
import {
  cancelRequests,
  endUncovered,
  requestClose,
  requestEntry,
  requestExit,
} from '#pine/brain/request-orders.ts';
import {
  equityOf,
  isNoted,
  isOfYesterday,
  noteEquity,
  noteFills,
  reachedLimit,
} from '#pine/brain/risk-limits.ts';
import type { Broker } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** Takes in what has become of the orders since the last bar. */
export function syncBook(broker: PineBroker): void {
  const { api, book } = broker;
  broker.figures = null;
  if (isIdle(broker)) {
    const isQuiet = !broker.isMuted && broker.early === NOTHING_EARLY;
    if (isQuiet && book.trades.length === 0 && isNoted(book)) return;
    noteExcursions(broker);
    if (!broker.isMuted) noteBar(broker, 0, false);
    return;
  }
  const seen = book.working.map((order) => ({ order, state: api.orders.find(order.orderId) }));
  const filled = seen.flatMap(({ order, state }) =>
    state !== null && state.filledAmount > order.seenAmount ? [{ order, state }] : [],
  );
  filled.push(...marginCalls(broker, filled));
  sortByFill(book, filled);
  const closedCount = (): number => book.closed.length + book.wins + book.losses + book.evens;
  const closedBefore = closedCount();
  for (const { order, state } of filled) {
    noteGroup(broker, order, state.filledAmount - order.seenAmount);
    noteFill(broker, order, state);
  }
  const hasClosed = closedCount() > closedBefore;
  dropEnded(broker, seen);
  noteExcursions(broker);
  if (broker.isMuted) return;
  if (now.pass === 0) endUncovered(broker);
  const ofToday = filled.filter(
    ({ order, state }) => !isOfYesterday(state.filledAtMs, order.isImmediate === true),
  );
  const names = new Set(ofToday.map(({ order: { id, bar } }) => `${bar} ${id}`));
  noteBar(broker, names.size, hasClosed);
}

/** No order works, and none has filled of itself since the last bar, as a margin call does. */
function isIdle({ api, book }: PineBroker): boolean {
  return (
    book.working.length + book.resting.length === 0 &&
    api.orders.counts().filled === book.filledCount
  );
}

/** Within a bar, what was filled is left for its close. */
function noteBar(broker: PineBroker, newCount: number, hasNewlyClosed: boolean): void {
  const { book, early } = broker;
  const fillCount = early.fillCount + newCount;
  const hasClosed = early.hasClosed || hasNewlyClosed;
  const isWithin = now.pass > 0;
  broker.early = isWithin ? { fillCount, hasClosed } : NOTHING_EARLY;
  if (isWithin) return;
  noteFills(book, fillCount, equityOf(book, 'close'));
  noteEquity(book);
  const reached = reachedLimit(book, hasClosed, fillCount > 0);
  if (reached !== null) closeForRisk(broker, reached.alert ?? '');
}

type FilledOrder = { readonly order: WorkingOrder; readonly state: BotOrder };

/**
 * In the order of the fills. At one instant those at market come first, as they were requested;
 * then what closes comes before what opens, an entry before what leaves it, and what an entry
 * closes before it.
 */
export function sortByFill({ bindings }: BrokerBook, filled: FilledOrder[]): void {
  if (filled.length < 2) return;
  const open = new Set(bindings.map(({ positionId }) => positionId));
  const rank = ({ kind, positionId, isMarket }: WorkingOrder): number => {
    if (isMarket) return -1;
    if (kind === 'entry') return 1;
    return open.has(positionId) ? 0 : 2;
  };
  const timeOf = ({ state }: FilledOrder): number => state.filledAtMs ?? 0;
  filled.sort((a, b) => timeOf(a) - timeOf(b) || rank(a.order) - rank(b.order));
  for (let at = 0; at < filled.length; at += 1) {
    const coming = filled
      .slice(at)
      .filter((each) => timeOf(each) === timeOf(filled[at] as FilledOrder));
    const next = coming.find(({ order }) => isNext(order, open, coming)) ?? coming[0];
    if (next === undefined) break;
    filled.splice(filled.indexOf(next), 1);
    filled.splice(at, 0, next);
    if (next.order.kind === 'entry') open.add(next.order.positionId);
  }
}

/** Whether what the order closes is open, or what is closed for an entry has been closed. */
function isNext(
  { kind, positionId, isMarket }: WorkingOrder,
  open: ReadonlySet<string>,
  coming: readonly FilledOrder[],
): boolean {
  if (isMarket) return true;
  if (kind !== 'entry') return open.has(positionId);
  return coming.every(({ order }) => order.kind !== 'turn' || order.restingId !== positionId);
}

const CALL_NOTE = 'margin call';
const CALLS_MAX = 200;

/** What margin calls have closed of the entries since the last bar: nobody requested it. */
function marginCalls(
  { api, book }: PineBroker,
  seen: readonly FilledOrder[],
): readonly FilledOrder[] {
  const { filled } = api.orders.counts();
  if (filled === book.filledCount) return [];
  book.filledCount = filled;
  const opened = seen.flatMap(({ order }) => (order.kind === 'entry' ? [order] : []));
  const found = [...book.bindings, ...opened].flatMap(({ positionId, direction }) =>
    api.orders
      .filled(positionId)
      .filter(({ orderId, note }) => note === CALL_NOTE && !book.calls.includes(orderId))
      .map((state): FilledOrder => {
        const { orderId, amount } = state;
        const order: WorkingOrder = {
          orderId,
          id: 'Margin call',
          kind: 'close',
          direction,
          positionId,
          amount,
          isMarket: false,
          isTrail: false,
          comment: '',
          bar: now.bar,
          terms: '',
          price: NaN,
          restingId: '',
          partOf: `call ${state.filledAtMs}`,
          seenAmount: 0,
          seenValue: 0,
        };
        return { order, state };
      }),
  );
  book.calls.push(...found.map(({ order }) => order.orderId));
  if (book.calls.length > CALLS_MAX) book.calls.splice(0, book.calls.length - CALLS_MAX);
  return found;
}

type FollowedOrder = { readonly order: WorkingOrder; readonly state: BotOrder | null };

/** Forgets orders that have ended, and what hung on entries that are no more. */
function dropEnded(broker: PineBroker, seen: readonly FollowedOrder[]): void {
  const { book } = broker;
  const ended = seen.filter(({ state }) => state?.state !== 'open');
  const endedOrders = new Set(ended.map(({ order }) => order));
  book.working = book.working.filter((order) => !endedOrders.has(order));
  const open = new Set(book.bindings.map(({ positionId }) => positionId));
  // A part that ended because there is nothing left to close: the entry goes on without it.
  const goesOn = ({ order, state }: FollowedOrder): boolean =>
    order.kind !== 'entry' && (state?.filledAmount ?? 0) === 0 && !open.has(order.positionId);
  const done = new Set(ended.filter((each) => !goesOn(each)).map(({ order }) => order.restingId));
  book.resting = book.resting.filter((entry) => !done.has(entry.positionId));
  // What it would have closed of other entries goes with it.
  const isDone = ({ kind, restingId }: WorkingOrder): boolean =>
    kind === 'turn' && restingId !== '' && done.has(restingId);
  if (done.size > 0) cancelOrders(broker, isDone);
  const isComing = ({ positionId }: WorkingOrder): boolean =>
    book.working.some((each) => each.kind === 'entry' && each.positionId === positionId);
  cancelOrders(
    broker,
    (order) => order.kind === 'exit' && !open.has(order.positionId) && !isComing(order),
  );
}

/** All orders end, and what is open closes at the close of this bar. */
function closeForRisk(broker: PineBroker, alert: string): void {
  cancelRequests(broker, null);
  cancelOrders(broker, () => true);
  const comment = 'Close Position (risk)';
  requestClose(broker, {
    id: null,
    amount: NaN,
    percent: NaN,
    comment,
    isImmediate: true,
    alert,
  });
}

/** What a fill leaves of the other entries of its group. */
function noteGroup(broker: PineBroker, { restingId }: WorkingOrder, amount: number): void {
  const { book } = broker;
  const own = book.resting.find(({ positionId }) => positionId === restingId);
  if (own === undefined || own.request.ocaName === '') return;
  const { ocaName, ocaType } = own.request;
  if (ocaType !== 'cancel' && ocaType !== 'reduce') return;
  book.resting = book.resting.flatMap((other) => {
    const isOther = other.request.ocaName !== ocaName || other.request.ocaType !== ocaType;
    if (other === own || isOther) return [other];
    const left = ocaType === 'reduce' ? near(other.amount - amount) : 0;
    if (left > 0) return [{ ...other, amount: left, placed: '' }];
    cancelOrders(broker, (order) => order.restingId === other.positionId);
    return [];
  });
}

/** What fills at a close is of the bar that closes there; the run hears of it with the next. */
function barOfFill(filledAtMs: number | null): Pick<Fill, 'bar' | 'atMs'> {
  const { bar, timeMs, facts } = now;
  if (filledAtMs === null || filledAtMs >= timeMs) return { bar, atMs: timeMs };
  return { bar: bar - 1, atMs: timeMs - facts.intervalMinutes * MINUTE_MS };
}

function noteFill({ book, terms }: PineBroker, order: WorkingOrder, state: BotOrder): void {
  const amount = state.filledAmount - order.seenAmount;
  const value = state.filledAmount * state.filledPrice;
  const price = order.seenAmount === 0 ? state.filledPrice : (value - order.seenValue) / amount;
  const { id, comment, positionId, direction, orderId, kind, partOf } = order;
  order.seenAmount = state.filledAmount;
  order.seenValue = value;
  const fill: Fill = {
    amount,
    price,
    fees: (state.fees * amount) / state.filledAmount,
    ...barOfFill(state.filledAtMs),
    // What closes at once shows the close, and brings what slippage leaves of it (PyneCore).
    ...(terms.emulates && order.isImmediate === true ? { shownPrice: now.closeBefore } : {}),
    id,
    comment,
    orderId,
    ...(partOf === undefined ? {} : { partOf }),
    requestBar: book.resting.find((each) => each.positionId === positionId)?.bar ?? order.bar,
  };
  const { pointValue } = now.facts;
  if (kind === 'entry') {
    const left = closeTrades(book, fill, pointValue, (trade) => trade.direction !== direction);
    reduceBindings(book, near(amount - left), (binding) => binding.direction !== direction);
    const share = left / amount;
    if (left > 0)
      openTrade(book, positionId, direction, { ...fill, amount: left, fees: fill.fees * share });
    return;
  }
  const own = book.bindings.find((binding) => binding.positionId === positionId);
  const isBound = terms.closesAny && kind !== 'turn' && own !== undefined;
  closeTrades(
    book,
    fill,
    pointValue,
    (trade) => trade.direction === direction && (!isBound || trade.entryId === own.entryId),
  );
  reduceBindings(book, amount, (binding) => binding.positionId === positionId);
  const isWhole = near(order.amount - state.filledAmount) <= 0;
  if (kind === 'exit' && isWhole && own !== undefined && own.left > 0)
    book.spent.push({ id, positionId, amount: order.amount });
}

function noteExcursions({ book }: PineBroker): void {
  const { top, bottom, facts } = now;
  for (const trade of book.trades) {
    const [best, worst] = trade.direction === 'long' ? [top, bottom] : [bottom, top];
    trade.maxRunup = Math.max(trade.maxRunup, profitOf(trade, best, trade.size, facts.pointValue));
    trade.maxDrawdown = Math.max(
      trade.maxDrawdown,
      -profitOf(trade, worst, trade.size, facts.pointValue),
    );
  }
}

/** An order that a request meets in the book, and a trade that is copied. */
const ORDER_STEPS = 32;
const TRADE_STEPS = 64;

/** A request meets each order; an exit of all entries, when the bar ends, each for each entry. */
function chargeOrders(book: BrokerBook, isOfAll: boolean): void {
  const { working, queue, resting, exits, bindings } = book;
  const entries = bindings.length + queue.length + resting.length;
  const orders = working.length + exits.length + entries;
  chargeSteps(orders * (ORDER_STEPS + (isOfAll ? 2 * entries : 0)));
}

/** What the script sees of it. */
export function brokerFacade(broker: PineBroker): Broker {
  const { book } = broker;
  const unlessMuted =
    <T>(act: (broker: PineBroker, request: T) => void, isOfAll?: (request: T) => boolean) =>
    (request: T): void => {
      if (broker.isMuted) return;
      chargeOrders(book, isOfAll?.(request) ?? false);
      act(broker, request);
    };
  return {
    enter: unlessMuted(requestEntry),
    exit: unlessMuted(requestExit, ({ fromEntry }) => fromEntry === ''),
    close: (request) => {
      if (broker.isMuted) return 0;
      chargeOrders(book, false);
      return requestClose(broker, request);
    },
    cancel: unlessMuted(cancelRequests),
    limit: (kind, limit) => {
      book.risk.limits[kind] = limit;
    },
    allow: (direction) => {
      book.allowed = direction;
    },
    figures: () =>
      (broker.figures ??= readFigures(
        book,
        broker.isMuted ? book.initialCapital : broker.api.wallet.equity(),
        broker.terms,
      )),
    open: () => {
      chargeSteps(TRADE_STEPS * book.trades.length);
      return book.trades.map((trade) => ({
        ...trade,
        profit: profitOf(trade, now.price, trade.size, now.facts.pointValue) - trade.commission,
      }));
    },
    closed: () => book.closed,
    entryName: () => book.trades[0]?.entryId ?? null,
    defaultSize: (price) => defaultSize(broker, price),
  };
}
