// Operations on what end users of a partner hold, ordered and filled, whoever placed it.

import Type from 'typebox';
import type { EndUserAccountMissing } from '#services/partners/end-user-account.ts';
import {
  cancelEndUserOrder,
  cancelEndUserOrders,
  getEndUserBalance,
  listEndUserEquity,
  listEndUserFills,
  listEndUserOrders,
  showEndUserOrder,
} from '#services/partners/end-user-trading.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import {
  NO_CONTENT,
  ok,
  okUnless,
  refuse,
  refuseRejected,
} from '#api/http/responses/api-response.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { readEquityWindow } from '#api/routes/read-equity-window.ts';
import { MARKET_FILTER, ORDER_QUERY, readOrderFilter } from '#api/routes/read-order-query.ts';
import { PartnerBalanceSchema, partnerBalanceToWire } from '#api/schemas/account.ts';
import { EQUITY_PAGE, EQUITY_QUERY } from '#api/schemas/equity.ts';
import {
  OrdersCancelledSchema,
  ordersCancelledToWire,
  PARTNER_FILL_PAGE,
  PARTNER_KNOWN_ORDER_PAGE,
  PartnerOrderOutcomeSchema,
  partnerOrderOutcomeToWire,
} from '#api/schemas/order-outcome.ts';
import { identifier, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const SHARED = {
  method: 'GET',
  published: [],
  tier: 'reads',
  params: PATH_NAMES.endUser,
  query: {},
  body: null,
  errors: ['user_not_found'],
} as const;

const OF_MARKETS = {
  ...SHARED,
  params: {
    ...PATH_NAMES.endUser,
    market_type: {
      description: 'Kind of markets: `spot` or `futures`.',
      notFound: 'account_not_found',
    },
  },
  errors: ['user_not_found', 'account_not_found'],
} as const;

const OF_ORDER = {
  ...SHARED,
  path: '/users/{user_id}/orders/{order_id}',
  params: {
    ...PATH_NAMES.endUser,
    order_id: { description: 'Order, as listed.', notFound: 'order_not_found' },
  },
  errors: ['user_not_found', 'order_not_found'],
} as const;

export const partnerTradingRoutes = [
  ...partnerOperation({
    ...OF_MARKETS,
    path: '/users/{user_id}/balance/{market_type}',
    operation: 'GetUserBalance',
    summary: "Get an end user's balance",
    description: 'What the end user holds for markets of this kind, as the exchange says.',
    success: { status: 200, description: 'Balances.', schema: PartnerBalanceSchema },
    handle: async (deps, { caller, params }) => {
      const { user_id: userId, market_type: marketType } = params;
      const held = await getEndUserBalance(deps, { caller, userId, marketType });
      if (held.ok) return ok(partnerBalanceToWire(held.value));
      return notFound(held.rejection, marketType);
    },
  }),

  ...partnerOperation({
    ...OF_MARKETS,
    path: '/users/{user_id}/equity/{market_type}',
    operation: 'ListUserEquity',
    table: 'equity',
    summary: 'List what an end user was worth',
    description:
      'Value of what the end user holds for markets of this kind over time, oldest first ' +
      '(docs/equity.md).',
    query: EQUITY_QUERY,
    success: { status: 200, description: 'One page of values.', schema: EQUITY_PAGE.schema },
    handle: async (deps, call) => {
      const { after, caller, params, query } = call;
      const { user_id: userId, market_type: marketType } = params;
      const window = readEquityWindow(query);
      if (!window.ok) return window.rejection;
      const wanted = { ...window.value, after, limit: query.limit };
      const found = await listEndUserEquity(deps, { caller, userId, marketType }, wanted);
      if (!found.ok) return notFound(found.rejection, marketType);
      const { points, lastKey } = found.value;
      return ok(EQUITY_PAGE.toWire(points, call.nextCursor(lastKey)));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/orders',
    operation: 'ListUserOrders',
    table: 'orders',
    summary: "List an end user's orders",
    description:
      'Orders of all states, by their placing newest first, as they are known here. Narrow the ' +
      'list by market, bot, state and window.',
    query: ORDER_QUERY,
    success: {
      status: 200,
      description: 'One page of orders.',
      schema: PARTNER_KNOWN_ORDER_PAGE.schema,
    },
    handle: async (deps, call) => {
      const { caller, params, query } = call;
      const filter = readOrderFilter(query);
      if (!filter.ok) return filter.rejection;
      const wanted = { filter: filter.value, afterId: call.after, limit: query.limit };
      const named = { caller, userId: params.user_id };
      const found = await listEndUserOrders(deps, named, wanted);
      if (!found.ok) return noEndUser();
      const { orders, lastId } = found.value;
      return ok(PARTNER_KNOWN_ORDER_PAGE.toWire(orders, call.nextCursor(lastId)));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/users/{user_id}/orders',
    operation: 'CancelUserOrders',
    isUrgent: true,
    tier: 'writes',
    summary: "Cancel an end user's orders",
    description:
      'Cancels every working order of the end user, or those on one market. Running bots may ' +
      'place new ones: stop them first.',
    query: { market_tag: Type.Optional(identifier('Only orders on this market.', 'SIM_BTC_USDT')) },
    success: { status: 200, description: 'What became of them.', schema: OrdersCancelledSchema },
    handle: async (deps, { caller, params, query }) => {
      const marketTag = query.market_tag ?? null;
      const named = { caller, userId: params.user_id, marketTag };
      const cancelled = await cancelEndUserOrders(deps, named);
      if (!cancelled.ok) return noEndUser();
      const isLeft = cancelled.value.workingIds.length > 0;
      return okUnless(isLeft, ordersCancelledToWire(cancelled.value));
    },
  }),

  ...partnerOperation({
    ...OF_ORDER,
    operation: 'GetUserOrder',
    summary: "Get an end user's order",
    description:
      'An order of any age with its status, the mean price of its fills and what they cost. One ' +
      'that still works is brought up to date with its exchange first.',
    success: { status: 200, description: 'The order.', schema: PartnerOrderOutcomeSchema },
    handle: async (deps, { caller, params }) => {
      const { user_id: userId, order_id: orderId } = params;
      const found = await showEndUserOrder(deps, { caller, userId, orderId });
      if (found.ok) return ok(partnerOrderOutcomeToWire(found.value));
      if (found.rejection === 'user_not_found') return noEndUser();
      return refuse(found.rejection, `There is no order "${orderId}".`);
    },
  }),

  ...partnerOperation({
    ...OF_ORDER,
    method: 'DELETE',
    operation: 'CancelUserOrder',
    isUrgent: true,
    tier: 'writes',
    summary: "Cancel an end user's order",
    description: 'Cancels a working order. Cancelling it once more returns 404.',
    success: { status: 204, description: 'The order is cancelled.', schema: null },
    handle: async (deps, { caller, params }) => {
      const { user_id: userId, order_id: orderId } = params;
      const cancelled = await cancelEndUserOrder(deps, { caller, userId, orderId });
      if (cancelled.ok) return NO_CONTENT;
      const { rejection } = cancelled;
      return 'detail' in rejection ? refuseRejected(rejection) : noEndUser();
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/fills',
    operation: 'ListUserFills',
    table: 'fills',
    summary: "List an end user's fills",
    description:
      'What the orders of the end user filled, oldest first for each kind of markets, as the ' +
      'exchange tells it. A page may be short, or empty: read on until `next_cursor` is null.',
    query: { market_tag: MARKET_FILTER, ...PAGE_QUERY },
    success: { status: 200, description: 'One page of fills.', schema: PARTNER_FILL_PAGE.schema },
    handle: async (deps, call) => {
      const { after, caller, params, query } = call;
      const rest = { after, limit: query.limit, leavesOutUnread: false };
      const wanted = { marketTag: query.market_tag ?? null, ...rest };
      const found = await listEndUserFills(deps, { caller, userId: params.user_id }, wanted);
      if (!found.ok) return noEndUser();
      const { fills, lastKey } = found.value;
      return ok(PARTNER_FILL_PAGE.toWire(fills, call.nextCursor(lastKey)));
    },
  }),
];

function noEndUser(): Refusal {
  return refuse('user_not_found', 'There is no such end user.');
}

function notFound(code: EndUserAccountMissing, marketType: string): Refusal {
  if (code === 'user_not_found') return noEndUser();
  return refuse(code, `The end user trades no markets of the kind "${marketType}".`);
}
