// Orders of Binance USD-M futures that wait for a price ("algo orders"). They have ids of their
// own; the order that comes of one has our name, and another id.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, UnreadableOrder } from '#venues/dialect.ts';
import { usdmOrder } from '#venues/dialects/binance-usdm/read-order.ts';
import type { OpenRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  idField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** Its numbers are counted apart from those of orders: both may be the same. */
const WAITING_ID = /^algo-(\d+)$/;

function waitingId(algoId: string): string {
  return `algo-${algoId}`;
}

/** The venue's number; null of an order that does not wait. */
export function algoIdOf(venueOrderId: string | null): string | null {
  return WAITING_ID.exec(venueOrderId ?? '')?.[1] ?? null;
}

/** With the venue's words still in it: replies and events differ in their keys only. */
export type WaitingWords = {
  readonly algoId: string;
  readonly name: string;
  readonly status: string;
  readonly symbol: string;
  readonly type: string;
  readonly side: string;
  readonly timeInForce: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly triggerPrice: Decimal;
  readonly isReduceOnly: boolean;
  /** What came of it; an empty text: nothing has. */
  readonly orderId: string;
  /** Of that order. Null where the venue does not say it. */
  readonly filledAmount: Decimal | null;
  readonly averagePrice: Decimal;
  readonly triggeredAtMs: number;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

/** As the status of an order; `ENDED`: the order that came of it says how. */
const STATUSES: { readonly [status: string]: string } = {
  NEW: 'NEW',
  TRIGGERING: 'NEW',
  TRIGGERED: 'NEW',
  FINISHED: 'ENDED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
};

/**
 * Some were triggered, never became an order, and could not be cancelled: after so long nothing is
 * expected of one any more.
 */
const TRIGGERING_MS_MAX = MINUTE_MS;

/**
 * Order that waits or waited. One that was triggered long ago without an order behind it has
 * expired.
 */
export function waitingOrder(words: WaitingWords, context: AccountContext): VenueOrder {
  const { algoId, orderId, amount } = words;
  const filledAmount = words.filledAmount ?? ZERO;
  const status = knownWord(STATUSES, words.status, 'algoStatus');
  if (status === 'ENDED' && words.filledAmount === null)
    throw new UnreadableReply('An order that was triggered does not say what was filled.');
  const isLost =
    words.status === 'TRIGGERING' && context.nowMs - words.triggeredAtMs > TRIGGERING_MS_MAX;
  const end = filledAmount >= amount ? 'FILLED' : 'CANCELED';
  return usdmOrder(
    {
      ...words,
      orderId: orderId === '' ? waitingId(algoId) : orderId,
      status: isLost ? 'EXPIRED' : status === 'ENDED' ? end : status,
      filledAmount,
    },
    context,
  );
}

/** In a reply. Throws UnreadableReply where it is not the order that was named. */
export function readWaitingOrder(
  value: unknown,
  context: AccountContext,
  name: Pick<OrderName, 'clientOrderId' | 'venueOrderId'>,
): VenueOrder {
  const words = replyWords(replyFields(value, 'The order'));
  const algoId = algoIdOf(name.venueOrderId);
  const isNamed = algoId === null ? words.name === name.clientOrderId : words.algoId === algoId;
  if (!isNamed) throw new UnreadableReply('The reply names another order.');
  return waitingOrder(words, context);
}

/** Those that wait: what came of the others is in the list of orders. */
export function readWaitingOrders(value: unknown, context: AccountContext): OpenRows<VenueOrder> {
  const rows = replyList(value, 'The list of waiting orders');
  const keys = { id: 'algoId', name: 'clientAlgoId' };
  const { items, unreadable } = readOpenOrders(rows, keys, (row) =>
    waitingOrder(replyWords(replyFields(row, 'The order')), context),
  );
  return {
    items: items.filter(
      ({ state, venueOrderId }) => state === 'open' && algoIdOf(venueOrderId) !== null,
    ),
    unreadable: unreadable.map(withWaitingId),
  };
}

function withWaitingId(row: UnreadableOrder): UnreadableOrder {
  const { venueOrderId } = row;
  return { ...row, venueOrderId: venueOrderId === null ? null : waitingId(venueOrderId) };
}

function replyWords(fields: ReplyFields): WaitingWords {
  const isTrailing = fields['orderType'] === 'TRAILING_STOP_MARKET';
  const { actualOrderId, actualQty } = fields;
  return {
    algoId: idField(fields, 'algoId'),
    name: textField(fields, 'clientAlgoId'),
    status: textField(fields, 'algoStatus'),
    symbol: textField(fields, 'symbol'),
    type: textField(fields, 'orderType'),
    side: textField(fields, 'side'),
    timeInForce: textField(fields, 'timeInForce'),
    price: optionalDecimal(fields, 'price'),
    amount: optionalDecimal(fields, 'quantity'),
    triggerPrice: optionalDecimal(fields, isTrailing ? 'activatePrice' : 'triggerPrice'),
    isReduceOnly: fields['reduceOnly'] === true,
    orderId: (actualOrderId ?? '') === '' ? '' : idField(fields, 'actualOrderId'),
    filledAmount: actualQty === undefined ? null : decimalField(fields, 'actualQty'),
    averagePrice: optionalDecimal(fields, 'actualPrice'),
    triggeredAtMs: integerField(fields, 'triggerTime'),
    placedAtMs: integerField(fields, 'createTime'),
    updatedAtMs: integerField(fields, 'updateTime'),
  };
}
