// The wire shapes of a signal for one bot.

import Type from 'typebox';
import type { Json } from '#lib/json.ts';
import { SIGNAL_ACTIONS } from '#domain/strategy/signal-action.ts';
import type { BotSignal } from '#services/bots/send-bot-signal.ts';
import { field, shapeOf } from '#api/schemas/field-codec.ts';
import { nullable, oneOf, shape, text } from '#api/schemas/wire-values.ts';

const WORD_CHARACTERS_MAX = 128;

function word(description: string, example: string) {
  return Type.String({
    minLength: 1,
    maxLength: WORD_CHARACTERS_MAX,
    description,
    examples: [example],
  });
}

export const SendBotSignalSchema = shape('SendBotSignal', 'A signal for a bot.', {
  name: word('What it listens to: its token, or the id that its script asks for.', 'trend'),
  action: oneOf(
    SIGNAL_ACTIONS,
    '`buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held. ' +
      '`GetRemoteSignal` returns the constant that it stands for.',
  ),
  payload: Type.Optional(
    nullable(
      Type.Unsafe<{ readonly [key: string]: Json }>({
        type: 'object',
        description: 'What `GetWebHookSignal` returns; the action alone when left out (or null).',
        examples: [{ price: 62_000 }],
      }),
    ),
  ),
});

const ACCEPTED = shapeOf<BotSignal>()('BotSignalAccepted', 'The signal was taken.', {
  bot_id: field(text('Bot that it is for.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  name: field(text('As it was sent.', 'trend'), (of) => of.name),
  action: field(text('As it was sent.', 'buy'), (of) => of.action),
  accepted: field(
    Type.Literal(true, {
      description: 'Always true; it does not mean that the bot acted.',
      examples: [true],
    }),
    () => true as const,
  ),
});
export const BotSignalAcceptedSchema = ACCEPTED.schema;
export const botSignalToWire = ACCEPTED.toWire;
