// Operations on what a running bot takes in: signals, and that it is to pause or to go on.

import type { BotPause } from '#services/bots/pause-bot.ts';
import { pauseBot } from '#services/bots/pause-bot.ts';
import type { BotSignal, SendBotSignalDeps } from '#services/bots/send-bot-signal.ts';
import type { SendBotInputRejection } from '#services/bots/send-bot-input.ts';
import { sendBotSignal } from '#services/bots/send-bot-signal.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, taken } from '#api/http/responses/api-response.ts';
import type { Call } from '#api/http/operation.ts';
import { defineOperation } from '#api/http/operation.ts';
import { PATH_NAMES } from '#api/routes/path-names.ts';
import { BotPauseAcceptedSchema, botPauseToWire } from '#api/schemas/bot-pause.ts';
import {
  BotSignalAcceptedSchema,
  botSignalToWire,
  SendBotSignalSchema,
} from '#api/schemas/bot-signal.ts';

const SHARED = {
  method: 'POST',
  tag: 'Bots',
  scope: 'bots',
  tier: 'writes',
  params: PATH_NAMES.bot,
  query: {},
  errors: ['bot_not_found'],
  isAddition: true,
} as const;

const PAUSE_SHARED = {
  ...SHARED,
  body: null,
  success: { status: 202, description: 'It was taken.', schema: BotPauseAcceptedSchema },
} as const;

export const botSignalRoutes = [
  defineOperation({
    ...SHARED,
    path: '/v1/bots/{bot_id}/signals',
    operationId: 'sendBotSignal',
    summary: 'Send a signal to a bot',
    description:
      'An action is one of seven; any other is refused. Its script is updated once for each ' +
      'signal, at once and in their order, and reads it with `GetRemoteSignal` or ' +
      '`GetWebHookSignal`. A signal to a bot that does not run is refused with 400; one to a ' +
      'bot that has a hundred signals waiting with 503, to be sent again.',
    body: SendBotSignalSchema,
    fieldProblem: 'invalid_signal',
    errors: ['bot_not_found', 'invalid_signal'],
    success: { status: 202, description: 'It was taken.', schema: BotSignalAcceptedSchema },
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

  defineOperation({
    ...PAUSE_SHARED,
    path: '/v1/bots/{bot_id}/pause',
    operationId: 'pauseBot',
    isUrgent: true,
    summary: 'Pause a bot',
    description:
      'Within a second it skips the minutes that close, until it is resumed or stopped, or wakes ' +
      'itself on a signal; `is_paused` is then true, and the event `bot.updated` says so. Its ' +
      'open orders stay, and fills are noted. Pausing a paused bot changes nothing. A bot that ' +
      'does not run is refused with 400.',
    handle: async (deps, call) => switchPause(deps, call, true),
  }),

  defineOperation({
    ...PAUSE_SHARED,
    path: '/v1/bots/{bot_id}/resume',
    operationId: 'resumeBot',
    summary: 'Resume a bot',
    description:
      'A paused bot goes on with the next minute that closes; those that it skipped are not run. ' +
      'Resuming one that is not paused changes nothing. A bot that does not run is refused with ' +
      '400.',
    handle: async (deps, call) => switchPause(deps, call, false),
  }),
];

type PauseCall = Pick<Call<'bot_id', unknown, unknown>, 'caller' | 'params' | 'slotFor'>;

async function switchPause(deps: SendBotSignalDeps, call: PauseCall, isPaused: boolean) {
  const { caller, params } = call;
  const responseOf = (pause: BotPause) => taken(botPauseToWire(pause));
  const pause = { botId: params.bot_id, isPaused };
  const completion = call.slotFor(responseOf);
  const sent = await pauseBot(deps, { userId: caller.userId, pause, completion });
  return sent.ok ? responseOf(sent.value) : refusalOf(sent.rejection);
}

function refusalOf(rejection: SendBotInputRejection): Refusal {
  switch (rejection) {
    case 'bot_not_found':
      return refuse('bot_not_found', 'There is no such bot.');
    case 'not_running':
      return refuse('invalid_request', 'The bot does not run; start it first.');
    case 'inbox_full':
      return refuse('temporarily_unavailable', 'The bot has a hundred signals waiting; try again.');
  }
}
