// Sends input to a running bot of a user. It waits in the bot's inbox until the bot takes it in,
// once. What the bot cannot get is refused, and a foreign bot is treated like an unknown one.

import type { BotInbox, BotInput } from '#ports/stores/bot-inbox.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export type SendBotInputDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly inbox: Pick<BotInbox, 'send'>;
};

/** `not_running` until it is started; `inbox_full` until the bot has caught up. */
export type SendBotInputRejection = 'bot_not_found' | 'not_running' | 'inbox_full';

export type SentBotInput = {
  readonly userId: string;
  readonly botId: string;
  readonly input: BotInput;
  readonly atMs: number;
  readonly completion: Completion | null;
};

/** Null when it waits for the bot. Throws Failure and OutcomeUnknown. */
export async function sendBotInput(
  { bots, inbox }: SendBotInputDeps,
  { userId, botId, input, atMs, completion }: SentBotInput,
): Promise<SendBotInputRejection | null> {
  const bot = await bots.findBot(userId, botId);
  if (bot === null) return 'bot_not_found';
  const got = await inbox.send([{ botId, input }], atMs, completion);
  if (got.includes(botId)) return null;
  return bot.isActivated ? 'inbox_full' : 'not_running';
}
