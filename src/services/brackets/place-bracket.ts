// Placing a bracket: everything that can be refused is refused first, then the intent is written as
// a run that has begun, together with the outcome of the request. Its entry is sent by that run.

import { assert } from '#lib/assert.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import { BRACKET_TYPE } from '#domain/strategy/strategy-type.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { BotStore, StrategyBot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf, exchangeOf, tradingRefusal } from '#services/accounts/account-access.ts';
import { accountSetupRefusal } from '#services/bots/account-setup.ts';
import type { BotOwner } from '#services/bots/bot-deps.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { InvalidConfig, PlannedBot } from '#services/strategy-bots/planned-bot.ts';
import { marketTagOf, noSuchMarket, planAt } from '#services/strategy-bots/planned-bot.ts';
import { problemsOfBracket } from '#services/strategy-bots/preview-plan.ts';

export type PlaceBracketDeps = AccountDeps & {
  readonly bots: Pick<BotStore, 'findBracket' | 'insertBracket'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type PlaceBracketCommand = {
  readonly caller: BotOwner;
  readonly accountId: string;
  /** As it was sent, by the keys of the strategy. */
  readonly config: StrategyConfig;
  /** Who holds its stop, where the exchange can; absent: the service. */
  readonly stops?: StopHolder | null;
  /** Equal for each try of one request: all tries place the same bracket. */
  readonly derivationId: string;
  readonly completion?: CompletionSlot<StrategyBot> | null;
};

export type PlaceBracketRejection =
  | InvalidConfig
  | { readonly code: 'account_not_found' | 'forbidden'; readonly detail: string };

/** Throws Failure where the exchange does not respond. */
export async function placeBracket(
  deps: PlaceBracketDeps,
  command: PlaceBracketCommand,
): Promise<Result<StrategyBot, PlaceBracketRejection>> {
  const { caller, accountId, derivationId, completion = null } = command;
  const botId = identifierFromBytes('brk', deps.digest.sha256(`bracket:${derivationId}`));
  const placed = await deps.bots.findBracket(caller.userId, botId);
  if (placed !== null) return accepted(placed);
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok)
    return rejected({ code: 'account_not_found', detail: `There is no account "${accountId}".` });
  const { account } = found.value;
  const refusal = refusalOf(caller, account, deps.clock.nowMs());
  if (refusal !== null) return rejected({ code: 'forbidden', detail: refusal });
  const planned = await planOf(deps, account, command.config);
  if (!planned.ok) return planned;
  const bracket = runningBracket(deps, command, planned.value, botId);
  const setup = await accountSetupRefusal(found.value, bracket);
  if (setup !== null) return rejected({ code: 'forbidden', detail: setup });
  const { bracketsOpenMax } = LIMITS;
  const written = completionWith(completion, bracket);
  const outcome = await deps.bots.insertBracket(bracket, bracketsOpenMax, written);
  if (outcome !== 'limit') return accepted(bracket);
  const detail = `${bracketsOpenMax} brackets are open, which is the most.`;
  return rejected({ code: 'forbidden', detail });
}

function refusalOf(caller: BotOwner, account: Account, nowMs: number): string | null {
  if (isLapsed(caller.planUntilMs, nowMs))
    return `Your plan "${caller.plan}" has ended; nothing is entered until it is renewed.`;
  return tradingRefusal(account);
}

/** What was requested, on its market, with all that is wrong of it now. */
async function planOf(
  deps: PlaceBracketDeps,
  account: Account,
  config: StrategyConfig,
): Promise<Result<PlannedBot, InvalidConfig>> {
  const market = await findMarket(exchangeOf(deps.exchanges, account), marketTagOf(config));
  if (market === null || market.marketType !== account.marketType)
    return rejected(
      noSuchMarket(config, `a ${account.marketType} market of "${account.exchange}"`),
    );
  const planned = planAt({ market, account }, BRACKET_TYPE, config);
  if (!planned.ok) return planned;
  const { rules } = planned.value.read;
  assert(rules.kind === 'bracket', 'what was read is a bracket');
  const problems = await problemsOfBracket(deps, planned.value, rules.bracket);
  return problems.length > 0 ? rejected({ code: 'invalid_config', problems }) : planned;
}

function runningBracket(
  { clock }: PlaceBracketDeps,
  { caller, accountId, stops = null }: PlaceBracketCommand,
  { market, read }: PlannedBot,
  botId: string,
): StrategyBot {
  const nowMs = clock.nowMs();
  const { rules } = read;
  const isFutures = market.contract !== null && rules.kind === 'bracket';
  const margin = isFutures
    ? { leverage: rules.bracket.leverage, marginMode: rules.bracket.marginMode }
    : {};
  return {
    ...NEVER_RUN,
    botId,
    userId: caller.userId,
    name: `Bracket on ${market.marketTag}`,
    accountId,
    marketTag: market.marketTag,
    brain: { kind: 'strategy', type: BRACKET_TYPE, config: read.record },
    settings: { ...UNCHOSEN_SETTINGS, ...margin, ...(stops === null ? {} : { stops }) },
    isActivated: true,
    activation: 1,
    activatedAtMs: nowMs,
    createdAtMs: nowMs,
  };
}
