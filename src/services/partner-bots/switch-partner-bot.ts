// Starting, stopping and deleting bots of end users.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { stopAndClose, whatIsLeft } from '#services/bots/stop-bot.ts';
import type { WindDown } from '#services/bots/wind-down-bot.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { planBot } from '#services/partner-bots/plan-bot.ts';
import { judgeStart } from '#services/strategy-bots/judge-start.ts';

export type StartPartnerBotRejection =
  | { readonly code: BotMissing }
  | { readonly code: 'forbidden'; readonly detail: string };

type ClaimedBot = NamedBot & { readonly claim?: HeldClaim | null };

/**
 * A running bot stays as it is. One that left orders or a position behind goes on with them; of
 * another one, what its settings ask for must be possible now.
 */
export async function startPartnerBot(
  deps: PartnerBotDeps,
  named: ClaimedBot,
): Promise<Result<PartnerBot, StartPartnerBotRejection>> {
  const { caller, userId, botId, claim = null } = named;
  const source = await findBotOf(deps, named);
  if (!source.ok) return rejected({ code: source.rejection });
  const { found, endUser } = source.value;
  if (found.bot.isActivated) return accepted(found);
  const { brain } = found.bot;
  const planned = await planBot(deps, endUser, brain.type, brain.config);
  const judged = await judgeStart(deps, found.bot, planned);
  if (!judged.ok) return rejected({ code: 'forbidden', detail: judged.rejection.detail });
  const { carriesOn } = judged.value;
  const { planUntilMs } = caller;
  // How many bots there may be was judged when they were made, over all end users of the partner.
  const owner = { userId, plan: 'unlimited', planUntilMs } as const;
  const started = await startBot(deps, { caller: owner, botId, carriesOn, claim });
  if (!started.ok) return rejected({ code: 'forbidden', detail: started.rejection.detail });
  const running = await deps.partnerBots.findPartnerBot(userId, botId);
  return running === null ? rejected({ code: 'bot_not_found' }) : accepted(running);
}

type StopDeps = PartnerBotDeps & Parameters<typeof stopAndClose>[0];

/**
 * A bot that does not run stays as it is. Its open orders stay at the exchange, unless it is to be
 * wound down, or its own settings close what it holds. Throws Failure and OutcomeUnknown.
 */
export async function stopPartnerBot(
  deps: StopDeps,
  named: ClaimedBot,
  requested: WindDown,
): Promise<Result<PartnerBot, BotMissing>> {
  const stopped = await stopOwn(deps, named, requested);
  if (!stopped.ok) return stopped;
  const { found } = stopped.value;
  return accepted({ ...found, bot: { ...found.bot, isActivated: false, isPaused: false } });
}

async function stopOwn(deps: StopDeps, named: ClaimedBot, requested: WindDown) {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { userId, botId, claim = null } = named;
  const stopped = await stopAndClose(deps, { userId, botId, windDown: requested, claim });
  if (!stopped.ok) return stopped;
  return accepted({ found: source.value.found, left: stopped.value });
}

type DeletionRejection =
  | { readonly code: BotMissing }
  | { readonly code: 'position_left'; readonly detail: string };

/**
 * A running bot is stopped first. Its followers go on and follow none. One that was to close what
 * it holds, and cannot, stays with it.
 */
export async function deletePartnerBot(
  deps: StopDeps,
  named: NamedBot,
  requested: WindDown,
): Promise<Result<null, DeletionRejection>> {
  const stopped = await stopOwn(deps, named, requested);
  if (!stopped.ok) return rejected({ code: stopped.rejection });
  const held = whatIsLeft(requested, stopped.value.left);
  if (held !== null) return rejected(held);
  const { userId, botId } = named;
  const isDeleted = await deps.partnerBots.deletePartnerBot(userId, botId, deps.clock.nowMs());
  return isDeleted ? accepted(null) : rejected({ code: 'bot_not_found' });
}
