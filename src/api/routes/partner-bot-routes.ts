// Operations on bots of end users: listing, making, editing, copying, starting, stopping, deleting.

import { copyPartnerBot } from '#services/partner-bots/copy-partner-bot.ts';
import { createPartnerBot } from '#services/partner-bots/create-partner-bot.ts';
import { editPartnerBot } from '#services/partner-bots/edit-partner-bot.ts';
import { getPartnerBot, listPartnerBots } from '#services/partner-bots/list-partner-bots.ts';
import type { PartnerBot } from '#services/partner-bots/partner-bot-deps.ts';
import { previewBot } from '#services/partner-bots/preview-bot.ts';
import {
  deletePartnerBot,
  startPartnerBot,
  stopPartnerBot,
} from '#services/partner-bots/switch-partner-bot.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { created, NO_CONTENT, ok } from '#api/http/responses/api-response.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { refusePartnerBot } from '#api/routes/refuse-partner-bot.ts';
import { partnerOperation } from '#api/routes/partner-operation.ts';
import { BOT_PREVIEW } from '#api/schemas/bot-preview.ts';
import type { PartnerBotWire } from '#api/schemas/partner-bot.ts';
import {
  CopyPartnerBotSchema,
  CreatePartnerBotSchema,
  EditPartnerBotSchema,
  PARTNER_BOT_PAGE,
  PartnerBotSchema,
  partnerBotToWire,
} from '#api/schemas/partner-bot.ts';
import { WIND_DOWN_QUERY, windDownFromQuery } from '#api/schemas/wind-down.ts';
import { PAGE_QUERY } from '#api/schemas/wire-values.ts';

const USER = PATH_NAMES.endUser;
const BOT = { ...PATH_NAMES.endUser, ...PATH_NAMES.bot };

function createdBot(prefix: string): (made: PartnerBot) => ApiResponse<PartnerBotWire> {
  return (made) => {
    const { userId, botId } = made.bot;
    return created(partnerBotToWire(made), `${prefix}/users/${userId}/bots/${botId}`);
  };
}

function shownBot(found: PartnerBot): ApiResponse<PartnerBotWire> {
  return ok(partnerBotToWire(found));
}

export const partnerBotRoutes = [
  ...partnerOperation({
    method: 'GET',
    path: '/bots',
    operation: 'ListBots',
    published: ['whitelabel'],
    summary: 'List bots of all end users',
    description: 'Every bot across all of your end users, sorted by id.',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of bots.', schema: PARTNER_BOT_PAGE.schema },
    errors: [],
    handle: async (deps, call) => {
      const { caller, after, query } = call;
      const requested = { caller, userId: null, afterId: after, limit: query.limit };
      const found = await listPartnerBots(deps, requested);
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const { bots, lastId } = found.value;
      return ok(PARTNER_BOT_PAGE.toWire(bots, call.nextCursor(lastId)));
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/users/{user_id}/bots',
    operation: 'ListUserBots',
    published: ['whitelabel', 'partner'],
    summary: 'List bots of an end user',
    description: 'Its bots, sorted by id; an empty list where it has none.',
    tier: 'reads',
    params: USER,
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of bots.', schema: PARTNER_BOT_PAGE.schema },
    errors: ['user_not_found'],
    handle: async (deps, call) => {
      const { caller, after, query, params } = call;
      const requested = { caller, userId: params.user_id, afterId: after, limit: query.limit };
      const found = await listPartnerBots(deps, requested);
      if (!found.ok) return refusePartnerBot({ code: found.rejection });
      const { bots, lastId } = found.value;
      return ok(PARTNER_BOT_PAGE.toWire(bots, call.nextCursor(lastId)));
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/bots',
    operation: 'CreateBot',
    published: ['whitelabel'],
    summary: 'Create a bot',
    description:
      'Makes a stopped bot of a strategy with settings. All problems of the settings are ' +
      'returned at once, each with its key, the rule and the nearest valid value.',
    tier: 'writes',
    params: USER,
    query: {},
    body: CreatePartnerBotSchema,
    success: { status: 201, description: 'The bot was made, stopped.', schema: PartnerBotSchema },
    errors: ['user_not_found'],
    handle: async (deps, call, prefix) => {
      const { caller, params, body, derivationId } = call;
      const responseOf = createdBot(prefix);
      const made = await createPartnerBot(deps, {
        caller,
        userId: params.user_id,
        type: body.type,
        config: body.config,
        name: body.name ?? null,
        derivationId,
        completion: call.slotFor(responseOf),
      });
      return made.ok ? responseOf(made.value) : refusePartnerBot(made.rejection);
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/bots/preview',
    operation: 'PreviewBot',
    published: ['whitelabel'],
    summary: 'Preview a bot',
    description:
      'What a bot with these settings would begin with: its lines, its orders, what it needs. ' +
      'Nothing is retained. What cannot be carried out is returned with its problems; settings ' +
      'that cannot be read are refused.',
    tier: 'writes',
    params: USER,
    query: {},
    body: CreatePartnerBotSchema,
    success: { status: 200, description: 'The plan.', schema: BOT_PREVIEW.schema },
    errors: ['user_not_found'],
    handle: async (deps, { caller, params, body }) => {
      const { type, config } = body;
      const requested = { caller, userId: params.user_id, type, config };
      const preview = await previewBot(deps, requested);
      return preview.ok
        ? ok(BOT_PREVIEW.toWire(preview.value))
        : refusePartnerBot(preview.rejection);
    },
  }),

  ...partnerOperation({
    method: 'GET',
    path: '/users/{user_id}/bots/{bot_id}',
    operation: 'GetBot',
    published: ['whitelabel'],
    summary: 'Get a bot',
    description: 'The bot with its settings. Read them to pre-fill an edit.',
    tier: 'reads',
    params: BOT,
    query: {},
    body: null,
    success: { status: 200, description: 'The bot.', schema: PartnerBotSchema },
    errors: ['user_not_found', 'bot_not_found'],
    handle: async (deps, { caller, params }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const found = await getPartnerBot(deps, named);
      return found.ok ? shownBot(found.value) : refusePartnerBot({ code: found.rejection });
    },
  }),

  ...partnerOperation({
    method: 'PUT',
    path: '/users/{user_id}/bots/{bot_id}',
    operation: 'EditBot',
    published: ['whitelabel'],
    summary: 'Edit a bot',
    description:
      'Changes the settings that are sent and leaves the others. A running bot keeps its orders ' +
      'and its profit, and refuses keys that are not editable by name. Copies that follow take ' +
      'the same changes.',
    tier: 'writes',
    params: BOT,
    query: {},
    body: EditPartnerBotSchema,
    success: { status: 200, description: 'The bot as it is now.', schema: PartnerBotSchema },
    errors: ['user_not_found', 'bot_not_found'],
    handle: async (deps, call) => {
      const { caller, params, body } = call;
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const completion = call.slotFor(shownBot);
      const edited = await editPartnerBot(deps, { ...named, changes: body.config, completion });
      return edited.ok ? shownBot(edited.value) : refusePartnerBot(edited.rejection);
    },
  }),

  ...partnerOperation({
    method: 'DELETE',
    path: '/users/{user_id}/bots/{bot_id}',
    operation: 'DeleteBot',
    published: ['whitelabel'],
    summary: 'Delete a bot',
    description:
      'A running bot is stopped first; its open orders stay on the exchange, and so does what it ' +
      'holds, unless the query or its settings say otherwise. Copies that follow it go on, and ' +
      'follow none.',
    tier: 'writes',
    params: BOT,
    query: WIND_DOWN_QUERY,
    body: null,
    success: { status: 204, description: 'The bot is deleted.', schema: null },
    errors: ['user_not_found', 'bot_not_found', 'position_left'],
    handle: async (deps, { caller, params, query }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id };
      const deleted = await deletePartnerBot(deps, named, windDownFromQuery(query));
      return deleted.ok ? NO_CONTENT : refusePartnerBot(deleted.rejection);
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/bots/{bot_id}/start',
    operation: 'StartBot',
    published: ['whitelabel'],
    summary: 'Start a bot',
    description:
      'Starting a running bot succeeds and changes nothing. A stopped bot that left orders or a ' +
      'position behind goes on with them, under the settings that it has now.',
    tier: 'writes',
    params: BOT,
    query: {},
    body: null,
    success: { status: 200, description: 'The bot runs.', schema: PartnerBotSchema },
    errors: ['user_not_found', 'bot_not_found'],
    handle: async (deps, { caller, claim, params }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id, claim };
      const started = await startPartnerBot(deps, named);
      return started.ok ? shownBot(started.value) : refusePartnerBot(started.rejection);
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/bots/{bot_id}/stop',
    isUrgent: true,
    operation: 'StopBot',
    published: ['whitelabel'],
    summary: 'Stop a bot',
    description:
      'Its open orders stay on the exchange, and so does what it holds, unless the query or its ' +
      'settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise. Stopping a ' +
      'stopped bot succeeds, and may still ask for that.',
    tier: 'writes',
    params: BOT,
    query: WIND_DOWN_QUERY,
    body: null,
    success: { status: 200, description: 'The bot does not run.', schema: PartnerBotSchema },
    errors: ['user_not_found', 'bot_not_found'],
    handle: async (deps, { caller, claim, params, query }) => {
      const named = { caller, userId: params.user_id, botId: params.bot_id, claim };
      const stopped = await stopPartnerBot(deps, named, windDownFromQuery(query));
      return stopped.ok ? shownBot(stopped.value) : refusePartnerBot({ code: stopped.rejection });
    },
  }),

  ...partnerOperation({
    method: 'POST',
    path: '/users/{user_id}/bots/{bot_id}/copy',
    operation: 'CopyBot',
    published: ['whitelabel'],
    summary: 'Copy a bot',
    description:
      'Makes a stopped copy, for the same end user or another one of yours, with some settings ' +
      'changed. With `follow` it takes later edits of the bot that it copies.',
    tier: 'writes',
    params: BOT,
    query: {},
    body: CopyPartnerBotSchema,
    success: { status: 201, description: 'The copy was made, stopped.', schema: PartnerBotSchema },
    errors: ['user_not_found', 'bot_not_found'],
    handle: async (deps, call, prefix) => {
      const { caller, params, body, derivationId } = call;
      const responseOf = createdBot(prefix);
      const copied = await copyPartnerBot(deps, {
        caller,
        userId: params.user_id,
        botId: params.bot_id,
        ownerId: body.user_id ?? null,
        name: body.name ?? null,
        config: body.config ?? {},
        isFollowing: body.follow ?? false,
        derivationId,
        completion: call.slotFor(responseOf),
      });
      return copied.ok ? responseOf(copied.value) : refusePartnerBot(copied.rejection);
    },
  }),
];
