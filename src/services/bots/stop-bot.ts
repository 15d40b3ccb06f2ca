// Stopping and deleting bots. Open orders stay at the exchange, unless they are to be wound down.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
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
  { userId, botId, windDown, claim = null }: Command,
): Promise<Result<null, 'bot_not_found'>> {
  let bot = await deps.bots.findBot(userId, botId);
  while (bot !== null && !(await endStart(deps, bot, claim)))
    bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  if (windDown !== undefined) await windDownBot(deps, bot, windDown);
  return accepted(null);
}

/** Whether it runs no longer; not if it was started anew meanwhile, or is gone. */
async function endStart(
  deps: StopDeps,
  { userId, botId, activatedAtMs }: Bot,
  claim: HeldClaim | null,
): Promise<boolean> {
  return deps.bots.deactivateBot(userId, botId, deps.clock.nowMs(), activatedAtMs, claim);
}

/** A running bot is stopped first. Throws Failure and OutcomeUnknown. */
export async function deleteBot(
  deps: Deps,
  command: Command,
): Promise<Result<null, 'bot_not_found'>> {
  const { userId, botId, windDown } = command;
  const stopped = windDown === undefined ? accepted(null) : await stopBot(deps, command);
  if (!stopped.ok) return stopped;
  return (await deps.bots.deleteBot(userId, botId)) ? accepted(null) : rejected('bot_not_found');
}
