// A message that came in at a hook: what it says goes to the bot, once, and what became of it is
// noted in words for the owner.

import type { Json } from '#lib/json.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { readAlert } from '#domain/hook/read-alert.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Hook, HookCall, HookStore } from '#ports/stores/hook-store.ts';
import type { Clock } from '#ports/world/clock.ts';

export type { Hook };

export type HookDeps = {
  readonly hooks: HookStore;
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly clock: Clock;
};

export type ReceiveAlertCommand = {
  readonly hook: Hook;
  /** From where it came; null: not known. */
  readonly address: string | null;
  /** `fields` is the message as JSON; null: it is a text. */
  readonly message: {
    readonly text: string;
    readonly fields: { readonly [name: string]: Json } | null;
  };
};

export type AlertRefusal = {
  readonly code: 'not_understood' | 'not_running' | 'inbox_full';
  /** In words. */
  readonly detail: string;
};

/** Throws Failure and OutcomeUnknown: a message with an id may be sent again. */
export async function receiveAlert(
  deps: HookDeps,
  { hook, address, message }: ReceiveAlertCommand,
): Promise<Result<'taken' | 'duplicate', AlertRefusal>> {
  const atMs = deps.clock.nowMs();
  const note = (call: Pick<HookCall, 'action' | 'outcome' | 'detail'>): Promise<void> =>
    deps.hooks.noteHookCall(hook.hookId, { atMs, address, ...call }, LIMITS.hookCallsRetained);
  const alert = readAlert(message, hook.template);
  if (!alert.ok) {
    await note({ action: null, outcome: 'refused', detail: alert.rejection });
    return rejected({ code: 'not_understood', detail: alert.rejection });
  }
  const { action, callId, payload } = alert.value;
  const signal = { kind: 'signal', name: hook.signal, action, signalAtMs: atMs, payload } as const;
  const detail = `Signal "${hook.signal}" with action "${action}" went to the bot.`;
  const outcome = await deps.hooks.takeHookSignal(
    { hook, atMs, address, input: signal, callId, detail },
    LIMITS.hookCallsRetained,
  );
  if (outcome === 'taken') return accepted(outcome);
  if (outcome === 'duplicate') {
    await note({ action, outcome, detail: `A message with the id "${callId}" was taken before.` });
    return accepted(outcome);
  }
  const refusal = await whyRefused(deps, hook);
  await note({ action, outcome: 'refused', detail: refusal.detail });
  return rejected(refusal);
}

/** A call that is refused before its message is read; `detail` says why. Throws Failure. */
export async function noteUnreadCall(
  { hooks, clock }: HookDeps,
  { hookId }: Hook,
  address: string | null,
  detail: string,
): Promise<void> {
  const call = { atMs: clock.nowMs(), address, action: null, outcome: 'refused', detail } as const;
  await hooks.noteHookCall(hookId, call, LIMITS.hookCallsRetained);
}

async function whyRefused({ bots }: HookDeps, { botId, userId }: Hook): Promise<AlertRefusal> {
  const bot = await bots.findBot(userId, botId);
  if (bot?.isActivated === true) {
    const detail = 'The bot has as many signals waiting as may be; send it again.';
    return { code: 'inbox_full', detail };
  }
  const detail = bot === null ? 'The bot was deleted.' : 'The bot does not run; start it first.';
  return { code: 'not_running', detail };
}
