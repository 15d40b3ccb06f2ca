// Makes, lists, rotates and deletes hooks. The secret of one exists only in the response: what is
// retained is its SHA-256.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isTemplate } from '#domain/hook/read-alert.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Hook, HookCall, HookStore } from '#ports/stores/hook-store.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import { mintSecret } from '#services/keys/mint-key.ts';

export type { Hook, HookCall };

export type ManageHooksDeps = {
  readonly hooks: HookStore;
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

/** `secret` is what its address ends with, which nothing can show again. */
export type NewSecret = { readonly hookId: string; readonly secret: string };

export type CreateHookCommand = {
  readonly userId: string;
  readonly botId: string;
  readonly signal: string;
  readonly template: string | null;
  /** Networks, as in address-range.ts. */
  readonly addresses: readonly string[];
};

export type CreateHookRejection =
  | 'bot_not_found'
  | 'signal_invalid'
  | 'template_invalid'
  | 'too_many_hooks';

const HOOK_PREFIX = 'tm_hook_';

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
): Promise<Result<NewSecret, CreateHookRejection>> {
  const { userId, botId, signal, template, addresses } = command;
  if (signal.trim() === '' || signal.length > LIMITS.nameCharactersMax)
    return rejected('signal_invalid');
  if (template !== null && (!isTemplate(template) || template.length > LIMITS.hookTemplateMax))
    return rejected('template_invalid');
  if ((await deps.bots.findBot(userId, botId)) === null) return rejected('bot_not_found');
  const createdAtMs = deps.clock.nowMs();
  const hookId = identifierAt('hook', createdAtMs, deps.random.bytes(10));
  const secret = mintSecret(HOOK_PREFIX, deps.random);
  const hook = { hookId, userId, botId, signal, template, addresses, createdAtMs };
  const isMade = await deps.hooks.insertHook(
    { ...hook, rotatedAtMs: null },
    deps.digest.sha256(secret),
    LIMITS.hooksPerUserMax,
  );
  return isMade ? accepted({ hookId, secret }) : rejected('too_many_hooks');
}

/** The former secret is good no more. Throws Failure. */
export async function rotateHook(
  { hooks, clock, random, digest }: ManageHooksDeps,
  { userId, hookId }: { readonly userId: string; readonly hookId: string },
): Promise<Result<NewSecret, 'hook_not_found'>> {
  const secret = mintSecret(HOOK_PREFIX, random);
  const isRotated = await hooks.rotateHook(userId, hookId, digest.sha256(secret), clock.nowMs());
  return isRotated ? accepted({ hookId, secret }) : rejected('hook_not_found');
}
