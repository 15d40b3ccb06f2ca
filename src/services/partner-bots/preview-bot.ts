// What a bot with these settings would begin with, at the price and with the money there is now.
// Nothing is retained. What can be computed is returned, also of a plan that is refused.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { ticksOf } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
import { unitsOf } from '#domain/money/currency.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import { parseConfig, readConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { BotPreview } from '#services/partner-bots/preview-strategy.ts';
import { previewStrategy } from '#services/partner-bots/preview-strategy.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import type { BotPlace, InvalidConfig } from '#services/partner-bots/plan-bot.ts';
import { placeOf } from '#services/partner-bots/plan-bot.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type PreviewBotCommand = {
  readonly caller: Principal;
  readonly userId: string;
  readonly type: StrategyType;
  readonly config: StrategyConfig;
};

export type PreviewBotRejection = { readonly code: 'user_not_found' } | InvalidConfig;

/** Throws Failure where the exchange does not respond. */
export async function previewBot(
  deps: PartnerBotDeps,
  { caller, userId, type, config }: PreviewBotCommand,
): Promise<Result<BotPreview, PreviewBotRejection>> {
  const endUser = await deps.partners.findEndUser(reachOf(caller), userId);
  if (endUser === null) return rejected({ code: 'user_not_found' });
  const place = await placeOf(deps, endUser, config);
  if (!place.ok) return place;
  const parsed = parseConfig(type, config);
  if (!parsed.ok) return rejected({ code: 'invalid_config', problems: parsed.rejection });
  const { market } = place.value;
  const read = readConfig(type, config, market);
  const problems = read.ok ? [] : read.rejection;
  const now = await strategyMarket(deps, place.value);
  return accepted(previewStrategy(parsed.value, now, problems, tiersOf(deps, place.value)));
}

/** What keeps a bot from beginning now; empty where its settings tell it to wait for something. */
export async function problemsNow(
  deps: PartnerBotDeps,
  place: BotPlace,
  read: ReadConfig,
): Promise<readonly SettingProblem[]> {
  const { rules } = read;
  const isWaiting = rules.kind === 'webhook' || startOf(read) !== 'immediately';
  if (isWaiting) return [];
  const now = await strategyMarket(deps, place);
  return previewStrategy(read, now, [], tiersOf(deps, place)).problems;
}

function startOf({ record }: ReadConfig): Json {
  return record['start_condition'] ?? 'immediately';
}

async function strategyMarket(
  { exchanges }: PartnerBotDeps,
  { market, account }: BotPlace,
): Promise<StrategyMarket> {
  const exchange = exchangeOf(exchanges, account);
  const { price } = await exchange.fetchPrice(market.marketTag);
  const { balances } = await exchange.fetchBalances(account);
  const terms = tradingTerms(market);
  const free = (currency: string): Units => {
    const held = balances.find((balance) => balance.currency === currency);
    return unitsOf(currency, held?.available ?? ZERO, 'floor');
  };
  return {
    market,
    terms,
    priceTicks: ticksOf(terms.grid, price, 'half_even'),
    freeUnits: free(terms.grid.settlementCurrency),
    freeBaseUnits: market.contract === null ? free(market.base) : (0n as Units),
  };
}

function tiersOf({ futuresTerms, clock }: PartnerBotDeps, { market, account }: BotPlace) {
  const source = futuresTerms.find(({ code }) => code === account.exchange);
  const nowMs = clock.nowMs();
  return source?.findTerms(market, { fromMs: nowMs, toMs: nowMs })?.tiers ?? null;
}
