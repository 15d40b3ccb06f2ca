// Operations on orders: placing and cancelling by hand.

import { ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { showOrder } from '#services/orders/show-order.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import {
  NO_CONTENT,
  ok,
  refuse,
  refuseField,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { orderPlaced } from '#api/routes/order-placed.ts';
import type { PlaceOrderWire } from '#api/schemas/order.ts';
import { OrderPlacedSchema, PlaceOrderSchema } from '#api/schemas/order.ts';
import { OrderOutcomeSchema, orderOutcomeToWire } from '#api/schemas/order-outcome.ts';
import { decimalFromWire } from '#api/schemas/wire-values.ts';

const ORDER_ID = {
  order_id: { description: 'Order, as listed.', notFound: 'order_not_found' },
} as const;

export const orderRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/orders',
    operationId: 'placeOrder',
    tag: 'Orders',
    summary: 'Place an order',
    description:
      "Places a manual order on the account's exchange: real money on a real account. " +
      'Send an `Idempotency-Key`, so that a repeated request cannot place a second order.',
    scope: 'trading',
    tier: 'trading',
    params: {},
    query: {},
    body: PlaceOrderSchema,
    success: { status: 201, description: 'The order was accepted.', schema: OrderPlacedSchema },
    errors: ['insufficient_funds', 'order_rejected', 'forbidden', 'account_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { body } = call;
      const price = readPrice(body);
      if (!price.ok) return price.rejection;
      const amount = decimalFromWire(body.amount);
      if (amount <= ZERO) return mustBePositive('amount', body.amount);
      const placed = await placeOrder(deps, {
        caller: call.caller,
        accountId: body.account_id,
        marketTag: body.market_tag,
        side: body.side,
        type: body.type,
        price: price.value,
        amount,
        derivationId: call.derivationId,
        isTakeover: call.isTakeover,
        completion: call.slotFor(orderPlaced),
      });
      return placed.ok ? orderPlaced(placed.value) : refuseRejected(placed.rejection);
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/orders/{order_id}',
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Get an order',
    description:
      'An order of any age, manual or placed by a bot, with its status, the mean price of its ' +
      'fills and what they cost. One that still works is brought up to date with its exchange first.',
    scope: 'read',
    tier: 'reads',
    params: ORDER_ID,
    query: {},
    body: null,
    success: { status: 200, description: 'The order.', schema: OrderOutcomeSchema },
    errors: ['order_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params }) => {
      const found = await showOrder(deps, { caller, orderId: params.order_id });
      if (found.ok) return ok(orderOutcomeToWire(found.value));
      return refuse(found.rejection, `There is no order "${params.order_id}".`);
    },
  }),

  defineOperation({
    method: 'DELETE',
    path: '/v1/orders/{order_id}',
    operationId: 'cancelOrder',
    isUrgent: true,
    tag: 'Orders',
    summary: 'Cancel an order',
    description: 'Cancels a working order. Cancelling it once more returns 404.',
    scope: 'trading',
    tier: 'writes',
    params: ORDER_ID,
    query: {},
    body: null,
    success: { status: 204, description: 'The order is cancelled.', schema: null },
    errors: ['order_not_found'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const cancelled = await cancelOrder(deps, { caller, orderId: params.order_id });
      return cancelled.ok ? NO_CONTENT : refuseRejected(cancelled.rejection);
    },
  }),
];

/** Null on market orders. */
function readPrice({ type, price = null }: PlaceOrderWire): Result<Decimal | null, Refusal> {
  if (type === 'market') {
    if (price === null) return accepted(null);
    return rejected(refuseField('price', 'none on a market order', `"${price}"`));
  }
  if (price === null) {
    return rejected(refuseField('price', 'a decimal number on a limit order', 'none'));
  }
  const value = decimalFromWire(price);
  return value > ZERO ? accepted(value) : rejected(mustBePositive('price', price));
}

function mustBePositive(name: string, found: string): Refusal {
  return refuseField(name, 'a decimal number above zero', `"${found}"`);
}
