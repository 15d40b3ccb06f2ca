// Order fields in every JSON output of a command.

import { formatDecimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';

/** Named as in the HTTP API. */
export function orderFields(order: Order): object {
  return {
    order_id: order.orderId,
    account_id: order.accountId,
    is_paper: isPaperAccount(order.accountId),
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    price: formatDecimal(order.price),
    amount: formatDecimal(order.amount),
    filled_amount: formatDecimal(order.filledAmount),
    status: order.state,
  };
}
