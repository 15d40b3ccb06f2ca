// Operations on what a bot of an end user has ordered, holds, held and wrote.

import {
  listClosedPositions,
  listOpenPositions,
  listPartnerBotLines,
  listPartnerBotOrders,
  listPositionOrders,
} from '#services/partner-bots/inspect-partner-bot.ts';
import { cancelPartnerOrder } from '#services/partner-bots/cancel-partner-order.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { listBotDeliveries } from '#services/webhooks/manage-webhooks.ts';
import { NO_CONTENT, ok, refuseRejected } from '#api/http/responses/api-response.ts';
import { alsoLeftOut } from '#api/http/responses/left-out.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { refusePartnerBot } from '#api/routes/refuse-partner-bot.ts';
import {
  PARTNER_BOT_LOG_PAGE,
  PARTNER_ORDER_LIST,
  PARTNER_POSITION_LIST,
  PARTNER_POSITION_PAGE,
  POSITION_ORDER_LIST,
} from '#api/schemas/partner-bot-items.ts';
import { WEBHOOK_DELIVERY_PAGE } from '#api/schemas/webhook.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const BOT = { ...PATH_NAMES.endUser, ...PATH_NAMES.bot };

const SHARED = {
  method: 'GET',
  published: ['whitelabel'],
  tier: 'reads',
  params: BOT,
  body: null,
  errors: ['user_not_found', 'bot_not_found'],
} as const;

export const partnerBotItemRoutes = [
  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/orders',
    operation: 'ListBotOrders',
    summary: "List a bot's open orders",
    description: 'Orders of the bot that still work, newest first, returned whole.',
    query: {},
    success: { status: 200, description: 'Open orders.', schema: PARTNER_ORDER_LIST.schema },
    handle: async (deps, { caller, params }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const found = await listPartnerBotOrders(deps, named);
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      return ok(PARTNER_ORDER_LIST.toWire(found.value));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    method: 'DELETE',
    path: '/users/{user_id}/bots/{bot_id}/orders/{order_id}',
    operation: 'CancelBotOrder',
    published: [],
    tier: 'writes',
    summary: "Cancel a bot's order",
    description: 'Cancels a working order of the bot. Cancelling it once more returns 404.',
    query: {},
    params: {
      ...BOT,
      order_id: { description: 'Order, as listed.', notFound: 'order_not_found' },
    },
    errors: ['user_not_found', 'bot_not_found', 'order_not_found'],
    success: { status: 204, description: 'The order is cancelled.', schema: null },
    handle: async (deps, { caller, params }) => {
      const { user_id: userId, bot_id: botId, order_id: orderId } = params;
      const cancelled = await cancelPartnerOrder(deps, { caller, userId, botId, orderId });
      if (cancelled.ok) return NO_CONTENT;
      const { rejection } = cancelled;
      return 'detail' in rejection ? refuseRejected(rejection) : refusePartnerBot(rejection);
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/positions',
    operation: 'ListBotPositions',
    summary: "List a bot's open positions",
    description: 'What it holds, as of its newest update, at the price of now; on spot too.',
    query: {},
    success: { status: 200, description: 'Open positions.', schema: PARTNER_POSITION_LIST.schema },
    handle: async (deps, { caller, params }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const found = await listOpenPositions(deps, named);
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      return ok(PARTNER_POSITION_LIST.toWire(found.value));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/positions/closed',
    operation: 'ListBotClosedPositions',
    summary: "List a bot's closed positions",
    description: 'What it held since it was made, newest first.',
    query: PAGE_QUERY,
    success: {
      status: 200,
      description: 'One page of closed positions.',
      schema: PARTNER_POSITION_PAGE.schema,
    },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const found = await listClosedPositions(deps, { ...named, after, limit: query.limit });
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const { items, leftOut, lastKey } = found.value;
      const page = PARTNER_POSITION_PAGE.toWire(items, call.nextCursor(lastKey));
      return ok(alsoLeftOut(page, leftOut));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/positions/{position_id}/orders',
    operation: 'ListPositionOrders',
    summary: "List a position's orders",
    description:
      'Orders that ended with a fill of it, oldest first; behind them, of an open position, ' +
      'those of the bot that still work.',
    query: {},
    params: {
      ...BOT,
      position_id: { description: 'Position, as listed.', notFound: 'position_not_found' },
    },
    errors: ['user_not_found', 'bot_not_found', 'position_not_found'],
    success: { status: 200, description: 'Its orders.', schema: POSITION_ORDER_LIST.schema },
    handle: async (deps, { caller, params }) => {
      const botId = params.bot_id;
      const named = { caller, userId: params.user_id, botId };
      const positionId = params.position_id;
      const found = await listPositionOrders(deps, { ...named, positionId });
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const { items, leftOut } = found.value;
      const list = POSITION_ORDER_LIST.toWire(items.map((order) => ({ ...order, botId })));
      return ok(alsoLeftOut(list, leftOut));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/logs',
    operation: 'ListBotLogs',
    summary: "List a bot's log",
    description: 'Newest first: what it did and why, and why it was stopped.',
    query: PAGE_QUERY,
    success: {
      status: 200,
      description: 'One page of lines.',
      schema: PARTNER_BOT_LOG_PAGE.schema,
    },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const found = await listPartnerBotLines(deps, { ...named, after, limit: query.limit });
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const { items, lastKey } = found.value;
      return ok(PARTNER_BOT_LOG_PAGE.toWire(items, call.nextCursor(lastKey)));
    },
  }),

  ...partnerOperation({
    ...SHARED,
    path: '/users/{user_id}/bots/{bot_id}/deliveries',
    operation: 'ListBotDeliveries',
    published: [],
    summary: 'List deliveries about a bot',
    description:
      'What your webhooks were sent about the bot, its orders and its signals, and what became ' +
      'of it; newest first, for a week. A key for one end user is shown none.',
    query: PAGE_QUERY,
    success: {
      status: 200,
      description: 'One page of deliveries.',
      schema: WEBHOOK_DELIVERY_PAGE.schema,
    },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const botId = params.bot_id;
      const found = await findBotOf(deps, { caller, userId: params.user_id, botId });
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const beforeId = after === null ? null : Number(after);
      const wanted = { caller, botId, beforeId, limit: query.limit };
      const { deliveries, lastId } = await listBotDeliveries(deps, wanted);
      const cursor = call.nextCursor(lastId === null ? null : String(lastId));
      return ok(WEBHOOK_DELIVERY_PAGE.toWire(deliveries, cursor));
    },
  }),
];
