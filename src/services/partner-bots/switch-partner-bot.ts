// Starting, stopping and deleting bots of end users.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartnerBot } from '#ports/partner-bot-store.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { planBot } from '#services/partner-bots/plan-bot.ts';
import { problemsNow } from '#services/partner-bots/preview-bot.ts';

export type StartPartnerBotRejection =
  | { readonly code: BotMissing }
  | { readonly code: 'forbidden'; readonly detail: string };

/** A running bot stays as it is. What its settings ask for must be possible now. */
export async function startPartnerBot(
  deps: PartnerBotDeps,
  named: NamedBot,
): Promise<Result<PartnerBot, StartPartnerBotRejection>> {
  const { caller, userId, botId } = named;
  const source = await findBotOf(deps, named);
  if (!source.ok) return rejected({ code: source.rejection });
  const { found, endUser } = source.value;
  if (found.bot.isActivated) return accepted(found);
  const { brain } = found.bot;
  const planned = await planBot(deps, endUser, brain.type, brain.config);
  const problems = planned.ok
    ? await problemsNow(deps, planned.value, planned.value.read)
    : planned.rejection.problems;
  if (problems.length > 0) {
    const detail = problems.map(({ message }) => message).join('; ');
    return rejected({ code: 'forbidden', detail: `The bot cannot start: ${detail}.` });
  }
  const { planUntilMs } = caller;
  // How many bots there may be was judged when they were made, over all end users of the partner.
  const owner = { userId, plan: 'unlimited', planUntilMs } as const;
  const started = await startBot(deps, { caller: owner, botId });
  if (!started.ok) return rejected({ code: 'forbidden', detail: started.rejection.detail });
  const running = await deps.partnerBots.findPartnerBot(userId, botId);
  return running === null ? rejected({ code: 'bot_not_found' }) : accepted(running);
}

/** A bot that does not run stays as it is. Its open orders stay at the exchange. */
export async function stopPartnerBot(
  deps: PartnerBotDeps,
  named: NamedBot,
): Promise<Result<PartnerBot, BotMissing>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { found } = source.value;
  const { userId, botId } = named;
  const stopped = await stopBot(deps, { userId, botId });
  if (!stopped.ok) return stopped;
  return accepted({ ...found, bot: { ...found.bot, isActivated: false, isPaused: false } });
}

/** A running bot is stopped first. Its followers go on and follow none. */
export async function deletePartnerBot(
  deps: PartnerBotDeps,
  named: NamedBot,
): Promise<Result<null, BotMissing>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { userId, botId } = named;
  const isDeleted = await deps.partnerBots.deletePartnerBot(userId, botId, deps.clock.nowMs());
  return isDeleted ? accepted(null) : rejected('bot_not_found');
}
