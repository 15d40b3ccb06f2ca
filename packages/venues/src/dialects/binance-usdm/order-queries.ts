// Orders of Binance USD-M futures.

import { ZERO } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  OrderQueries,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { namedOrder } from '#venues/dialects/binance/name-order.ts';
import { usdmPlaceRequest } from '#venues/dialects/binance-usdm/place-request.ts';
import { prepareQueries } from '#venues/dialects/binance-usdm/prepare-queries.ts';
import { readUsdmOrder, readUsdmOrders } from '#venues/dialects/binance-usdm/read-order.ts';
import { algoIdOf } from '#venues/dialects/binance-usdm/read-waiting-order.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import {
  cancelWaiting,
  findWaiting,
  isWaitingType,
  openWaiting,
  placeWaiting,
} from '#venues/dialects/binance-usdm/waiting-queries.ts';
import { insistOnName } from '#venues/dialects/reply/named-order.ts';
import { ownOrderName } from '#venues/dialects/reply/own-order-name.ts';
import { byField } from '#venues/dialects/reply/read-rows.ts';
import { idIn, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

/** An order that ended without a fill is not found any more when it is three days old. */
const FOUND_MS = 3 * DAY_MS - HOUR_MS;
const FORCED_PER_CALL_MAX = 100;

export const ORDER_QUERIES: OrderQueries = {
  prepare: prepareQueries,
  place: (order, listed, context) =>
    isWaitingType(order.type)
      ? placeWaiting(order, listed, context)
      : placeAtOnce(order, listed, context),
  // By our name alone it is not known whether the order waits.
  cancelsBy: 'venue_order_id',
  isWaitingId: (venueOrderId) => algoIdOf(venueOrderId) !== null,
  cancel: (name, listed, context) =>
    algoIdOf(name.venueOrderId) === null
      ? cancelAtWork(name, listed, context)
      : cancelWaiting(name),
  lookUp: (name, listed, context) => [
    ...workingQueries(name, listed, context),
    ...waitingQueries(name, context),
    ...forcedOrderQueries(name, listed, context),
  ],
  open: (context) => [
    {
      call: usdmRequest('openOrders'),
      read: (outcome) =>
        usdmVerdict('read', outcome, (body) => ({
          ...readUsdmOrders(body, context),
          next: null,
        })),
    },
    openWaiting(context),
  ],
};

function placeAtOnce(
  order: NewVenueOrder,
  listed: ListedMarket,
  context: AccountContext,
): Query<PlacedOrder> {
  return {
    call: usdmPlaceRequest(order, listed),
    read: (outcome) =>
      usdmVerdict('place', outcome, (body): PlacedOrder => {
        const placed = readUsdmOrder(body, context, context.nowMs);
        if (placed.clientOrderId !== order.clientOrderId)
          throw new UnreadableReply('The reply names another order.');
        // The reply does not say for how much it was filled: a look-up does.
        return placed.filledAmount > 0n ? acknowledged(placed) : placed;
      }),
  };
}

function cancelAtWork(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder | null> {
  return {
    call: usdmRequest('cancelOrder', namedOrder(name, listed)),
    read: (outcome) =>
      usdmVerdict('cancel', outcome, (body) => {
        const ended = insistOnName(name, readUsdmOrder(body, context, name.placedAtMs));
        return ended.state === 'open' || ended.filledAmount > 0n ? null : ended;
      }),
  };
}

/** Of an order that waited, what has come of it has our name. */
function workingQueries(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): readonly Query<VenueOrder>[] {
  if (algoIdOf(name.venueOrderId) === null) return [lookUpQuery(name, listed, context)];
  if (ownOrderName(name.clientOrderId) === null) return [];
  return [lookUpQuery({ ...name, venueOrderId: null }, listed, context)];
}

/** An id that is not one of those says that the order does not wait. */
function waitingQueries(name: OrderName, context: AccountContext): readonly Query<VenueOrder>[] {
  const mayWait = name.venueOrderId === null || algoIdOf(name.venueOrderId) !== null;
  return mayWait ? [retainedFor(name, context, findWaiting(name, context))] : [];
}

function acknowledged(order: VenueOrder): PlacedOrder {
  return { ...order, state: 'acknowledged', filledAmount: ZERO, averageFillPrice: ZERO };
}

function lookUpQuery(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return retainedFor(name, context, {
    call: usdmRequest('findOrder', namedOrder(name, listed)),
    read: (outcome) =>
      usdmVerdict('look_up', outcome, (body) => insistOnName(name, readUsdmOrder(body, context))),
  });
}

function retainedFor(
  { placedAtMs }: OrderName,
  { nowMs }: AccountContext,
  { call, read }: Query<VenueOrder>,
): Query<VenueOrder> {
  const isFound = nowMs - placedAtMs < FOUND_MS;
  return {
    call,
    read(outcome) {
      const verdict = read(outcome);
      return verdict.kind === 'absent' && !isFound ? { kind: 'forgotten' } : verdict;
    },
  };
}

/**
 * Of a fill whose order nobody here knows: the venue closes positions by orders of its own, and it
 * is not documented that a look-up shows them.
 */
function forcedOrderQueries(
  { clientOrderId, venueOrderId, placedAtMs }: OrderName,
  { symbol }: ListedMarket,
  context: AccountContext,
): readonly Query<VenueOrder>[] {
  if (clientOrderId !== '' || venueOrderId === null) return [];
  const span = { startTime: placedAtMs - HOUR_MS, endTime: placedAtMs + HOUR_MS };
  const call = usdmRequest('forcedOrders', { symbol, ...span, limit: FORCED_PER_CALL_MAX });
  const read = (outcome: WireOutcome): Verdict<VenueOrder> => {
    const verdict = usdmVerdict('read', outcome, (body) =>
      replyList(body, 'The list of forced orders').find(
        (row) => idIn(byField('orderId')(row)) === venueOrderId,
      ),
    );
    if (verdict.kind !== 'done') return verdict;
    const row = verdict.value;
    if (row === undefined) return { kind: 'absent' };
    return usdmVerdict('read', outcome, () => readUsdmOrder(row, context));
  };
  return [{ call, read }];
}
