// A signal for one running bot, from its owner.

import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { SendBotInputDeps, SendBotInputRejection } from '#services/bots/send-bot-input.ts';
import { sendBotInput } from '#services/bots/send-bot-input.ts';

export type SendBotSignalDeps = SendBotInputDeps & { readonly clock: Clock };

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

/** Throws Failure and OutcomeUnknown. */
export async function sendBotSignal(
  deps: SendBotSignalDeps,
  { userId, signal, payload, completion }: SendBotSignalCommand,
): Promise<Result<BotSignal, SendBotInputRejection>> {
  const { botId, name, action } = signal;
  const atMs = deps.clock.nowMs();
  const rejection = await sendBotInput(deps, {
    userId,
    botId,
    input: { kind: 'signal', name, action, signalAtMs: atMs, payload },
    atMs,
    completion: completionWith(completion, signal),
  });
  return rejection === null ? accepted(signal) : rejected(rejection);
}
