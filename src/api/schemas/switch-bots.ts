// The wire shapes of starting and stopping many bots at once.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { SwitchedBot } from '#services/bots/switch-bots.ts';
import { field, listOf, shapeOf } from '#api/schemas/field-codec.ts';
import { flag, identifier, nullable, shape, text } from '#api/schemas/wire-values.ts';

const BOT_IDS = Type.Array(identifier('A bot, as listed.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), {
  description: 'Bots, each once.',
  minItems: 1,
  maxItems: LIMITS.botsSwitchedAtOnceMax,
});

export const StartBotsSchema = shape('StartBots', 'Bots to start.', { bot_ids: BOT_IDS });

export const StopBotsSchema = shape('StopBots', 'Bots to stop.', {
  bot_ids: BOT_IDS,
  cancel_orders: Type.Optional(flag('Whether their open orders are cancelled; default false.')),
  close_positions: Type.Optional(
    flag('Whether what they hold is closed at market, after that; default false.', false),
  ),
});

const SWITCHED = shapeOf<SwitchedBot>()('SwitchedBot', 'What became of a bot.', {
  bot_id: field(text('The bot.', 'bot_01jd3f8k2m5q7r9t'), (of) => of.botId),
  problem: field(
    nullable(text('Why it is not as it was requested; null: it is.', 'It has no market.')),
    (of) => of.problem,
  ),
});
export const SWITCHED_BOT_LIST = listOf('SwitchedBotList', SWITCHED);
