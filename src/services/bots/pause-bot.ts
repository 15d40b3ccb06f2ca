// Pausing a running bot, and having it go on. The bot learns of it as of a signal: it waits in the
// bot's inbox until a step of its run takes it in, so that a replay of the run is paused there too.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { SendBotSignalDeps, SendBotSignalRejection } from '#services/bots/send-bot-signal.ts';

/** What the bot is about to be. */
export type BotPause = { readonly botId: string; readonly isPaused: boolean };

export type PauseBotCommand = {
  readonly userId: string;
  readonly pause: BotPause;
  readonly completion: CompletionSlot<BotPause> | null;
};

/** It waits for the bot, which takes it in within a second. Throws Failure and OutcomeUnknown. */
export async function pauseBot(
  { bots, inbox, clock }: SendBotSignalDeps,
  { userId, pause, completion }: PauseBotCommand,
): Promise<Result<BotPause, SendBotSignalRejection>> {
  const { botId, isPaused } = pause;
  const bot = await bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  const input = { kind: 'switched', isPaused } as const;
  const completed = completionWith(completion, pause);
  const got = await inbox.send([{ botId, input }], clock.nowMs(), completed);
  if (got.includes(botId)) return accepted(pause);
  return rejected(bot.isActivated ? 'inbox_full' : 'not_running');
}
