// Operations on bots.

import { present } from '#lib/assert.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { isIdentifier } from '#lib/identifier.ts';
import type { Bot, BotSettings } from '#services/bots/bot-deps.ts';
import type { BotMisfit } from '#services/bots/bot-misfits.ts';
import type { CreateBotRejection } from '#services/bots/create-bot.ts';
import { createBot } from '#services/bots/create-bot.ts';
import type { EditBotRejection } from '#services/strategy-bots/edit-own-bot.ts';
import { editBot } from '#services/strategy-bots/edit-own-bot.ts';
import { getBot, listBots } from '#services/bots/list-bots.ts';
import { showBot } from '#services/bots/show-bots.ts';
import { deleteBot, stopBot } from '#services/bots/stop-bot.ts';
import { startOwnBot } from '#services/strategy-bots/start-own-bot.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import {
  NO_CONTENT,
  ok,
  refuse,
  refuseAt,
  refuseField,
  refuseFields,
} from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { botCreated, newBotCreated } from '#api/routes/bot-created.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import type { CreateBotWire, EditBotWire } from '#api/schemas/bot.ts';
import {
  BotActionSchema,
  botActionToWire,
  BOT_PAGE,
  BotSchema,
  botToWire,
  CreateBotSchema,
  EditBotSchema,
  NEVER_STARTED,
} from '#api/schemas/bot.ts';
import { WIND_DOWN_QUERY, windDownFromQuery } from '#api/schemas/wind-down.ts';
import { decimalFromWire, PAGE_QUERY } from '#api/schemas/wire-values.ts';

const BOT = PATH_NAMES.bot;
const NOT_FOUND = 'There is no such bot.';

export const botRoutes = [
  defineOperation({
    method: 'GET',
    path: '/v1/bots',
    operationId: 'listBots',
    tag: 'Bots',
    summary: 'List bots',
    description: 'Bots of the caller, sorted by id.',
    scope: 'read',
    tier: 'reads',
    params: {},
    query: PAGE_QUERY,
    body: null,
    success: { status: 200, description: 'One page of bots.', schema: BOT_PAGE.schema },
    errors: [],
    isAddition: false,
    handle: async (deps, call) => {
      const { userId } = call.caller;
      const request = { userId, afterId: call.after, limit: call.query.limit };
      const { bots, lastId } = await listBots(deps, request);
      return ok(BOT_PAGE.toWire(bots, call.nextCursor(lastId)));
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/bots',
    operationId: 'createBot',
    tag: 'Bots',
    summary: 'Create a bot',
    description:
      'Binds a script to an account and a market. The bot does not run yet. Parameters that a ' +
      'valid script does not have or cannot take, and settings that the market does not know, ' +
      'are refused, each at its place.',
    scope: 'bots',
    tier: 'writes',
    params: {},
    query: {},
    body: CreateBotSchema,
    success: {
      status: 201,
      description: 'The bot was made, deactivated.',
      schema: BotSchema,
      exampleChanges: NEVER_STARTED,
    },
    errors: ['forbidden', 'script_not_found', 'account_not_found'],
    isAddition: false,
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const settings = settingsOf(body);
      const refusal = settingsRefusal(settings);
      if (refusal !== null) return refusal;
      const made = await createBot(deps, {
        caller,
        name: body.name,
        scriptId: body.script_id,
        accountId: body.account_id,
        marketTag: body.market_tag,
        settings,
        derivationId,
        completion: call.slotFor(newBotCreated),
      });
      if (!made.ok) return creationRefusal(made.rejection);
      return botCreated(await showBot(deps, made.value));
    },
  }),

  defineOperation({
    method: 'GET',
    path: '/v1/bots/{bot_id}',
    operationId: 'getBot',
    tag: 'Bots',
    summary: 'Get a bot',
    description: 'A bot with its state since its activation.',
    scope: 'read',
    tier: 'reads',
    params: BOT,
    query: {},
    body: null,
    success: { status: 200, description: 'The bot.', schema: BotSchema },
    errors: ['bot_not_found'],
    isAddition: false,
    handle: async (deps, { caller, params }) => {
      const found = await getBot(deps, { userId: caller.userId, botId: params.bot_id });
      return found.ok ? ok(botToWire(found.value)) : refuse(found.rejection, NOT_FOUND);
    },
  }),

  defineOperation({
    method: 'PUT',
    path: '/v1/bots/{bot_id}',
    operationId: 'editBot',
    tag: 'Bots',
    summary: 'Edit a bot',
    description:
      'Replaces the parts that are sent, each of them whole, and leaves the others. The name ' +
      'changes at any time, `parameters` and `settings` of a bot that does not run: they hold ' +
      'from its next start. A bot of a strategy has its settings changed by ' +
      '`PUT /v1/strategy-bots/{bot_id}`.',
    scope: 'bots',
    tier: 'writes',
    params: BOT,
    query: {},
    body: EditBotSchema,
    success: { status: 200, description: 'The bot as it is now.', schema: BotSchema },
    errors: ['bot_not_found', 'script_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, body, params } = call;
      const named = { userId: caller.userId, botId: params.bot_id };
      const settings = settingsOf(body);
      const refusal = settingsRefusal(settings);
      if (refusal !== null) return refusal;
      const before = await getBot(deps, named);
      if (!before.ok) return refuse(before.rejection, NOT_FOUND);
      const { lastUpdateAtMs, nextUpdateAtMs } = before.value;
      const shown = (bot: Bot) => ok(botToWire({ ...bot, lastUpdateAtMs, nextUpdateAtMs }));
      const changes = {
        name: body.name ?? null,
        inputs: body.parameters === undefined ? null : settings.inputs,
        settings: body.settings === undefined ? null : settings,
      };
      const edited = await editBot(deps, { ...named, changes, completion: call.slotFor(shown) });
      return edited.ok ? shown(edited.value) : editRefusal(edited.rejection, body);
    },
  }),

  defineOperation({
    method: 'DELETE',
    path: '/v1/bots/{bot_id}',
    operationId: 'deleteBot',
    tag: 'Bots',
    summary: 'Delete a bot',
    description:
      'A running bot is stopped first. Its open orders stay on the exchange, and so does what it ' +
      'holds, unless the query says otherwise.',
    scope: 'bots',
    tier: 'writes',
    params: BOT,
    query: WIND_DOWN_QUERY,
    body: null,
    success: { status: 204, description: 'The bot is deleted.', schema: null },
    errors: ['bot_not_found', 'position_left'],
    isAddition: false,
    handle: async (deps, { caller, params, query }) => {
      const windDown = windDownFromQuery(query);
      const command = { userId: caller.userId, botId: params.bot_id, windDown };
      const deleted = await deleteBot(deps, command);
      if (deleted.ok) return NO_CONTENT;
      return refuse(deleted.rejection.code, deleted.rejection.detail ?? NOT_FOUND);
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/bots/{bot_id}/start',
    operationId: 'startBot',
    tag: 'Bots',
    summary: 'Start a bot',
    description:
      'Loads the script as it is now and runs it. Starting a running bot succeeds and changes ' +
      'nothing. A refused activation is 403, and so is an unknown bot. Parameters that the ' +
      'script, as it is now, does not have or cannot take refuse it, with their names. A bot of ' +
      'a strategy needs what its settings ask for, and goes on with what it left behind.',
    scope: 'bots',
    tier: 'writes',
    params: BOT,
    query: {},
    body: null,
    success: { status: 200, description: 'The bot runs.', schema: BotActionSchema },
    errors: ['forbidden', 'bot_not_found'],
    isAddition: false,
    handle: async (deps, { caller, claim, params }) => {
      const botId = params.bot_id;
      if (!isIdentifier('bot', botId)) return refuse('bot_not_found', NOT_FOUND);
      const started = await startOwnBot(deps, { caller, botId, claim });
      if (!started.ok) return refuse('forbidden', started.rejection.detail);
      return ok(botActionToWire({ botId, isActivated: true }));
    },
  }),

  defineOperation({
    method: 'POST',
    path: '/v1/bots/{bot_id}/stop',
    operationId: 'stopBot',
    isUrgent: true,
    tag: 'Bots',
    summary: 'Stop a bot',
    description:
      'Its open orders stay on the exchange, and so does what it holds, unless the query, or the ' +
      'settings of its strategy, say otherwise. Stopping a stopped bot succeeds, and may still ask for that.',
    scope: 'bots',
    tier: 'writes',
    params: BOT,
    query: WIND_DOWN_QUERY,
    body: null,
    success: {
      status: 200,
      description: 'The bot does not run.',
      schema: BotActionSchema,
      exampleChanges: { is_activated: false },
    },
    errors: ['bot_not_found'],
    isAddition: false,
    handle: async (deps, { caller, claim, params, query }) => {
      const botId = params.bot_id;
      const windDown = windDownFromQuery(query);
      const stopped = await stopBot(deps, { userId: caller.userId, botId, windDown, claim });
      if (!stopped.ok) return refuse(stopped.rejection, NOT_FOUND);
      return ok(botActionToWire({ botId, isActivated: false }));
    },
  }),
];

function creationRefusal(rejection: CreateBotRejection): Refusal {
  const { code, detail } = rejection;
  if (code === 'unfit') return misfitsRefusal(rejection.misfits);
  if (code !== 'unknown_market') return refuse(code, detail);
  return refuseAt('market_tag', `Field "market_tag": ${detail}`);
}

/** Names in a JSON Pointer are escaped. */
function misfitsRefusal(misfits: readonly BotMisfit[]): Refusal {
  const [first, ...rest] = misfits.map(({ path: [part, name], detail }) => {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return { pointer: `#/${part}/${escaped}`, detail: `Field "${part}.${name}": ${detail}.` };
  });
  return refuseFields([present(first, 'a refusal has a reason'), ...rest]);
}

function editRefusal(rejection: EditBotRejection, body: EditBotWire): Refusal {
  const part = body.settings === undefined ? 'parameters' : 'settings';
  switch (rejection.code) {
    case 'unfit':
      return misfitsRefusal(rejection.misfits);
    case 'runs':
      return refuseAt(part, `Field "${part}": the bot runs; stop it, then change this.`);
    case 'of_strategy':
      return refuseAt(
        part,
        `Field "${part}": the bot runs a strategy, whose settings are changed by ` +
          '"PUT /v1/strategy-bots/{bot_id}".',
      );
    case 'script_not_found':
      return refuse(rejection.code, 'The script of the bot was deleted.');
    case 'bot_not_found':
      return refuse(rejection.code, NOT_FOUND);
  }
}

function settingsOf({
  parameters = {},
  settings = {},
}: Pick<CreateBotWire, 'parameters' | 'settings'>): BotSettings {
  const { interval, leverage = null, margin_mode = null, trade_amount = null } = settings;
  const percent = numberOf(settings.trade_amount_percent ?? null);
  const pyramiding = settings.pyramiding ?? null;
  const stops = settings.stops ?? null;
  return {
    intervalMinutes: interval ?? 1,
    inputs: { ...parameters },
    leverage: numberOf(leverage),
    marginMode: margin_mode,
    tradeAmountQuote: numberOf(trade_amount),
    ...(percent === null ? {} : { tradeAmountPercent: percent }),
    ...(pyramiding === null ? {} : { pyramiding }),
    ...(stops === null ? {} : { stops }),
  };
}

function numberOf(wire: string | null): Decimal | null {
  return wire === null ? null : decimalFromWire(wire);
}

function settingsRefusal(settings: BotSettings): Refusal | null {
  const { leverage, tradeAmountQuote, tradeAmountPercent } = settings;
  const positive = 'a decimal number above zero';
  if (leverage !== null && leverage <= ZERO) {
    return refuseField('settings/leverage', positive, 'zero or less');
  }
  if (tradeAmountQuote !== null && tradeAmountQuote <= ZERO) {
    return refuseField('settings/trade_amount', positive, 'zero or less');
  }
  if (tradeAmountPercent !== undefined && !(tradeAmountPercent > ZERO)) {
    return refuseField('settings/trade_amount_percent', positive, 'zero or less');
  }
  if (tradeAmountPercent !== undefined && tradeAmountQuote !== null) {
    return refuseField('settings/trade_amount_percent', 'not beside "trade_amount"', 'both');
  }
  return null;
}
