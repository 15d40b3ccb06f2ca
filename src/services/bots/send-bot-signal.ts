// A signal for one running bot, from its owner. It waits in the bot's inbox until the bot takes it
// in, once. What the bot cannot get is refused, and a foreign bot is treated like an unknown one.

import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type SendBotSignalDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly inbox: Pick<BotInbox, 'send'>;
  readonly clock: Clock;
};

/** `name` is the id that the script asks for, `action` what GetRemoteSignal then returns. */
export type BotSignal = {
  readonly botId: string;
  readonly name: string;
  readonly action: string;
};

export type SendBotSignalCommand = {
  readonly userId: string;
  readonly signal: BotSignal;
  /** What GetWebHookSignal then returns; null: the action alone. */
  readonly payload: Json;
  readonly completion: CompletionSlot<BotSignal> | null;
};

/** `not_running` until it is started; `inbox_full` until the bot has caught up. */
export type SendBotSignalRejection = 'bot_not_found' | 'not_running' | 'inbox_full';

/** Throws Failure and OutcomeUnknown. */
export async function sendBotSignal(
  { bots, inbox, clock }: SendBotSignalDeps,
  { userId, signal, payload, completion }: SendBotSignalCommand,
): Promise<Result<BotSignal, SendBotSignalRejection>> {
  const { botId, name, action } = signal;
  const bot = await bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  const atMs = clock.nowMs();
  const input = { kind: 'signal', name, action, signalAtMs: atMs, payload } as const;
  const got = await inbox.send([{ botId, input }], atMs, completionWith(completion, signal));
  if (got.includes(botId)) return accepted(signal);
  return rejected(bot.isActivated ? 'inbox_full' : 'not_running');
}
