// A bot's settings judged for an end user: the market must be one that its partner offers, and the
// plan that follows from them must be one that can be carried out now.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#domain/market/market.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import { findOfferedMarket } from '#services/partners/list-offer.ts';

/** Problems of settings; each names its key, the rule and the nearest valid value. */
export type InvalidConfig = {
  readonly code: 'invalid_config';
  readonly problems: readonly SettingProblem[];
};

export type BotPlace = { readonly market: Market; readonly account: Account };

export type PlannedBot = BotPlace & { readonly read: ReadConfig };

type PlaceDeps = Pick<PartnerBotDeps, 'partners' | 'accounts' | 'exchanges'>;

/** Where a bot with these settings trades: the market, and the account for its kind. */
export async function placeOf(
  deps: PlaceDeps,
  endUser: EndUser,
  config: StrategyConfig,
): Promise<Result<BotPlace, InvalidConfig>> {
  const { market_tag: sent } = config;
  const marketTag = typeof sent === 'string' ? sent : '';
  const partner = await deps.partners.findPartner(endUser.partnerId);
  const { exchange, userId } = endUser;
  const market =
    partner === null ? null : await findOfferedMarket(deps, partner, { exchange, marketTag });
  if (market === null) return noMarket(exchange, sent);
  const accounts = await deps.accounts.listAccounts(userId, null, ACCOUNTS_MAX);
  const account = accounts.find(({ marketType }) => marketType === market.marketType);
  return account === undefined ? noMarket(exchange, sent) : accepted({ market, account });
}

/** One for each kind of market, and room for more kinds. */
const ACCOUNTS_MAX = 10;

function noMarket(exchange: string, sent: unknown): Result<never, InvalidConfig> {
  const found = sent === undefined ? 'nothing' : JSON.stringify(sent).slice(0, 100);
  const message = `"market_tag" must be a market of "${exchange}" that is enabled, found ${found}`;
  return rejected({ code: 'invalid_config', problems: [{ key: 'market_tag', message }] });
}

/** The settings read for where they trade. */
export async function planBot(
  deps: PlaceDeps,
  endUser: EndUser,
  type: StrategyType,
  config: StrategyConfig,
): Promise<Result<PlannedBot, InvalidConfig>> {
  const place = await placeOf(deps, endUser, config);
  if (!place.ok) return place;
  const read = readConfig(type, config, place.value.market);
  if (!read.ok) return rejected({ code: 'invalid_config', problems: read.rejection });
  return accepted({ ...place.value, read: read.value });
}

/** The token that a bot with these settings listens to; null: none. */
export function signalTokenOf({ rules }: ReadConfig): string | null {
  switch (rules.kind) {
    case 'webhook':
      return rules.webhook.signalToken;
    case 'dca':
      return rules.dca.signalToken;
    case 'grid':
      return null;
  }
}
