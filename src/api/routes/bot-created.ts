// How a bot that was made is answered, whatever it was made of.

import type { Bot } from '#services/bots/bot-deps.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { showNewBot } from '#services/bots/show-bots.ts';
import type { Answer } from '#api/http/responses/answer.ts';
import { created } from '#api/http/responses/answer.ts';
import { botToWire } from '#api/schemas/bot.ts';

type BotAnswer = Answer<ReturnType<typeof botToWire>>;

export function botCreated(bot: ShownBot): BotAnswer {
  return created(botToWire(bot), `/v1/bots/${bot.botId}`);
}

/** The same before it has run. */
export function newBotCreated(bot: Bot): BotAnswer {
  return botCreated(showNewBot(bot));
}
