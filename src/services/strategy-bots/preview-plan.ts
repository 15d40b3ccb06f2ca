// Preview of a bot with these settings, at the price and with the money there is now. Nothing is
// retained. What can be computed is returned, also of a plan that is refused.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { assert } from '#lib/assert.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import { bracketProblemsNow } from '#strategies/bracket/preview-bracket.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import { parseConfig, readConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { BotPlace } from '#services/bots/bot-deps.ts';
import type { FuturesTermsSource } from '#ports/exchange/futures-terms.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import type { BotPreview } from '#services/strategy-bots/preview-strategy.ts';
import { previewStrategy } from '#services/strategy-bots/preview-strategy.ts';

export type PreviewDeps = {
  readonly exchanges: ExchangeRegistry;
  readonly futuresTerms: readonly FuturesTermsSource[];
  readonly clock: Clock;
};

/** Throws Failure where the exchange does not respond. */
export async function previewAt(
  deps: PreviewDeps,
  place: BotPlace,
  type: StrategyType,
  config: StrategyConfig,
): Promise<Result<BotPreview, InvalidConfig>> {
  const parsed = parseConfig(type, config);
  if (!parsed.ok) return rejected({ code: 'invalid_config', problems: parsed.rejection });
  const read = readConfig(type, config, place.market);
  const problems = read.ok ? [] : read.rejection;
  const now = await strategyMarket(deps, place);
  const { rules } = parsed.value;
  assert(rules.kind !== 'bracket', 'brackets are no bots to preview');
  return accepted(previewStrategy(rules, now, problems, await tiersOf(deps, place)));
}

/**
 * What keeps a bot from beginning now; empty where its settings tell it to wait for something.
 * Throws Failure where the exchange does not respond.
 */
export async function problemsNow(
  deps: PreviewDeps,
  { read, ...place }: PlannedBot,
): Promise<readonly SettingProblem[]> {
  const isWaiting = read.rules.kind === 'webhook' || startOf(read) !== 'immediately';
  if (isWaiting) return [];
  const now = await strategyMarket(deps, place);
  const { rules } = read;
  assert(rules.kind !== 'bracket', 'brackets are no bots to preview');
  return previewStrategy(rules, now, [], await tiersOf(deps, place)).problems;
}

function startOf({ record }: ReadConfig): Json {
  return record['start_condition'] ?? 'immediately';
}

/** Throws Failure where the exchange does not respond. */
export async function problemsOfBracket(
  deps: Pick<PreviewDeps, 'exchanges'>,
  place: BotPlace,
  bracket: BracketConfig,
): Promise<readonly SettingProblem[]> {
  return bracketProblemsNow(bracket, await strategyMarket(deps, place));
}

async function strategyMarket(
  { exchanges }: Pick<PreviewDeps, 'exchanges'>,
  { market, account }: BotPlace,
): Promise<StrategyMarket> {
  const exchange = exchangeOf(exchanges, account);
  const { price } = await exchange.fetchPrice(market.marketTag);
  const terms = tradingTerms(market);
  const wanted = [terms.grid.settlementCurrency, market.base];
  const { balances } = await exchange.fetchBalances(account, wanted);
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

async function tiersOf({ futuresTerms, clock }: PreviewDeps, { market, account }: BotPlace) {
  const source = futuresTerms.find(({ code }) => code === account.exchange);
  const nowMs = clock.nowMs();
  const terms = await source?.findTerms(market, { fromMs: nowMs, toMs: nowMs });
  return terms?.tiers ?? null;
}
