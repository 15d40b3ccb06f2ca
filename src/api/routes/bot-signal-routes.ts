// Operations on signals for one bot.

import type { BotSignal } from '#services/bots/send-bot-signal.ts';
import { sendBotSignal } from '#services/bots/send-bot-signal.ts';
import { refuse, taken } from '#api/http/answer.ts';
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
      'Its script is updated at once and reads it with `GetRemoteSignal` or `GetWebHookSignal`. ' +
      'A bot that does not run, or has a hundred signals waiting, gets nothing.',
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
      const answerOf = (signal: BotSignal) => taken(botSignalToWire(signal));
      const sent = await sendBotSignal(deps, {
        userId: caller.userId,
        signal: { botId: params.bot_id, name, action },
        payload,
        completion: call.slotFor(answerOf),
      });
      return sent.ok ? answerOf(sent.value) : refuse(sent.rejection, 'There is no such bot.');
    },
  }),
];
