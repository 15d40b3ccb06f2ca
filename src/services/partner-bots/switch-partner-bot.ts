// Starting, stopping and deleting bots of end users.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { PartnerBot } from '#ports/stores/partner-bot-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import type { WindDown } from '#services/bots/wind-down-bot.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import type { InvalidConfig, PlannedBot } from '#services/partner-bots/plan-bot.ts';
import { planBot } from '#services/partner-bots/plan-bot.ts';
import { problemsNow } from '#services/partner-bots/preview-bot.ts';
import { isAnythingLeft, problemsOfGoingOn } from '#services/partner-bots/what-is-left.ts';

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
  const carriesOn = await isAnythingLeft(deps, found);
  const problems = await problemsOfStart(deps, found, planned, carriesOn);
  if (problems.length > 0) {
    const detail = problems.map(({ message }) => message).join('; ');
    return rejected({ code: 'forbidden', detail: `The bot cannot start: ${detail}.` });
  }
  const { planUntilMs } = caller;
  // How many bots there may be was judged when they were made, over all end users of the partner.
  const owner = { userId, plan: 'unlimited', planUntilMs } as const;
  const started = await startBot(deps, { caller: owner, botId, carriesOn, claim });
  if (!started.ok) return rejected({ code: 'forbidden', detail: started.rejection.detail });
  const running = await deps.partnerBots.findPartnerBot(userId, botId);
  return running === null ? rejected({ code: 'bot_not_found' }) : accepted(running);
}

/** What a bot goes on with is paid for already. */
async function problemsOfStart(
  deps: PartnerBotDeps,
  found: PartnerBot,
  planned: Result<PlannedBot, InvalidConfig>,
  carriesOn: boolean,
): Promise<readonly SettingProblem[]> {
  if (!planned.ok) return planned.rejection.problems;
  if (carriesOn) return problemsOfGoingOn(deps, found, planned.value.market);
  return problemsNow(deps, planned.value, planned.value.read);
}

type StopDeps = PartnerBotDeps & Parameters<typeof stopBot>[0];

/**
 * A bot that does not run stays as it is. Its open orders stay at the exchange, unless it is to be
 * wound down, or its own settings close what it holds. Throws Failure and OutcomeUnknown.
 */
export async function stopPartnerBot(
  deps: StopDeps,
  named: ClaimedBot,
  requested: WindDown,
): Promise<Result<PartnerBot, BotMissing>> {
  const source = await findBotOf(deps, named);
  if (!source.ok) return source;
  const { found } = source.value;
  const { userId, botId, claim = null } = named;
  const windDown = windDownOf(found, requested);
  const stopped = await stopBot(deps, { userId, botId, windDown, claim });
  if (!stopped.ok) return stopped;
  return accepted({ ...found, bot: { ...found.bot, isActivated: false, isPaused: false } });
}

/** Settings by which what a grid holds is closed when it stops, whatever stops it. */
const CLOSING_SETTINGS = ['close_position_on_stop', 'sell_base_on_stop'] as const;

function windDownOf({ bot }: PartnerBot, { cancelsOrders, closesPositions }: WindDown): WindDown {
  const { config } = bot.brain;
  const closesByItself = CLOSING_SETTINGS.some((key) => config[key] === true);
  return { cancelsOrders, closesPositions: closesPositions || closesByItself };
}

/** A running bot is stopped first. Its followers go on and follow none. */
export async function deletePartnerBot(
  deps: StopDeps,
  named: NamedBot,
  requested: WindDown,
): Promise<Result<null, BotMissing>> {
  const stopped = await stopPartnerBot(deps, named, requested);
  if (!stopped.ok) return stopped;
  const { userId, botId } = named;
  const isDeleted = await deps.partnerBots.deletePartnerBot(userId, botId, deps.clock.nowMs());
  return isDeleted ? accepted(null) : rejected('bot_not_found');
}
