// Orders of a unified account of Bitget, by the v3 interface, whose lists of ended orders are
// limited to windows.

import { DAY_MS } from '#lib/time.ts';
import { unifiedPlaceRequest } from '#venues/dialects/bitget/place-request.ts';
import { isSpot, readUnifiedOrder } from '#venues/dialects/bitget/read-unified-order.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { spotOrderQueries } from '#venues/dialects/bitget/spot-orders.ts';
import { pageOf } from '#venues/dialects/bitget/unified-page.ts';
import { windowsBetween } from '#venues/dialects/reply/fill-lists.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/** "The time range between startTime and endTime must not exceed 30 days." */
const WINDOW_MS = 30 * DAY_MS;
const SPOT = { category: 'SPOT' } as const;

export const UNIFIED_ORDER_QUERIES = spotOrderQueries({
  place: unifiedPlaceRequest,
  cancel: (name) => bitgetRequest('unifiedCancel', name),
  lookUp: (orderId) => bitgetRequest('unifiedOrder', { orderId }),
  readFound(data, venueOrderId, context) {
    const order = readUnifiedOrder(data, context);
    if (order.venueOrderId === venueOrderId) return order;
    throw new UnreadableReply('The reply names another order.');
  },
  list: (list, filter, before) =>
    bitgetRequest(list === 'open' ? 'unifiedOpenOrders' : 'unifiedEndedOrders', {
      ...SPOT,
      ...filter,
      ...pageOf(before, 'orderId').parameters,
    }),
  readPage: (data, before) => pageOf(before, 'orderId').readPage(data),
  readRow: readUnifiedOrder,
  isSpot,
  // The last window has no end.
  endedSince: (sinceMs, nowMs) =>
    windowsBetween(sinceMs, nowMs + 1, WINDOW_MS).map(({ fromMs, toMs }) =>
      toMs > nowMs ? { startTime: fromMs } : { startTime: fromMs, endTime: toMs },
    ),
});
