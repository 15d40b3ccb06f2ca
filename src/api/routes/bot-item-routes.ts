// Operations on what a bot has written, ordered and holds.

import { listBotLines, listBotOrders, listBotPositions } from '#services/bots/inspect-bot.ts';
import { readBotValues } from '#services/bots/bot-values.ts';
import { listBotDeliveries } from '#services/webhooks/manage-webhooks.ts';
import { ok, refuse } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { BOT_LOG_PAGE, BOT_POSITION_LIST } from '#api/schemas/bot-items.ts';
import { BOT_VALUES } from '#api/schemas/bot-values.ts';
import { ORDER_LIST } from '#api/schemas/order.ts';
import { WEBHOOK_DELIVERY_PAGE } from '#api/schemas/webhook.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const NOT_FOUND = 'There is no such bot.';

const SHARED = {
  method: 'GET',
  tag: 'Bots',
  scope: 'read',
  tier: 'reads',
  params: PATH_NAMES.bot,
  body: null,
  errors: ['bot_not_found'],
  isAddition: true,
} as const;

export const botItemRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/logs',
    operationId: 'listBotLogs',
    summary: "List a bot's log",
    description: 'Newest first: what its script wrote, its trades, and why it was stopped.',
    query: PAGE_QUERY,
    success: { status: 200, description: 'One page of lines.', schema: BOT_LOG_PAGE.schema },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const { userId } = caller;
      const requested = { userId, botId: params.bot_id, after, limit: query.limit };
      const found = await listBotLines(deps, requested);
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      const { lines, lastKey } = found.value;
      return ok(BOT_LOG_PAGE.toWire(lines, call.nextCursor(lastKey)));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/deliveries',
    operationId: 'listBotDeliveries',
    summary: 'List deliveries about a bot',
    description:
      'What your webhooks were sent about the bot, its orders and its signals, and what became ' +
      'of it; newest first, for a week.',
    query: PAGE_QUERY,
    success: {
      status: 200,
      description: 'One page of deliveries.',
      schema: WEBHOOK_DELIVERY_PAGE.schema,
    },
    handle: async (deps, call) => {
      const { caller, params, query, after } = call;
      const botId = params.bot_id;
      if ((await deps.bots.findBot(caller.userId, botId)) === null)
        return refuse('bot_not_found', NOT_FOUND);
      const beforeId = after === null ? null : Number(after);
      const wanted = { caller, botId, beforeId, limit: query.limit };
      const { deliveries, lastId } = await listBotDeliveries(deps, wanted);
      const cursor = call.nextCursor(lastId === null ? null : String(lastId));
      return ok(WEBHOOK_DELIVERY_PAGE.toWire(deliveries, cursor));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/orders',
    operationId: 'listBotOrders',
    summary: "List a bot's open orders",
    description: 'Orders of the bot that still work, newest first, returned whole.',
    query: {},
    success: { status: 200, description: 'Open orders.', schema: ORDER_LIST.schema },
    handle: async (deps, { caller, params }) => {
      const { userId } = caller;
      const found = await listBotOrders(deps, { userId, botId: params.bot_id });
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(ORDER_LIST.toWire(found.value));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/positions',
    operationId: 'listBotPositions',
    summary: "List a bot's open positions",
    description: 'What it holds since its activation, as of its newest update; spot too.',
    query: {},
    success: { status: 200, description: 'Open positions.', schema: BOT_POSITION_LIST.schema },
    handle: async (deps, { caller, params }) => {
      const { userId } = caller;
      const found = await listBotPositions(deps, { userId, botId: params.bot_id });
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(BOT_POSITION_LIST.toWire(found.value));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/values',
    operationId: 'getBotValues',
    summary: "Get values of a bot's visual script",
    description: 'Those of its newest update. They are recorded for 30 seconds after a request.',
    query: {},
    success: { status: 200, description: 'Values.', schema: BOT_VALUES.schema },
    handle: async (deps, { caller, params }) => {
      const { userId } = caller;
      const found = await readBotValues(deps, { userId, botId: params.bot_id });
      if (!found.ok) return refuse(found.rejection, NOT_FOUND);
      return ok(BOT_VALUES.toWire(found.value));
    },
  }),
];
