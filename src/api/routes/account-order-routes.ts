// Orders of any type on an account, placed by hand: estimated, then sent.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { parseInstant } from '#lib/time.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import { estimateAccountOrder } from '#services/orders/estimate-account-order.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { ok, refuse, refuseField, refuseRejected } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { orderPlaced } from '#api/routes/order-placed.ts';
import type { PlaceAccountOrderWire } from '#api/schemas/account-order.ts';
import {
  OrderEstimateSchema,
  orderEstimateToWire,
  PlaceAccountOrderSchema,
} from '#api/schemas/account-order.ts';
import { OrderPlacedSchema } from '#api/schemas/order.ts';
import { decimalFromWire } from '#api/schemas/wire-values.ts';

const ACCOUNT_ID = {
  account_id: { description: 'Account, as listed.', notFound: 'account_not_found' },
} as const;

export const accountOrderRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/accounts/{account_id}/orders',
    operationId: 'placeAccountOrder',
    tag: 'Orders',
    summary: 'Place an order of any type',
    description:
      'As `POST /v1/orders`, with stops, targets and trailing stops, if the exchange knows them ' +
      '(`order_support` of the exchange says which). Send an `Idempotency-Key`, so that a ' +
      'repeated request cannot place a second order.',
    scope: 'trading',
    tier: 'trading',
    params: ACCOUNT_ID,
    query: {},
    body: PlaceAccountOrderSchema,
    success: { status: 201, description: 'The order was accepted.', schema: OrderPlacedSchema },
    errors: ['insufficient_funds', 'order_rejected', 'forbidden', 'account_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const read = readOrder(call.body);
      if (!read.ok) return read.rejection;
      const placed = await placeOrder(deps, {
        caller: call.caller,
        accountId: call.params.account_id,
        marketTag: call.body.market_tag,
        ...read.value,
        derivationId: call.derivationId,
        isTakeover: call.isTakeover,
        completion: call.slotFor(orderPlaced),
      });
      return placed.ok ? orderPlaced(placed.value) : refuseRejected(placed.rejection);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/accounts/{account_id}/orders/estimate',
    operationId: 'estimateAccountOrder',
    tag: 'Orders',
    summary: 'Estimate an order',
    description:
      'What an order of any type would cost by the prices of now, its fee, what it needs of what ' +
      'is available, and why it would be refused. Nothing is placed.',
    scope: 'read',
    tier: 'writes',
    changesNothing: true,
    params: ACCOUNT_ID,
    query: {},
    body: PlaceAccountOrderSchema,
    success: { status: 200, description: 'The estimate.', schema: OrderEstimateSchema },
    errors: ['account_not_found', 'market_not_found'],
    isAddition: true,
    handle: async (deps, { caller, params, body }) => {
      const read = readOrder(body);
      if (!read.ok) return read.rejection;
      const estimated = await estimateAccountOrder(deps, {
        caller,
        accountId: params.account_id,
        marketTag: body.market_tag,
        ...read.value,
      });
      if (estimated.ok) return ok(orderEstimateToWire(estimated.value));
      return estimated.rejection === 'account_not_found'
        ? refuse('account_not_found', `There is no account "${params.account_id}".`)
        : refuse('market_not_found', `The account trades no market "${body.market_tag}".`);
    },
  }),
];

type ReadOrder = {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: Decimal | null;
  readonly amount: Decimal;
  readonly terms: OrderTerms;
};

function readOrder(wire: PlaceAccountOrderWire): Result<ReadOrder, Refusal> {
  const { side, type } = wire;
  const fault = unfitNumber(wire);
  if (fault !== null) return rejected(fault);
  const expiresAt = wire.expires_at ?? null;
  const expiresAtMs = expiresAt === null ? null : parseInstant(expiresAt);
  if (expiresAt !== null && expiresAtMs === null)
    return rejected(refuseField('expires_at', 'an instant in RFC 3339', `"${expiresAt}"`));
  const leverage = decimalOf(wire.leverage);
  const terms: OrderTerms = {
    ...PLAIN_TERMS,
    triggerPrice: decimalOf(wire.trigger_price),
    trailDistance: decimalOf(wire.trail_distance),
    trailActivationPrice: decimalOf(wire.trail_activation_price),
    isPostOnly: wire.post_only ?? false,
    isReduceOnly: wire.reduce_only ?? false,
    expiresAtMs,
    margin: leverage === null ? null : { leverage, marginMode: wire.margin_mode ?? 'isolated' },
  };
  if (leverage === null && typeof wire.margin_mode === 'string')
    return rejected(refuseField('leverage', 'a decimal beside "margin_mode"', 'none'));
  const price = decimalOf(wire.price);
  return accepted({ side, type, price, amount: decimalFromWire(wire.amount), terms });
}

const POSITIVE = [
  'price',
  'trigger_price',
  'trail_activation_price',
  'amount',
  'leverage',
] as const;

function unfitNumber(wire: PlaceAccountOrderWire): Refusal | null {
  for (const name of POSITIVE) {
    const value = wire[name];
    if (typeof value === 'string' && decimalFromWire(value) <= ZERO)
      return refuseField(name, 'a decimal above zero', `"${value}"`);
  }
  const distance = wire.trail_distance;
  if (typeof distance !== 'string' || decimalFromWire(distance) >= ZERO) return null;
  return refuseField('trail_distance', 'a decimal of at least zero', `"${distance}"`);
}

function decimalOf(wire: string | null | undefined): Decimal | null {
  return typeof wire === 'string' ? decimalFromWire(wire) : null;
}
