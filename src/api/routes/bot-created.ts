// The response with a bot that was made, whatever it was made of.

import type { Bot } from '#services/bots/bot-deps.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { showNewBot } from '#services/bots/show-bots.ts';
import type { ApiResponse } from '#api/http/responses/api-response.ts';
import { created } from '#api/http/responses/api-response.ts';
import { botToWire } from '#api/schemas/bot.ts';

type BotResponse = ApiResponse<ReturnType<typeof botToWire>>;

/** Response 201 with the bot and its address. */
export function botCreated(bot: ShownBot): BotResponse {
  return created(botToWire(bot), `/v1/bots/${bot.botId}`);
}

/** The same before it has run. */
export function newBotCreated(bot: Bot): BotResponse {
  return botCreated(showNewBot(bot));
}
