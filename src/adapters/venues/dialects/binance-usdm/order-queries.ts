// Orders of Binance USD-M futures.

import { ZERO } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { OrderName, PlacedOrder, VenueOrder } from '#ports/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  OrderQueries,
  Query,
  Verdict,
} from '#adapters/venues/dialect.ts';
import { namedOrder } from '#adapters/venues/dialects/binance/name-order.ts';
import { usdmPlaceRequest } from '#adapters/venues/dialects/binance-usdm/place-request.ts';
import { prepareQueries } from '#adapters/venues/dialects/binance-usdm/prepare-queries.ts';
import {
  readUsdmOrder,
  readUsdmOrders,
} from '#adapters/venues/dialects/binance-usdm/read-order.ts';
import { usdmRequest } from '#adapters/venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#adapters/venues/dialects/binance-usdm/verdict.ts';
import { insistOnName } from '#adapters/venues/dialects/reply/named-order.ts';
import { byField } from '#adapters/venues/dialects/reply/read-rows.ts';
import { idIn, replyList, UnreadableReply } from '#adapters/venues/dialects/reply/reply-fields.ts';
import type { WireOutcome } from '#adapters/venues/wire/venue-wire.ts';

/** An order that ended without a fill is not found any more when it is three days old. */
const FOUND_MS = 3 * DAY_MS - HOUR_MS;
const FORCED_PER_CALL_MAX = 100;

export const ORDER_QUERIES: OrderQueries = {
  prepare: prepareQueries,
  place: (order, listed, context) => ({
    call: usdmPlaceRequest(order, listed),
    read: (outcome) =>
      usdmVerdict('place', outcome, (body): PlacedOrder => {
        const placed = readUsdmOrder(body, context, context.nowMs);
        if (placed.clientOrderId !== order.clientOrderId)
          throw new UnreadableReply('The reply names another order.');
        // The reply does not say for how much it was filled: a look-up does.
        return placed.filledAmount > 0n ? acknowledged(placed) : placed;
      }),
  }),
  cancel: (name, listed, context) => ({
    call: usdmRequest('cancelOrder', namedOrder(name, listed)),
    read: (outcome) =>
      usdmVerdict('cancel', outcome, (body) => {
        const ended = insistOnName(name, readUsdmOrder(body, context, name.placedAtMs));
        return ended.state === 'open' || ended.filledAmount > 0n ? null : ended;
      }),
  }),
  lookUp: (name, listed, context) => [
    lookUpQuery(name, listed, context),
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
  ],
};

function acknowledged(order: VenueOrder): PlacedOrder {
  return { ...order, state: 'acknowledged', filledAmount: ZERO, averageFillPrice: ZERO };
}

function lookUpQuery(
  name: OrderName,
  listed: ListedMarket,
  context: AccountContext,
): Query<VenueOrder> {
  return {
    call: usdmRequest('findOrder', namedOrder(name, listed)),
    read(outcome) {
      const verdict = usdmVerdict('look_up', outcome, (body) =>
        insistOnName(name, readUsdmOrder(body, context)),
      );
      const isFound = context.nowMs - name.placedAtMs < FOUND_MS;
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
