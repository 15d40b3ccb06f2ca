// Operations on one's own bots of strategies: their kinds, a preview, making one, reading its
// settings and changing them. They are started, stopped, listed and deleted as bots of scripts are.

import type { BacktestOwnBotRejection } from '#services/strategy-bots/backtest-own-bot.ts';
import { backtestOwnBot } from '#services/strategy-bots/backtest-own-bot.ts';
import { showBot, showNewBot } from '#services/bots/show-bots.ts';
import type { CreateStrategyBotRejection } from '#services/strategy-bots/create-strategy-bot.ts';
import { createStrategyBot } from '#services/strategy-bots/create-strategy-bot.ts';
import { editStrategyBot } from '#services/strategy-bots/edit-strategy-bot.ts';
import { listStrategies } from '#services/strategy-bots/list-strategies.ts';
import type { StrategyBot } from '#services/strategy-bots/own-bot.ts';
import { findStrategyBot } from '#services/strategy-bots/own-bot.ts';
import { previewOwnBot } from '#services/strategy-bots/preview-own-bot.ts';
import { problemsNow } from '#services/strategy-bots/preview-plan.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { created, ok, refuse, refuseAt } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { refuseConfig } from '#api/routes/refuse-config.ts';
import { BOT_PREVIEW } from '#api/schemas/bot-preview.ts';
import { PARTNER_STRATEGY_LIST } from '#api/schemas/partner-strategy.ts';
import { instantFromWire } from '#api/schemas/wire-values.ts';
import { backtestQueued } from '#api/routes/backtest-queued.ts';
import { BacktestJobSchema } from '#api/schemas/backtest.ts';
import {
  BacktestStrategyBotSchema,
  CreateStrategyBotSchema,
  EditStrategyBotSchema,
  PreviewStrategyBotSchema,
  StrategyBotSchema,
  strategyBotToWire,
} from '#api/schemas/strategy-bot.ts';

const SHARED = { tag: 'Bots', query: {}, isAddition: true } as const;

const NEVER_STARTED = {
  is_activated: false,
  realized_profit: '0',
  unrealized_profit: '0',
  roi: '0',
  profit_currency: null,
  total_profit: '0',
  last_update_at: null,
  next_update_at: null,
};

export const strategyBotRoutes = [
  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/strategies',
    operationId: 'listStrategies',
    summary: 'List strategies',
    description:
      'The strategies that bots can run instead of a script, with their settings: the keys are ' +
      'those that `config` of a bot takes.',
    scope: 'read',
    tier: 'reads',
    params: {},
    body: null,
    success: { status: 200, description: 'The strategies.', schema: PARTNER_STRATEGY_LIST.schema },
    errors: [],
    handle: async () => ok(PARTNER_STRATEGY_LIST.toWire(listStrategies())),
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/strategy-bots',
    operationId: 'createStrategyBot',
    summary: 'Create a bot of a strategy',
    description:
      'Binds a strategy with settings to an account; `market_tag` of the settings is the market. ' +
      'The bot does not run yet: it is listed, started, stopped and deleted as any bot. All ' +
      'problems of the settings are returned at once, each with its key, the rule and the ' +
      'nearest valid value; so is money that is missing now, unless the settings tell the bot ' +
      'to wait.',
    scope: 'bots',
    tier: 'writes',
    params: {},
    body: CreateStrategyBotSchema,
    success: {
      status: 201,
      description: 'The bot was made, deactivated.',
      schema: StrategyBotSchema,
      exampleChanges: NEVER_STARTED,
    },
    errors: ['forbidden', 'account_not_found'],
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const { name, account_id: accountId, type, config, stops = null } = body;
      const completion = call.slotFor(shownAsNew);
      const command = { caller, name, accountId, type, config, stops, derivationId, completion };
      const made = await createStrategyBot(deps, command, (planned) => problemsNow(deps, planned));
      return made.ok ? shownAsNew(made.value) : creationRefusal(made.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/strategy-bots/preview',
    operationId: 'previewStrategyBot',
    summary: 'Preview a bot of a strategy',
    description:
      'What a bot with these settings would begin with: its lines, its orders, what it needs. ' +
      'Nothing is retained. What cannot be carried out is returned with its problems; settings ' +
      'that cannot be read are refused.',
    scope: 'bots',
    tier: 'writes',
    params: {},
    body: PreviewStrategyBotSchema,
    changesNothing: true,
    success: { status: 200, description: 'The plan.', schema: BOT_PREVIEW.schema },
    errors: ['account_not_found'],
    handle: async (deps, { caller, body }) => {
      const { account_id: accountId, type, config } = body;
      const wanted = { userId: caller.userId, accountId, type, config };
      const preview = await previewOwnBot(deps, wanted);
      if (preview.ok) return ok(BOT_PREVIEW.toWire(preview.value));
      return preview.rejection.code === 'invalid_config'
        ? refuseConfig(preview.rejection)
        : refuse('account_not_found', `There is no account "${accountId}".`);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'POST',
    path: '/v1/strategy-bots/backtests',
    operationId: 'backtestStrategyBot',
    summary: 'Run a backtest of a bot of a strategy',
    description:
      'Queues a run of a grid or averaging bot with these settings over past prices, with the ' +
      "account's fees and wallet. It is the engine that then trades; the result is read like " +
      'that of any backtest.',
    scope: 'labs',
    tier: 'expensive',
    params: {},
    body: BacktestStrategyBotSchema,
    success: { status: 202, description: 'The backtest is queued.', schema: BacktestJobSchema },
    errors: ['forbidden', 'account_not_found'],
    handle: async (deps, call) => {
      const { caller, body, derivationId } = call;
      const run = await backtestOwnBot(deps, {
        caller,
        accountId: body.account_id,
        type: body.type,
        config: body.config,
        startMs: instantFromWire(body.start_at),
        endMs: instantFromWire(body.end_at),
        derivationId,
        completion: call.slotFor(backtestQueued),
      });
      return run.ok ? backtestQueued(run.value) : backtestRefusal(run.rejection);
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'GET',
    path: '/v1/strategy-bots/{bot_id}',
    operationId: 'getStrategyBot',
    summary: 'Get a bot of a strategy',
    description: 'The bot with its settings and what its grid has brought.',
    scope: 'read',
    tier: 'reads',
    params: PATH_NAMES.bot,
    body: null,
    success: { status: 200, description: 'The bot.', schema: StrategyBotSchema },
    errors: ['bot_not_found'],
    handle: async (deps, { caller, params }) => {
      const named = { userId: caller.userId, botId: params.bot_id };
      const found = await findStrategyBot(deps, named);
      if (!found.ok) return noBot();
      return ok(strategyBotToWire({ ...(await showBot(deps, found.value)), ...found.value }));
    },
  }),

  defineOperation({
    ...SHARED,
    method: 'PUT',
    path: '/v1/strategy-bots/{bot_id}',
    operationId: 'editStrategyBot',
    summary: "Edit a bot's strategy",
    description:
      'Changes the settings that are sent and leaves the others. A running bot keeps its orders ' +
      'and its profit, and refuses keys that are not editable by name.',
    scope: 'bots',
    tier: 'writes',
    params: PATH_NAMES.bot,
    body: EditStrategyBotSchema,
    success: { status: 200, description: 'The bot as it is now.', schema: StrategyBotSchema },
    errors: ['bot_not_found'],
    handle: async (deps, call) => {
      const { caller, params, body } = call;
      const named = { userId: caller.userId, botId: params.bot_id };
      const before = await findStrategyBot(deps, named);
      if (!before.ok) return noBot();
      const { lastUpdateAtMs, nextUpdateAtMs } = await showBot(deps, before.value);
      const shown = (bot: StrategyBot) =>
        ok(strategyBotToWire({ ...bot, lastUpdateAtMs, nextUpdateAtMs }));
      const completion = call.slotFor(shown);
      const edited = await editStrategyBot(deps, { ...named, changes: body.config, completion });
      if (edited.ok) return shown(edited.value);
      return edited.rejection.code === 'invalid_config' ? refuseConfig(edited.rejection) : noBot();
    },
  }),
];

function shownAsNew(bot: StrategyBot) {
  const wire = strategyBotToWire({ ...showNewBot(bot), ...bot });
  return created(wire, `/v1/strategy-bots/${bot.botId}`);
}

function backtestRefusal(rejection: BacktestOwnBotRejection): Refusal {
  switch (rejection.code) {
    case 'invalid_config':
      return refuseConfig(rejection);
    case 'invalid_request':
      return refuseAt(rejection.field, rejection.detail);
    case 'account_not_found':
      return refuse(rejection.code, 'There is no such account.');
    case 'forbidden':
      return refuse(rejection.code, rejection.detail);
  }
}

function noBot(): Refusal {
  return refuse('bot_not_found', 'There is no such bot.');
}

function creationRefusal(rejection: CreateStrategyBotRejection): Refusal {
  switch (rejection.code) {
    case 'invalid_config':
      return refuseConfig(rejection);
    case 'stops_not_held':
      return refuseAt('stops', `Field "stops": expected "service", because ${rejection.detail}.`);
    case 'unknown_market':
      return refuseAt('config/market_tag', `Setting "market_tag": ${rejection.detail}`);
    case 'account_not_found':
    case 'forbidden':
      return refuse(rejection.code, rejection.detail);
  }
}
