// Requests about orders of OKX that wait for a price.

import { assert } from '#lib/assert.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  PlaceContext,
  Query,
} from '#venues/dialect.ts';
import { isSpotOnMargin } from '#venues/dialects/okx/account-mode.ts';
import { okxOrderName, swapBasis } from '#venues/dialects/okx/place-request.ts';
import {
  algoIdOf,
  readWaitingOrder,
  readWaitingOrders,
  waitingId,
} from '#venues/dialects/okx/read-waiting-order.ts';
import { receiptOf } from '#venues/dialects/okx/receipt.ts';
import { instTypeOf, okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import {
  idField,
  idIn,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const ORDERS_PER_CALL_MAX = 100;
const AT_MARKET = '-1';

/** Types that the exchange holds as waiting orders. */
export function isWaitingType(type: OrderType): boolean {
  return type.startsWith('stop_') || type.startsWith('take_profit_');
}

/** Acknowledged: whether it waits is looked up. */
export function placeWaiting(
  order: NewVenueOrder,
  listed: ListedMarket,
  context: PlaceContext,
): Query<PlacedOrder> {
  return {
    call: placeRequest(order, listed, context),
    read: (outcome) =>
      okxVerdict('place', outcome, (data): PlacedOrder => {
        const receipt = receiptOf(data);
        if (textField(receipt, 'algoClOrdId') !== order.clientOrderId)
          throw new UnreadableReply('The reply names another order.');
        const { clientOrderId, marketTag, side, type, price, amount, terms } = order;
        return {
          venueOrderId: waitingId(idField(receipt, 'algoId')),
          clientOrderId,
          marketTag,
          side,
          type,
          price,
          amount,
          terms,
          filledAmount: ZERO,
          averageFillPrice: ZERO,
          state: 'acknowledged',
          reason: null,
          placedAtMs: context.nowMs,
          updatedAtMs: context.nowMs,
        };
      }),
  };
}

/**
 * By the last traded price, as the service watches for it. Stops and profits differ by their words,
 * so that one whose price has passed is refused. `clOrdId` is none of them: the signing library
 * would add the name of a broker in its place.
 */
function placeRequest(
  order: NewVenueOrder,
  { market, symbol }: ListedMarket,
  context: PlaceContext,
): VenueCall {
  const { type, side, price, terms } = order;
  const { triggerPrice, isPostOnly, expiresAtMs } = terms;
  assert(isWaitingType(type) && triggerPrice !== null, 'it waits for one price');
  assert(!isPostOnly && expiresAtMs === null, 'the terms are ones of the venue');
  const name = okxOrderName(order.clientOrderId);
  const kind = type.startsWith('stop_') ? 'sl' : 'tp';
  const isByBase = market.contract === null && side === 'buy' && !isLimitType(type);
  return okxRequest('placeWaiting', {
    instId: symbol,
    ...(market.contract === null
      ? { tdMode: isSpotOnMargin(context) ? 'cross' : 'cash' }
      : swapBasis(order, context.marginMode)),
    algoClOrdId: name,
    clOrdId: name,
    side,
    ordType: 'conditional',
    sz: formatDecimal(order.amount),
    ...(isByBase ? { tgtCcy: 'base_ccy' } : {}),
    [`${kind}TriggerPx`]: formatDecimal(triggerPrice),
    [`${kind}TriggerPxType`]: 'last',
    [`${kind}OrdPx`]: isLimitType(type) ? formatDecimal(price) : AT_MARKET,
  });
}

/** Cancellation of a waiting order; its id at the exchange must be known. */
export function cancelWaiting(
  { venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): Query<VenueOrder | null> {
  const algoId = algoIdOf(venueOrderId);
  assert(algoId !== null, 'what waits is cancelled by the id of the venue');
  return {
    call: okxRequest('cancelWaiting', { instId: symbol, algoId }),
    read: (outcome) =>
      okxVerdict('cancel', outcome, (data) => {
        if (idIn(receiptOf(data)['algoId']) !== algoId)
          throw new UnreadableReply('The reply names another order.');
        return null;
      }),
  };
}

/** `isRetained`: so new that the venue cannot have forgotten it yet. */
export function findWaiting(
  name: OrderName,
  context: AccountContext,
  isRetained: boolean,
): Query<VenueOrder> {
  const algoId = algoIdOf(name.venueOrderId);
  const named = algoId === null ? { algoClOrdId: okxOrderName(name.clientOrderId) } : { algoId };
  return {
    call: okxRequest('findWaiting', named),
    read(outcome) {
      const verdict = okxVerdict('look_up', outcome, (data) => {
        if (data.length !== 1) throw new UnreadableReply('The reply is not of one order.');
        return readWaitingOrder(data[0], context, name);
      });
      return verdict.kind === 'absent' && !isRetained ? { kind: 'forgotten' } : verdict;
    },
  };
}

/** List of the orders that wait, page by page. */
export function openWaiting(
  context: AccountContext,
  afterId: string | null = null,
): ListQuery<VenueOrder> {
  return {
    call: okxRequest('openWaiting', {
      ordType: 'conditional',
      instType: instTypeOf(context),
      limit: ORDERS_PER_CALL_MAX,
      ...(afterId === null ? {} : { after: afterId }),
    }),
    read: (outcome) =>
      okxVerdict('read', outcome, (data) => {
        const isFull = data.length >= ORDERS_PER_CALL_MAX;
        return {
          ...readWaitingOrders(data, context),
          next: isFull
            ? openWaiting(context, idField(replyFields(data.at(-1), 'The order'), 'algoId'))
            : null,
        };
      }),
  };
}
