// `strategy.*` on the orders of a run. Each entry is a position of its own, so an exit of an entry
// is one of its position. What the rules of the broker emulator say of sizes, of reversals, of the
// limit of entries and of exits that wait for their entry is here; how orders fill is the venue's.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder, OrderAction, OrderRequest } from '#engine/run-api/order-api.ts';
import type { BrokerBook, OpenTrade, WorkingOrder } from '#pine/brain/broker-book.ts';
import { bookExit, profitOf } from '#pine/brain/broker-book.ts';
import { readFigures } from '#pine/brain/broker-figures.ts';
import {
  equityOf,
  fillsTheDay,
  isClosedForEntries,
  noteEquity,
  noteFills,
  reachesLimit,
  withinPosition,
} from '#pine/brain/risk-limits.ts';
import type { Broker, BrokerFigures, CloseRequest, EntryRequest } from '#pine/runtime/broker.ts';
import { placeExits } from '#pine/brain/place-exits.ts';
import { now } from '#pine/runtime/pine-now.ts';

export type BrokerTerms = {
  readonly pyramiding: number;
  readonly sizeType: string;
  readonly sizeValue: number;
  /** As it is declared: a share of the equity pays it too. */
  readonly commissionType: string;
  readonly commissionValue: number;
};

export type PineBroker = {
  readonly api: CommandContext;
  readonly book: BrokerBook;
  readonly terms: BrokerTerms;
  readonly isSpot: boolean;
  /** Bars before the run: nothing is requested. */
  isMuted: boolean;
  /** What was read of this bar; null: nothing yet. */
  figures: BrokerFigures | null;
};

type Terms = Pick<OrderRequest, 'type' | 'price' | 'triggerPrice'> & {
  readonly trail?: OrderRequest['trail'];
  readonly oca?: OrderRequest['oca'];
  readonly isImmediate?: boolean;
};

const MARKET: Terms = { type: 'market', price: NaN, triggerPrice: null };

type Placing = Pick<
  WorkingOrder,
  'id' | 'kind' | 'direction' | 'positionId' | 'amount' | 'comment'
>;

/** Requests the order, and follows it. */
function place(broker: PineBroker, placing: Placing, terms: Terms): void {
  const { api, book } = broker;
  const isEntry = placing.kind === 'entry';
  const orderId = api.orders.place({
    action: actionOf(broker, placing.direction, isEntry),
    marketTag: null,
    type: terms.type,
    price: terms.type === 'market' ? now.close : terms.price,
    amount: placing.amount,
    positionId: placing.positionId,
    triggerPrice: terms.triggerPrice,
    trail: terms.trail ?? null,
    oca: terms.oca ?? null,
    timeoutMs: null,
    note: placing.comment === '' ? placing.id : placing.comment,
    isReduceOnly: !isEntry,
    isHidden: false,
    isImmediate: terms.isImmediate ?? false,
    isManaged: false,
  });
  if (orderId === '') return;
  const price = terms.triggerPrice ?? terms.price;
  book.working.push({
    ...placing,
    orderId,
    isMarket: terms.type === 'market',
    bar: now.bar,
    terms: termsText(terms),
    price,
    seenAmount: 0,
    seenValue: 0,
  });
}

function termsText({ type, price, triggerPrice, trail }: Terms): string {
  return [type, price, triggerPrice, trail?.offset, trail?.activationPrice].join(' ');
}

function actionOf(
  { isSpot }: PineBroker,
  direction: 'long' | 'short',
  isEntry: boolean,
): OrderAction {
  if (isSpot) return isEntry === (direction === 'long') ? 'buy' : 'sell';
  if (direction === 'long') return isEntry ? 'go_long' : 'exit_long';
  return isEntry ? 'go_short' : 'exit_short';
}

function cancelOrders(broker: PineBroker, picks: (order: WorkingOrder) => boolean): void {
  const { book, api } = broker;
  for (const order of book.working) if (picks(order)) api.orders.cancel(order.orderId);
  book.working = book.working.filter((order) => !picks(order));
}

function newPosition({ book }: PineBroker): string {
  book.positionCount += 1;
  return `pine-${book.positionCount}`;
}

/** Takes in what has become of the orders since the last bar. */
export function syncBook(broker: PineBroker): void {
  const { api, book } = broker;
  broker.figures = null;
  const seen = book.working.map((order) => ({ order, state: api.orders.find(order.orderId) }));
  const filled = seen.flatMap(({ order, state }) =>
    state !== null && state.filledAmount > order.seenAmount ? [{ order, state }] : [],
  );
  // In the order of the fills; at one instant an entry comes before its own exits.
  filled.sort(
    (a, b) =>
      (a.state.filledAtMs ?? 0) - (b.state.filledAtMs ?? 0) ||
      Number(b.order.kind === 'entry') - Number(a.order.kind === 'entry'),
  );
  const closedBefore = book.closed.length + book.wins + book.losses + book.evens;
  for (const { order, state } of filled) noteFill(broker, order, state);
  const hasClosed = book.closed.length + book.wins + book.losses + book.evens > closedBefore;
  const ended = new Set(
    seen.filter(({ state }) => state?.state !== 'open').map(({ order }) => order),
  );
  book.working = book.working.filter((order) => !ended.has(order));
  noteExcursions(broker);
  if (broker.isMuted) return;
  const names = new Set(filled.map(({ order: { id, bar } }) => `${bar} ${id}`));
  noteFills(book, names.size, equityOf(book, 'close'));
  noteEquity(book);
  if (reachesLimit(book, hasClosed, filled.length > 0)) closeForRisk(broker);
}

/** All orders end, and what is open closes at the close of this bar. */
function closeForRisk(broker: PineBroker): void {
  cancelOrders(broker, () => true);
  close(broker, {
    id: null,
    amount: NaN,
    percent: NaN,
    comment: 'Close Position (risk)',
    isImmediate: true,
  });
}

function noteFill({ book }: PineBroker, order: WorkingOrder, state: BotOrder): void {
  const amount = state.filledAmount - order.seenAmount;
  const value = state.filledAmount * state.filledPrice;
  const price = order.seenAmount === 0 ? state.filledPrice : (value - order.seenValue) / amount;
  const fees = (state.fees * amount) / state.filledAmount;
  const atMs = state.filledAtMs ?? now.timeMs;
  order.seenAmount = state.filledAmount;
  order.seenValue = value;
  const { id, comment, positionId, direction, orderId } = order;
  if (order.kind !== 'entry') {
    const fill = { amount, price, fees, atMs, bar: now.bar, id, comment };
    bookExit(book, positionId, fill, now.facts.pointValue);
    return;
  }
  book.trades.push({
    entryId: id,
    entryComment: comment,
    direction,
    size: amount,
    entryPrice: price,
    entryBar: now.bar,
    entryTime: atMs,
    exitId: '',
    exitComment: '',
    exitPrice: NaN,
    exitBar: NaN,
    exitTime: NaN,
    profit: 0,
    commission: fees,
    maxRunup: 0,
    maxDrawdown: 0,
    positionId,
    orderId,
  });
  const held = book.trades.reduce((sum, { size }) => sum + size, 0);
  book.mostHeld = Math.max(book.mostHeld, held);
  if (direction === 'long') book.mostLong = Math.max(book.mostLong, held);
  else book.mostShort = Math.max(book.mostShort, held);
}

function noteExcursions({ book }: PineBroker): void {
  const { high, low, facts } = now;
  for (const trade of book.trades) {
    const [best, worst] = trade.direction === 'long' ? [high, low] : [low, high];
    trade.maxRunup = Math.max(trade.maxRunup, profitOf(trade, best, trade.size, facts.pointValue));
    trade.maxDrawdown = Math.max(
      trade.maxDrawdown,
      -profitOf(trade, worst, trade.size, facts.pointValue),
    );
  }
}

function entryTerms({ limit, stop, ocaName, ocaType }: EntryRequest): Terms {
  const kind = ocaType === 'cancel' || ocaType === 'reduce' ? ocaType : null;
  const oca: OrderRequest['oca'] = kind === null || ocaName === '' ? null : { name: ocaName, kind };
  const [hasLimit, hasStop] = [!Number.isNaN(limit), !Number.isNaN(stop)];
  if (hasLimit && hasStop) return { type: 'stop_limit', price: limit, triggerPrice: stop, oca };
  if (hasStop) return { type: 'stop_market', price: stop, triggerPrice: stop, oca };
  if (hasLimit) return { type: 'no_timeout', price: limit, triggerPrice: null, oca };
  return { ...MARKET, oca };
}

function defaultSize({ terms, api }: PineBroker, price: number): number {
  const { sizeType, sizeValue, commissionType, commissionValue } = terms;
  const cost = price * now.facts.pointValue;
  if (sizeType === 'cash') return roundedMoney(sizeValue) / cost;
  if (sizeType !== 'percent_of_equity') return sizeValue;
  const money = api.wallet.equity() * sizeValue * 0.01;
  if (commissionType === 'cash_per_order')
    return roundedMoney(Math.max(0, money - commissionValue)) / cost;
  if (commissionType === 'cash_per_contract') return roundedMoney(money) / (cost + commissionValue);
  return roundedMoney(money) / (cost * (1 + commissionValue * 0.01));
}

const EXACT_MONEY_MIN = 1e7;

/** Money for an order has ten digits, unless there is very much of it. */
function roundedMoney(money: number): number {
  return money > 0 && money < EXACT_MONEY_MIN ? Number(money.toPrecision(10)) : money;
}

/** Entries that are open or surely will be, in one direction. */
function entryCount({ book }: PineBroker, direction: 'long' | 'short'): number {
  const open = book.trades.filter((trade) => trade.direction === direction);
  const coming = book.working.filter(
    (order) => order.kind === 'entry' && order.isMarket && order.direction === direction,
  );
  return new Set(open.map(({ orderId }) => orderId)).size + coming.length;
}

function enter(broker: PineBroker, request: EntryRequest): void {
  const { book, api, terms } = broker;
  if (broker.isMuted) return;
  const { id, direction, comment, isPlain } = request;
  if (broker.isSpot && direction === 'short' && book.trades.length === 0) {
    api.log.writeOnce('pine short', 'warning', 'a spot market has no short positions');
    return;
  }
  cancelOrders(broker, (order) => isOf(order, id) && !order.isMarket);
  if (isClosedForEntries(book)) return;
  const isAllowed = book.allowed === 'all' || book.allowed === direction;
  const against = heldAgainst(broker, direction);
  if (!isPlain && entryCount(broker, direction) >= Math.max(1, terms.pyramiding)) return;
  const price = Number.isNaN(request.limit)
    ? Number.isNaN(request.stop)
      ? now.close
      : request.stop
    : request.limit;
  const wanted = Number.isNaN(request.amount) ? defaultSize(broker, price) : request.amount;
  const amount = api.markets.roundAmount(null, wanted);
  if (!(amount > 0)) return;
  const placed = entryTerms(request);
  let left = isPlain || isAllowed ? amount : 0;
  if (!isPlain) left = api.markets.roundAmount(null, withinPosition(book, left));
  let closes = isPlain ? amount : Infinity;
  for (const trade of against) {
    const size = Math.min(trade.size, closes);
    if (!(size > 0)) break;
    closes -= size;
    if (isPlain) left = api.markets.roundAmount(null, left - size + 1e-12);
    if (isClosing(broker, trade)) continue;
    const { positionId } = trade;
    place(
      broker,
      { id, kind: 'turn', direction: trade.direction, positionId, amount: size, comment },
      placed,
    );
  }
  if (!(left > 0) || (broker.isSpot && direction === 'short')) return;
  const positionId = newPosition(broker);
  place(broker, { id, kind: 'entry', direction, positionId, amount: left, comment }, placed);
  // The order that fills the day is closed where it fills.
  if (placed.type === 'market' && fillsTheDay(book))
    place(
      broker,
      { id: 'Close Position', kind: 'close', direction, positionId, amount: left, comment: '' },
      MARKET,
    );
}

type Holding = Pick<OpenTrade, 'positionId' | 'direction' | 'size'>;

/** What is open, or surely will be, in the other direction. */
function heldAgainst({ book }: PineBroker, direction: 'long' | 'short'): readonly Holding[] {
  const coming = book.working
    .filter(({ kind, isMarket }) => kind === 'entry' && isMarket)
    .map((order) => ({ ...order, size: order.amount - order.seenAmount }));
  return [...book.trades, ...coming].filter((held) => held.direction !== direction);
}

/** Whether a market order that was requested on this bar closes all of it. */
function isClosing({ book }: PineBroker, { positionId, size }: Holding): boolean {
  const amounts = book.working
    .filter((order) => order.positionId === positionId && order.isMarket && order.kind !== 'entry')
    .map(({ amount }) => amount);
  return amounts.reduce((sum, amount) => sum + amount, 0) >= size;
}

function isOf({ id, kind }: WorkingOrder, wanted: string): boolean {
  return id === wanted && (kind === 'entry' || kind === 'turn');
}

function close(broker: PineBroker, request: CloseRequest): void {
  if (broker.isMuted) return;
  const { book, api } = broker;
  const closed = book.trades.filter(
    (trade) => (request.id === null || trade.entryId === request.id) && !isClosing(broker, trade),
  );
  const held = closed.reduce((sum, { size }) => sum + size, 0);
  let left = held;
  if (!Number.isNaN(request.amount)) left = Math.min(held, request.amount);
  else if (!Number.isNaN(request.percent))
    left = api.markets.roundAmount(null, (held * request.percent) / 100);
  const id = request.id === null ? 'Close position order' : `Close entry(s) order ${request.id}`;
  for (const { positionId, direction, size } of closed) {
    const amount = Math.min(size, left);
    if (!(amount > 0)) break;
    left -= amount;
    const { comment, isImmediate } = request;
    place(
      broker,
      { id, kind: 'close', direction, positionId, amount, comment },
      { ...MARKET, isImmediate },
    );
  }
}

/** What the script sees of it. */
export function brokerFacade(broker: PineBroker): Broker {
  const { book } = broker;
  return {
    enter: (request) => enter(broker, request),
    exit: (request) => {
      if (!broker.isMuted) placeExits(broker, request, { place, cancel: cancelOrders, termsText });
    },
    close: (request) => close(broker, request),
    cancel: (id) =>
      cancelOrders(broker, (order) => (id === null || order.id === id) && !order.isMarket),
    limit: (kind, value, isPercent) => {
      book.risk.limits[kind] = { value, isPercent };
    },
    allow: (direction) => {
      book.allowed = direction;
    },
    figures: () =>
      (broker.figures ??= readFigures(
        book,
        broker.isMuted ? book.initialCapital : broker.api.wallet.equity(),
      )),
    open: () =>
      book.trades.map((trade) => ({
        ...trade,
        profit: profitOf(trade, now.close, trade.size, now.facts.pointValue) - trade.commission,
      })),
    closed: () => book.closed,
    entryName: () => book.trades[0]?.entryId ?? null,
    defaultSize: (price) => defaultSize(broker, price),
  };
}
