// Stopping and deleting bots. Open orders stay at the exchange, unless they are to be wound down.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Bot, BotStore, LeftByClosing } from '#ports/stores/bot-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { WindDown, WindDownDeps } from '#services/bots/wind-down-bot.ts';
import { windDownBot } from '#services/bots/wind-down-bot.ts';

type StopDeps = WindDownDeps & {
  readonly bots: Pick<BotStore, 'deactivateBot' | 'findBot'>;
};
type Deps = StopDeps & { readonly bots: Pick<BotStore, 'deleteBot'> };

type Command = {
  readonly userId: string;
  readonly botId: string;
  /** Left out: what is at the exchange stays there. */
  readonly windDown?: WindDown;
  readonly claim?: HeldClaim | null;
};

/** A bot that does not run stays as it is. Throws Failure and OutcomeUnknown. */
export async function stopBot(
  deps: StopDeps,
  command: Command,
): Promise<Result<null, 'bot_not_found'>> {
  const stopped = await stopAndClose(deps, command);
  return stopped.ok ? accepted(null) : stopped;
}

/** Returns what it still holds although it was to be closed. Throws like `stopBot`. */
export async function stopAndClose(
  deps: StopDeps,
  { userId, botId, windDown, claim = null }: Command,
): Promise<Result<readonly LeftByClosing[], 'bot_not_found'>> {
  let bot = await deps.bots.findBot(userId, botId);
  while (bot !== null && !(await endStart(deps, bot, claim)))
    bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  return accepted(windDown === undefined ? [] : await windDownBot(deps, bot, windDown));
}

/** Whether it runs no longer; not if it was started anew meanwhile, or is gone. */
async function endStart(
  deps: StopDeps,
  { userId, botId, activatedAtMs }: Bot,
  claim: HeldClaim | null,
): Promise<boolean> {
  return deps.bots.deactivateBot(userId, botId, deps.clock.nowMs(), activatedAtMs, claim);
}

/** `position_left`: it was to be deleted without what it holds, and could not be closed. */
export type DeletionRejection =
  | { readonly code: 'bot_not_found'; readonly detail?: undefined }
  | { readonly code: 'position_left'; readonly detail: string };

/**
 * A running bot is stopped first. One that was to close what it holds, and cannot, stays with it.
 * Throws Failure and OutcomeUnknown.
 */
export async function deleteBot(
  deps: Deps,
  command: Command,
): Promise<Result<null, DeletionRejection>> {
  const { userId, botId, windDown } = command;
  const missing = { code: 'bot_not_found' } as const;
  const stopped = windDown === undefined ? accepted([]) : await stopAndClose(deps, command);
  if (!stopped.ok) return rejected(missing);
  const held = whatIsLeft(windDown, stopped.value);
  if (held !== null) return rejected(held);
  return (await deps.bots.deleteBot(userId, botId)) ? accepted(null) : rejected(missing);
}

/** Null: it may be deleted. Settings that close are no request not to leave anything. */
export function whatIsLeft(
  windDown: WindDown | undefined,
  left: readonly LeftByClosing[],
): Extract<DeletionRejection, { readonly code: 'position_left' }> | null {
  if (windDown?.closesPositions !== true || left.length === 0) return null;
  const lines = left.map(({ line }) => line).join('. ');
  const detail = `The bot is stopped, and was not deleted. ${lines}. Delete it without closing to leave that.`;
  return { code: 'position_left', detail };
}
