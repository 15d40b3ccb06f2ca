// A bot's settings judged for an end user: the market must be one that its partner offers, and the
// plan that follows from them must be one that can be carried out now.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { BotPlace } from '#services/bots/bot-deps.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { findOfferedMarket } from '#services/partners/list-offer.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import { marketTagOf, noSuchMarket, planAt } from '#services/strategy-bots/planned-bot.ts';

type PlaceDeps = Pick<PartnerBotDeps, 'partners' | 'accounts' | 'exchanges'>;

/** Where a bot with these settings trades: the market, and the account for its kind. */
export async function placeOf(
  deps: PlaceDeps,
  endUser: EndUser,
  config: StrategyConfig,
): Promise<Result<BotPlace, InvalidConfig>> {
  const marketTag = marketTagOf(config);
  const partner = await deps.partners.findPartner(endUser.partnerId);
  const { exchange, userId } = endUser;
  const missing = noSuchMarket(config, `a market of "${exchange}" that is enabled`);
  const market =
    partner === null ? null : await findOfferedMarket(deps, partner, { exchange, marketTag });
  if (market === null) return rejected(missing);
  const accounts = await deps.accounts.listAccounts(userId, null, ACCOUNTS_MAX);
  const account = accounts.find(({ marketType }) => marketType === market.marketType);
  return account === undefined ? rejected(missing) : accepted({ market, account });
}

/** One for each kind of market, and room for more kinds. */
const ACCOUNTS_MAX = 10;

/** The settings read for where they trade. */
export async function planBot(
  deps: PlaceDeps,
  endUser: EndUser,
  type: StrategyType,
  config: StrategyConfig,
): Promise<Result<PlannedBot, InvalidConfig>> {
  const place = await placeOf(deps, endUser, config);
  return place.ok ? planAt(place.value, type, config) : place;
}

/** The token that a bot with these settings listens to; null: none. */
export function signalTokenOf({ rules }: ReadConfig): string | null {
  switch (rules.kind) {
    case 'webhook':
      return rules.webhook.signalToken;
    case 'dca':
      return rules.dca.signalToken;
    case 'grid':
    case 'bracket':
      return null;
  }
}
