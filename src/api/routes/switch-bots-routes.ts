// Starting and stopping many bots at once.

import { isIdentifier } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { SwitchedBot } from '#services/bots/switch-bots.ts';
import { startBots, stopBots } from '#services/bots/switch-bots.ts';
import { startOwnBot } from '#services/strategy-bots/start-own-bot.ts';
import { ok, refuseField } from '#api/http/responses/api-response.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { StartBotsSchema, StopBotsSchema, SWITCHED_BOT_LIST } from '#api/schemas/switch-bots.ts';

const SHARED = {
  method: 'POST',
  tag: 'Bots',
  scope: 'bots',
  tier: 'writes',
  params: {},
  query: {},
  success: {
    status: 200,
    description: 'What became of each, in the order of the request.',
    schema: SWITCHED_BOT_LIST.schema,
  },
  errors: [],
  isAddition: true,
} as const;

export const switchBotsRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/start-bots',
    operationId: 'startBots',
    summary: 'Start many bots',
    description:
      `Starts up to ${LIMITS.botsSwitchedAtOnceMax} bots, as \`POST /v1/bots/{bot_id}/start\` ` +
      'does each. One that cannot be started holds up no other; its `problem` says why.',
    body: StartBotsSchema,
    handle: async (deps, { body, caller, claim }) => {
      const botIds = body.bot_ids;
      const refusal = repeated(botIds);
      if (refusal !== null) return refusal;
      const start = (botId: string) => startOwnBot(deps, { caller, botId, claim });
      return respond(await startBots(botIds, start));
    },
  }),

  defineOperation({
    ...SHARED,
    path: '/v1/stop-bots',
    operationId: 'stopBots',
    isUrgent: true,
    summary: 'Stop many bots',
    description:
      `Stops up to ${LIMITS.botsSwitchedAtOnceMax} bots, as \`POST /v1/bots/{bot_id}/stop\` does ` +
      'each. Their orders and positions stay unless the request says otherwise.',
    body: StopBotsSchema,
    handle: async (deps, { body, caller, claim }) => {
      const botIds = body.bot_ids;
      const refusal = repeated(botIds);
      if (refusal !== null) return refusal;
      const windDown = {
        cancelsOrders: body.cancel_orders ?? false,
        closesPositions: body.close_positions ?? false,
      };
      return respond(await stopBots(deps, { caller, botIds, claim, windDown }));
    },
  }),
];

function repeated(botIds: readonly string[]): Refusal | null {
  const odd = botIds.find((botId) => !isIdentifier('bot', botId));
  if (odd !== undefined) return refuseField('bot_ids', 'identifiers of bots', `"${odd}"`);
  if (new Set(botIds).size === botIds.length) return null;
  return refuseField('bot_ids', 'each bot once', 'one of them twice');
}

function respond(bots: readonly SwitchedBot[]) {
  return ok(SWITCHED_BOT_LIST.toWire(bots));
}
