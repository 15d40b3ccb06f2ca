// Makes, lists, rotates and deletes hooks. The secret of one exists only in the response: what is
// retained is its SHA-256. The secret that signs messages follows from it and from the master key.

import { identifierFromBytes } from '#lib/identifier.ts';
import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isTemplate } from '#domain/hook/alert-texts.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Hook, HookCall, HookStore } from '#ports/stores/hook-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type { HeardSignalDeps } from '#services/hooks/heard-signals.ts';
import { heardSignals } from '#services/hooks/heard-signals.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type { Hook, HookCall };

export type ManageHooksDeps = HeardSignalDeps & {
  readonly hooks: HookStore;
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly secrets: Pick<Secrets, 'deriveKey'>;
};

/** Nothing can show the secrets again. */
export type HookWithSecret = Hook & {
  /** What its address ends with. */
  readonly secret: string;
  /** The key that signs its messages, as a text; null: they are not signed. */
  readonly signingSecret: string | null;
};

/** A hook reaches a bot of the user itself: a key of one end user has none. */
export type HookCaller = Pick<Principal, 'userId' | 'endUserId'>;

export type CreateHookCommand = {
  readonly userId: string;
  readonly botId: string;
  readonly signal: string;
  readonly template: string | null;
  /** Networks, as in address-range.ts. */
  readonly addresses: readonly string[];
  readonly sellsEnterShort: boolean;
  /** Whole milliseconds from 0 on. */
  readonly repeatWindowMs: number;
  readonly isSigned: boolean;
  /** From which its id follows. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<HookWithSecret> | null;
};

export type CreateHookRejection =
  | { readonly code: 'bot_not_found' | 'signal_invalid' | 'template_invalid' | 'too_many_hooks' }
  /** The bot listens to these names alone. */
  | { readonly code: 'signal_unheard'; readonly heard: readonly string[] };

const HOOK_PREFIX = 'tm_hook_';
const SIGNING_PREFIX = 'tm_sign_';

/** The secret of a hook, whether there is such a hook or not. */
export const HOOK_SECRET = /^tm_hook_[0-9A-Za-z]{43}$/;

/** From where TradingView calls, as its help page about webhooks lists. */
export const TRADINGVIEW_ADDRESSES = [
  '52.89.214.238/32',
  '34.212.75.30/32',
  '54.218.53.128/32',
  '52.32.178.7/32',
] as const;

/** Throws Failure. */
export async function createHook(
  deps: ManageHooksDeps,
  command: CreateHookCommand,
): Promise<Result<HookWithSecret, CreateHookRejection>> {
  const { userId, botId, signal, template, addresses, repeatWindowMs } = command;
  assert(repeatWindowMs >= 0 && repeatWindowMs <= LIMITS.hookRepeatWindowMsMax, 'a window fits');
  if (signal.trim() === '' || signal.length > LIMITS.nameCharactersMax)
    return rejected({ code: 'signal_invalid' });
  if (template !== null && (!isTemplate(template) || template.length > LIMITS.hookTemplateMax))
    return rejected({ code: 'template_invalid' });
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected({ code: 'bot_not_found' });
  const heard = await heardSignals(deps, bot);
  if (heard !== null && !heard.includes(signal)) return rejected({ code: 'signal_unheard', heard });
  const hookId = identifierFromBytes('hook', deps.digest.sha256(`hook ${command.derivationId}`));
  const secret = mintSecret(HOOK_PREFIX, deps.random);
  const createdAtMs = deps.clock.nowMs();
  const { sellsEnterShort, isSigned } = command;
  const rules = { template, addresses, sellsEnterShort, repeatWindowMs, isSigned };
  const hook: Hook = { hookId, userId, botId, signal, ...rules, createdAtMs, rotatedAtMs: null };
  const made = { ...hook, ...secretsOf(deps, hook, secret) };
  const isMade = await deps.hooks.insertHook(
    hook,
    deps.digest.sha256(secret),
    LIMITS.hooksPerUserMax,
    completionWith(command.completion, made),
  );
  return isMade ? accepted(made) : rejected({ code: 'too_many_hooks' });
}

/** The key of HMAC-SHA256 over the bytes of each message, as a text. */
export function signingSecretOf(secrets: Pick<Secrets, 'deriveKey'>, secret: string): string {
  const bytes = () => secrets.deriveKey(`signatures of ${secret}`);
  return mintSecret(SIGNING_PREFIX, { bytes });
}

function secretsOf({ secrets }: Pick<ManageHooksDeps, 'secrets'>, hook: Hook, secret: string) {
  return { secret, signingSecret: hook.isSigned ? signingSecretOf(secrets, secret) : null };
}

/** The former secret is good no more. Throws Failure. */
export async function rotateHook(
  { hooks, clock, random, digest, secrets }: Omit<ManageHooksDeps, 'bots' | 'scripts'>,
  command: {
    readonly userId: string;
    readonly hookId: string;
    readonly completion: CompletionSlot<HookWithSecret> | null;
  },
): Promise<Result<HookWithSecret, 'hook_not_found'>> {
  const { userId, hookId, completion } = command;
  const found = (await hooks.listHooks(userId)).find((hook) => hook.hookId === hookId);
  if (found === undefined) return rejected('hook_not_found');
  const secret = mintSecret(HOOK_PREFIX, random);
  const rotatedAtMs = clock.nowMs();
  const rotated = { ...found, rotatedAtMs, ...secretsOf({ secrets }, found, secret) };
  const hash = digest.sha256(secret);
  const completed = completionWith(completion, rotated);
  const isRotated = await hooks.rotateHook(userId, hookId, hash, rotatedAtMs, completed);
  return isRotated ? accepted(rotated) : rejected('hook_not_found');
}

/** Oldest first. */
export async function listHooks(
  { hooks }: Pick<ManageHooksDeps, 'hooks'>,
  { userId, endUserId }: HookCaller,
): Promise<readonly Hook[]> {
  return endUserId === null ? hooks.listHooks(userId) : [];
}

/** Newest first. */
export async function listHookCalls(
  { hooks }: Pick<ManageHooksDeps, 'hooks'>,
  { caller, hookId, limit }: HookQuery & { readonly limit: number },
): Promise<Result<readonly HookCall[], 'hook_not_found'>> {
  const calls =
    caller.endUserId === null ? await hooks.listHookCalls(caller.userId, hookId, limit) : null;
  return calls === null ? rejected('hook_not_found') : accepted(calls);
}

/** With its trace. */
export async function deleteHook(
  { hooks }: Pick<ManageHooksDeps, 'hooks'>,
  { caller, hookId }: HookQuery,
): Promise<Result<null, 'hook_not_found'>> {
  const isDone = caller.endUserId === null && (await hooks.deleteHook(caller.userId, hookId));
  return isDone ? accepted(null) : rejected('hook_not_found');
}

type HookQuery = { readonly caller: HookCaller; readonly hookId: string };
