// Orders of OKX that wait for a price ("algo orders"), as its lists show them. They have ids of
// their own; the order that comes of one has another id, and our name beside its own.

import { ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderName, VenueOrder, VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, UnreadableOrder } from '#venues/dialect.ts';
import { SIDES, tagOf } from '#venues/dialects/okx/read-order.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { OpenRows } from '#venues/dialects/reply/read-open-orders.ts';
import { readOpenOrders } from '#venues/dialects/reply/read-open-orders.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  codeIn,
  decimalField,
  idField,
  integerField,
  knownWord,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** So spelled that no order has the same. */
const WAITING_ID = /^algo-(\d+)$/;

/** Id of a waiting order, distinguished from those of orders. */
export function waitingId(algoId: string): string {
  return `algo-${algoId}`;
}

/** The venue's id; null of an order that does not wait. */
export function algoIdOf(venueOrderId: string | null): string | null {
  return WAITING_ID.exec(venueOrderId ?? '')?.[1] ?? null;
}

/** Of one that was triggered, the order that came of it says more. */
const STATES: { readonly [state: string]: VenueOrderState } = {
  live: 'open',
  pause: 'open',
  effective: 'open',
  partially_effective: 'open',
  canceled: 'cancelled',
  order_failed: 'rejected',
  partially_failed: 'rejected',
};

const AT_MARKET = '-1';

/** Throws UnreadableReply where it is not the order that was named. */
export function readWaitingOrder(
  value: unknown,
  context: AccountContext,
  name: Pick<OrderName, 'clientOrderId' | 'venueOrderId'>,
): VenueOrder {
  const fields = replyFields(value, 'The order');
  const algoId = algoIdOf(name.venueOrderId);
  const isNamed =
    algoId === null
      ? fields['algoClOrdId'] === name.clientOrderId
      : idField(fields, 'algoId') === algoId;
  if (!isNamed) throw new UnreadableReply('The reply names another order.');
  return waitingOrder(fields, context);
}

/** Orders that still wait; those that cannot be read are named. */
export function readWaitingOrders(
  rows: readonly unknown[],
  context: AccountContext,
): OpenRows<VenueOrder> {
  const keys = { id: 'algoId', name: 'algoClOrdId' };
  const { items, unreadable } = readOpenOrders(rows, keys, (row) =>
    waitingOrder(replyFields(row, 'The order'), context),
  );
  return {
    // What came of the others is in the list of orders.
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

function waitingOrder(fields: ReplyFields, context: AccountContext): VenueOrder {
  const state = knownWord(STATES, textField(fields, 'state'), 'state');
  const ordId = isGiven(fields['ordId']) ? idField(fields, 'ordId') : null;
  // Before the order of one that was triggered is there, nothing but the trigger is known.
  const hasCome = state === 'open' && ordId !== null;
  return {
    venueOrderId: hasCome ? ordId : waitingId(idField(fields, 'algoId')),
    clientOrderId: ownName(fields),
    marketTag: tagOf(fields, context),
    side: knownWord(SIDES, textField(fields, 'side'), 'side'),
    ...triggerOf(fields),
    amount: isGiven(fields['sz']) ? decimalField(fields, 'sz') : ZERO,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state,
    reason: state === 'rejected' ? reasonOf(fields) : null,
    placedAtMs: integerField(fields, 'cTime'),
    updatedAtMs: integerField(fields, 'uTime'),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function ownName({ algoClOrdId }: ReplyFields): string | null {
  return typeof algoClOrdId === 'string' ? ownOrderName(algoClOrdId) : null;
}

/** A stop comes first: where both are given, the profit is not carried out. */
function triggerOf(fields: ReplyFields): Pick<VenueOrder, 'type' | 'price' | 'terms'> {
  const isStop = isGiven(fields['slTriggerPx']);
  const [trigger, limit] = isStop ? ['slTriggerPx', 'slOrdPx'] : ['tpTriggerPx', 'tpOrdPx'];
  const price = limitOf(fields, limit);
  const types: readonly [OrderType, OrderType] = isStop
    ? ['stop_market', 'stop_limit']
    : ['take_profit_market', 'take_profit_limit'];
  return {
    type: types[price === null ? 0 : 1],
    price: price ?? ZERO,
    terms: {
      ...PLAIN_TERMS,
      isReduceOnly: fields['reduceOnly'] === 'true',
      triggerPrice: decimalField(fields, trigger),
    },
  };
}

function limitOf(fields: ReplyFields, name: string): Decimal | null {
  return fields[name] === AT_MARKET ? null : decimalField(fields, name);
}

function reasonOf({ failCode }: ReplyFields): string {
  const code = codeIn(failCode);
  const text = 'The exchange could not place the order once its price had come';
  return typeof code === 'string' && code !== '' ? `${text} (${code}).` : `${text}.`;
}
