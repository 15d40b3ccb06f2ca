// The wire shape of what a bot is about to be.

import Type from 'typebox';
import type { BotPause } from '#services/bots/pause-bot.ts';
import { field, shapeOf } from '#api/schemas/field-codec.ts';
import { flag, text } from '#api/schemas/wire-values.ts';

const ACCEPTED = shapeOf<BotPause>()('BotPauseAccepted', 'What the bot is about to be.', {
  bot_id: field(text('Bot that it is for.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  is_paused: field(flag('True after a pause, false after a resume.'), (of) => of.isPaused),
  accepted: field(
    Type.Literal(true, {
      description: 'Always true; the bot takes it in within a second.',
      examples: [true],
    }),
    () => true as const,
  ),
});
export const BotPauseAcceptedSchema = ACCEPTED.schema;
export const botPauseToWire = ACCEPTED.toWire;
