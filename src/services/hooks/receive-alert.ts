// A message that came in at a hook: what it says goes to the bot, once, and what became of it is
// noted in words for the owner.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Alert, AlertFault } from '#domain/hook/read-alert.ts';
import { readAlert } from '#domain/hook/read-alert.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Hook, HookCall, HookStore } from '#ports/stores/hook-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

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
  readonly message: {
    readonly text: string;
    /** SHA-256 of its bytes. */
    readonly hash: Uint8Array;
    /** `Idempotency-Key` of its request, which counts where the message has no id; null: none. */
    readonly key: string | null;
  };
};

export type AlertRefusal = {
  readonly code: AlertFault['code'] | 'not_running' | 'inbox_full';
  /** In words. */
  readonly detail: string;
};

/** Throws Failure and OutcomeUnknown: a message with an id may be sent again. */
export async function receiveAlert(
  deps: HookDeps,
  { hook, address, message }: ReceiveAlertCommand,
): Promise<Result<'queued' | 'duplicate', AlertRefusal>> {
  const atMs = deps.clock.nowMs();
  const note = (call: Pick<HookCall, 'action' | 'outcome' | 'detail'>): Promise<void> =>
    deps.hooks.noteHookCall(hook.hookId, { atMs, address, ...call }, LIMITS.hookCallsRetained);
  const alert = await readFor(deps, hook, message.text);
  if (!alert.ok) {
    await note({ action: null, outcome: 'refused', detail: alert.rejection.detail });
    return alert;
  }
  const { action, part, payload } = alert.value;
  const callId = alert.value.callId ?? (message.key === null ? null : `key ${message.key}`);
  const said = { kind: 'signal', name: hook.signal, action, signalAtMs: atMs, payload } as const;
  const input = part === null ? said : { ...said, part };
  const share = part === null ? '' : ` of ${part.closed} of ${part.of}`;
  const detail = `Signal "${hook.signal}" with action "${action}"${share} waits for the bot.`;
  const { hash: messageHash } = message;
  const outcome = await deps.hooks.takeHookSignal(
    { hook, atMs, address, input, callId, messageHash, detail },
    LIMITS.hookCallsRetained,
  );
  if (outcome === 'queued') return accepted(outcome);
  if (outcome === 'duplicate') {
    const which = callId === null ? 'An equal message' : `A message with the id "${callId}"`;
    await note({ action, outcome, detail: `${which} was taken before.` });
    return accepted(outcome);
  }
  const refusal = await whyRefused(deps, hook);
  await note({ action, outcome: 'refused', detail: refusal.detail });
  return rejected(refusal);
}

/** An exit of a part is understood where the bot can close one. */
async function readFor(
  { bots }: HookDeps,
  hook: Hook,
  text: string,
): Promise<Result<Alert, AlertFault>> {
  const alert = readAlert(text, hook);
  if (!alert.ok || alert.value.part === null) return alert;
  const bot = await bots.findBot(hook.userId, hook.botId);
  if (bot?.brain.kind === 'strategy' && bot.brain.type === 'webhook') return alert;
  const detail = 'It says that a part of the position is closed; only signal bots can do that.';
  return rejected({ code: 'not_understood', detail });
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
