// An order of a Pine script on the run: requested, followed in the book, and ended.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { OrderAction, OrderRequest } from '#engine/run-api/order-api.ts';
import type { BrokerBook, WorkingOrder } from '#pine/brain/broker-book.ts';
import type { BrokerFigures, ExitRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

export type BrokerTerms = {
  readonly pyramiding: number;
  readonly sizeType: string;
  readonly sizeValue: number;
  /** As it is declared: a share of the equity pays it too. */
  readonly commissionType: string;
  readonly commissionValue: number;
  /** Ticks by which orders at market fill worse; they are sized at such a price. */
  readonly slippage: number;
  /** Of a position's value, what the equity must cover; 0: nothing. */
  readonly marginLong: number;
  readonly marginShort: number;
  /** Orders of one group can be of one order that turns a position. */
  readonly emulates: boolean;
  /** An exit closes trades of its own entry, not the oldest. */
  readonly closesAny: boolean;
};

/** Orders that have filled within a bar, and whether trades have closed in it. */
type EarlyFills = { readonly fillCount: number; readonly hasClosed: boolean };

export const NOTHING_EARLY: EarlyFills = { fillCount: 0, hasClosed: false };

export type PineBroker = {
  readonly api: CommandContext;
  readonly book: BrokerBook;
  readonly terms: BrokerTerms;
  readonly isSpot: boolean;
  /** Bars before the run: nothing is requested. */
  isMuted: boolean;
  /** What runs within this bar have seen of it. */
  early: EarlyFills;
  /** What was read of this bar; null: nothing yet. */
  figures: BrokerFigures | null;
};

export type OrderTerms = Pick<OrderRequest, 'type' | 'price' | 'triggerPrice'> & {
  readonly trail?: OrderRequest['trail'];
  readonly entryDistance?: number;
  readonly oca?: OrderRequest['oca'];
  readonly isImmediate?: boolean;
  readonly margin?: OrderRequest['margin'];
  readonly wholeAmount?: number;
  readonly sizing?: OrderRequest['sizing'];
  /** As the script has requested it, where that tells more than its prices. */
  readonly requested?: string;
};

export const MARKET: OrderTerms = { type: 'market', price: NaN, triggerPrice: null };

export type Placing = Pick<
  WorkingOrder,
  'id' | 'kind' | 'direction' | 'positionId' | 'amount' | 'comment'
> &
  Pick<WorkingOrder, 'partOf'> & {
    readonly restingId?: string;
    readonly alert?: string | undefined;
    readonly exit?: ExitRequest;
  };

/** Requests the order, and follows it. */
export function placeOrder(broker: PineBroker, placing: Placing, terms: OrderTerms): string {
  const { api, book } = broker;
  const {
    id,
    kind,
    direction,
    positionId,
    amount,
    comment,
    restingId = '',
    alert,
    partOf,
    exit,
  } = placing;
  const isEntry = kind === 'entry';
  // Within a bar all orders arrive at once.
  const isImmediate = terms.isImmediate === true && now.pass === 0;
  const orderId = api.orders.place({
    action: actionOf(broker, direction, isEntry),
    marketTag: null,
    type: terms.type,
    price: terms.type === 'market' ? now.price : terms.price,
    amount,
    positionId,
    triggerPrice: terms.triggerPrice,
    trail: terms.trail ?? null,
    oca: terms.oca ?? null,
    ...(terms.entryDistance === undefined ? {} : { entryDistance: terms.entryDistance }),
    ...(terms.margin === undefined ? {} : { margin: terms.margin }),
    ...(terms.sizing === undefined ? {} : { sizing: terms.sizing }),
    ...(terms.wholeAmount === undefined ? {} : { wholeAmount: terms.wholeAmount }),
    ...(kind === 'turn' ? { isTurn: true } : {}),
    timeoutMs: null,
    note: comment === '' ? id : comment,
    isReduceOnly: !isEntry,
    isHidden: false,
    isImmediate,
    isManaged: false,
  });
  if (orderId === '') return '';
  book.working.push({
    id,
    kind,
    direction,
    positionId,
    amount,
    comment,
    restingId,
    ...(alert === undefined || alert === '' ? {} : { alert }),
    ...(isImmediate ? { isImmediate: true } : {}),
    ...(partOf === undefined || terms.wholeAmount === undefined ? {} : { partOf }),
    ...(exit === undefined || !broker.isSpot ? {} : { exit }),
    orderId,
    isMarket: terms.type === 'market',
    isTrail: terms.type === 'trailing_stop_market',
    bar: now.bar,
    terms: termsText(terms),
    price: terms.triggerPrice ?? terms.price,
    seenAmount: 0,
    seenValue: 0,
  });
  return orderId;
}

/** Text by which orders of equal terms are recognised. */
export function termsText(terms: OrderTerms): string {
  const { type, price, triggerPrice, trail, entryDistance, oca, requested } = terms;
  const group = oca?.name ?? '';
  if (requested !== undefined) return `${requested} ${group}`;
  const { offset, activationPrice, activationDistance } = trail ?? {};
  return [
    type,
    price,
    triggerPrice,
    offset,
    activationPrice,
    activationDistance,
    entryDistance,
    group,
  ].join(' ');
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

/** Cancels the orders that are picked, and takes them off the book at once. */
export function cancelOrders(broker: PineBroker, picks: (order: WorkingOrder) => boolean): void {
  const { book, api } = broker;
  for (const order of book.working) if (picks(order)) api.orders.cancel(order.orderId);
  book.working = book.working.filter((order) => !picks(order));
}
