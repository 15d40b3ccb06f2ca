// Operations on signals for one bot.

import type { BotSignal, SendBotSignalRejection } from '#services/bots/send-bot-signal.ts';
import { sendBotSignal } from '#services/bots/send-bot-signal.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, taken } from '#api/http/responses/api-response.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import {
  BotSignalAcceptedSchema,
  botSignalToWire,
  SendBotSignalSchema,
} from '#api/schemas/bot-signal.ts';

export const botSignalRoutes = [
  defineOperation({
    method: 'POST',
    path: '/v1/bots/{bot_id}/signals',
    operationId: 'sendBotSignal',
    tag: 'Bots',
    summary: 'Send a signal to a bot',
    description:
      'Its script is updated once for each signal, at once and in their order, and reads it with ' +
      '`GetRemoteSignal` or `GetWebHookSignal`. A signal to a bot that does not run is refused ' +
      'with 400; one to a bot that has a hundred signals waiting with 503, to be sent again.',
    scope: 'bots',
    tier: 'writes',
    params: PATH_NAMES.bot,
    query: {},
    body: SendBotSignalSchema,
    success: { status: 202, description: 'It was taken.', schema: BotSignalAcceptedSchema },
    errors: ['bot_not_found'],
    isAddition: true,
    handle: async (deps, call) => {
      const { caller, params, body } = call;
      const { name, action, payload = null } = body;
      const responseOf = (signal: BotSignal) => taken(botSignalToWire(signal));
      const sent = await sendBotSignal(deps, {
        userId: caller.userId,
        signal: { botId: params.bot_id, name, action },
        payload,
        completion: call.slotFor(responseOf),
      });
      return sent.ok ? responseOf(sent.value) : refusalOf(sent.rejection);
    },
  }),
];

function refusalOf(rejection: SendBotSignalRejection): Refusal {
  switch (rejection) {
    case 'bot_not_found':
      return refuse('bot_not_found', 'There is no such bot.');
    case 'not_running':
      return refuse(
        'invalid_request',
        'The bot does not run; start it before it is sent a signal.',
      );
    case 'inbox_full':
      return refuse('temporarily_unavailable', 'The bot has a hundred signals waiting; try again.');
  }
}
