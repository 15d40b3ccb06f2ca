// Orders of a classic account of Bitget, by the v2 interface. By our name only lists find those
// that have ended.

import { placeRequest } from '#venues/dialects/bitget/place-request.ts';
import { orderIdField, readOrder } from '#venues/dialects/bitget/read-order.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { spotOrderQueries } from '#venues/dialects/bitget/spot-orders.ts';
import { compareIds } from '#venues/dialects/reply/counted-id.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

const ORDERS_PER_CALL_MAX = 100;

export const CLASSIC_ORDER_QUERIES = spotOrderQueries({
  place: placeRequest,
  cancel: (name, { symbol }) => bitgetRequest('cancelOrder', { symbol, ...name }),
  lookUp: (orderId) => bitgetRequest('order', { orderId }),
  readFound(data, venueOrderId, context) {
    const [found, ...others] = replyList(data, 'The list of orders');
    if (found === undefined) return null;
    const order = readOrder(found, context);
    if (others.length > 0 || order.venueOrderId !== venueOrderId)
      throw new UnreadableReply('The reply names another order.');
    return order;
  },
  list: (list, filter, before) =>
    bitgetRequest(list === 'open' ? 'openOrders' : 'endedOrders', {
      ...filter,
      limit: ORDERS_PER_CALL_MAX,
      ...(before === null ? {} : { idLessThan: before }),
    }),
  readPage(data, before) {
    const rows = replyList(data, 'The list of orders');
    if (rows.length < ORDERS_PER_CALL_MAX) return { rows, next: null };
    const last = orderIdField(replyFields(rows.at(-1), 'The order'));
    if (before !== null && compareIds(last, before) >= 0)
      throw new UnreadableReply('The list does not go on.');
    return { rows, next: last };
  },
  readRow: (row, context, list) => readOrder(row, context, list === 'open'),
  isSpot: () => true,
  endedSince: (startTime) => [{ startTime }],
});
