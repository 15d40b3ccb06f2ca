// Bots of strategies on accounts of one's own: where they trade, and how one of them is found.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Bot, BotStore, StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import type { BotPlace } from '#services/bots/bot-deps.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import { marketTagOf, noSuchMarket } from '#services/strategy-bots/planned-bot.ts';

export type { StrategyBot };

/** A user, and one of its accounts. */
export type OwnAccount = { readonly userId: string; readonly accountId: string };

export type PlaceRejection = { readonly code: 'account_not_found' } | InvalidConfig;

/** Where a bot with these settings trades on the account. */
export async function placeOnAccount(
  deps: AccountDeps,
  { userId, accountId }: OwnAccount,
  config: StrategyConfig,
): Promise<Result<BotPlace, PlaceRejection>> {
  const found = await accountOf(deps, { userId }, accountId);
  if (!found.ok) return rejected({ code: found.rejection });
  const { account, exchange } = found.value;
  const market = await findMarket(exchange, marketTagOf(config));
  if (market !== null && market.marketType === account.marketType)
    return accepted({ market, account });
  const expected = `a ${account.marketType} market of "${account.exchange}"`;
  return rejected(noSuchMarket(config, expected));
}

/** What is foreign, and a bot of a script, is treated like what never was. */
export async function findStrategyBot(
  { bots }: { readonly bots: Pick<BotStore, 'findBot'> },
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<Result<StrategyBot, 'bot_not_found'>> {
  const bot = await bots.findBot(userId, botId);
  return bot !== null && isOfStrategy(bot) ? accepted(bot) : rejected('bot_not_found');
}

/** Type guard for bots whose brain is a strategy. */
export function isOfStrategy(bot: Bot): bot is StrategyBot {
  return bot.brain.kind === 'strategy';
}
