// The response to an order that was accepted.

import type { OrderPlaced } from '#services/orders/order-deps.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { created } from '#api/http/responses/api-response.ts';
import type { OrderPlacedWire } from '#api/schemas/order.ts';
import { orderPlacedToWire } from '#api/schemas/order.ts';

/** Response 201 with the order's names and its address. */
export function orderPlaced(placed: OrderPlaced): ApiResponse<OrderPlacedWire> {
  const path = `/v1/orders/${encodeURIComponent(placed.orderId)}`;
  return created(orderPlacedToWire(placed), path);
}
