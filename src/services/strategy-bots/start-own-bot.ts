// Starting a bot of one's own, of a script or of a strategy. Of a strategy, what its settings ask
// for must be possible now; one that left orders or a position behind goes on with them.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type { BotDeps } from '#services/bots/bot-deps.ts';
import type { StartBotCommand, StartBotRejection } from '#services/bots/start-bot.ts';
import { startBot } from '#services/bots/start-bot.ts';
import type { JudgeStartDeps } from '#services/strategy-bots/judge-start.ts';
import { judgeStart, refusalOf } from '#services/strategy-bots/judge-start.ts';
import { isOfStrategy, placeOnAccount } from '#services/strategy-bots/own-bot.ts';
import { planAt } from '#services/strategy-bots/planned-bot.ts';

export type StartOwnBotDeps = JudgeStartDeps &
  Pick<BotDeps, 'bots' | 'scripts' | 'dataSeries' | 'accounts' | 'exchanges' | 'clock'>;

/** A running bot stays as it is. Throws Failure where the exchange does not respond. */
export async function startOwnBot(
  deps: StartOwnBotDeps,
  command: Omit<StartBotCommand, 'carriesOn'>,
): Promise<Result<null, StartBotRejection>> {
  const bot = await deps.bots.findBot(command.caller.userId, command.botId);
  if (bot === null || bot.isActivated || !isOfStrategy(bot)) return startBot(deps, command);
  return startStrategyBot(deps, command, bot);
}

async function startStrategyBot(
  deps: StartOwnBotDeps,
  command: Omit<StartBotCommand, 'carriesOn'>,
  bot: StrategyBot,
): Promise<Result<null, StartBotRejection>> {
  const { type, config } = bot.brain;
  const place = await placeOnAccount(deps, bot, config);
  if (!place.ok) {
    const { rejection } = place;
    // That its account is gone is said by the start.
    if (rejection.code === 'account_not_found') return startBot(deps, command);
    return rejected(refusalOf(rejection.problems));
  }
  const judged = await judgeStart(deps, bot, planAt(place.value, type, config));
  if (!judged.ok) return judged;
  return startBot(deps, { ...command, ...judged.value });
}
