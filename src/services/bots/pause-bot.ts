// Pausing a running bot, and having it go on. The bot learns of it as of a signal: it waits in the
// bot's inbox until a step of its run takes it in, so that a replay of the run is paused there too.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { SendBotSignalDeps } from '#services/bots/send-bot-signal.ts';
import type { SendBotInputRejection } from '#services/bots/send-bot-input.ts';
import { sendBotInput } from '#services/bots/send-bot-input.ts';

/** What the bot is about to be. */
export type BotPause = { readonly botId: string; readonly isPaused: boolean };

export type PauseBotCommand = {
  readonly userId: string;
  readonly pause: BotPause;
  readonly completion: CompletionSlot<BotPause> | null;
};

/** It waits for the bot, which takes it in within a second. Throws Failure and OutcomeUnknown. */
export async function pauseBot(
  deps: SendBotSignalDeps,
  { userId, pause, completion }: PauseBotCommand,
): Promise<Result<BotPause, SendBotInputRejection>> {
  const { botId, isPaused } = pause;
  const rejection = await sendBotInput(deps, {
    userId,
    botId,
    input: { kind: 'switched', isPaused },
    atMs: deps.clock.nowMs(),
    completion: completionWith(completion, pause),
  });
  return rejection === null ? accepted(pause) : rejected(rejection);
}
