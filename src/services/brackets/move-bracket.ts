// Moving the exits of a bracket by its owner: what is wanted is judged by the price of now and
// written with its settings, and its run moves the orders.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import { wrongSides } from '#strategies/bracket/bracket-config.ts';
import { exitProblem } from '#strategies/bracket/bracket-legs.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { BotStore, StrategyBot } from '#ports/stores/bot-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BotOwner } from '#services/bots/bot-deps.ts';
import { findBracket } from '#services/brackets/end-bracket.ts';
import type { ExitKey } from '#services/brackets/shown-exits.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import { planAt } from '#services/strategy-bots/planned-bot.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type MoveBracketDeps = AccountDeps & {
  readonly bots: Pick<BotStore, 'findBracket' | 'editStrategyBot'>;
  readonly clock: Clock;
};

export type MoveBracketCommand = {
  readonly caller: BotOwner;
  readonly accountId: string;
  readonly bracketId: string;
  /** New prices; what is left out stays. */
  readonly prices: Readonly<Partial<Record<ExitKey, Decimal>>>;
  readonly completion?: CompletionSlot<StrategyBot> | null;
};

export type MoveBracketRejection = InvalidConfig | { readonly code: 'order_not_found' };

type MoveResult = Result<StrategyBot, MoveBracketRejection>;

/** Tried again while something of it changes. Throws Failure. */
export async function moveBracket(
  deps: MoveBracketDeps,
  command: MoveBracketCommand,
): Promise<MoveResult> {
  const exhausted = 'the bracket whose exits were to move changed again and again';
  return retryChange(() => tryMove(deps, command), exhausted);
}

/** Null when something changed meanwhile. */
async function tryMove(
  deps: MoveBracketDeps,
  command: MoveBracketCommand,
): Promise<MoveResult | null> {
  const { caller, accountId, bracketId, completion = null } = command;
  const bracket = await findBracket(deps, { userId: caller.userId, accountId, bracketId });
  const found = await accountOf(deps, caller, accountId);
  if (bracket === null || !found.ok) return rejected({ code: 'order_not_found' });
  const { brain, isActivated, marketTag } = bracket;
  const { account, exchange } = found.value;
  const over = problemOfState(bracket, command);
  if (over !== null) return rejected({ code: 'invalid_config', problems: [over] });
  const market = await findMarket(exchange, marketTag ?? '');
  if (market === null) return rejected({ code: 'order_not_found' });
  const wanted = Object.entries(command.prices).map(([key, price]): [string, Json] => [
    `moved_${key}`,
    formatDecimal(price),
  ]);
  const planned = planAt({ market, account }, brain.type, {
    ...brain.config,
    ...Object.fromEntries(wanted),
  });
  if (!planned.ok) return rejected(named(planned.rejection.problems));
  const { rules, record: after } = planned.value.read;
  if (rules.kind !== 'bracket') return rejected({ code: 'order_not_found' });
  const { price } = await exchange.fetchPrice(market.marketTag);
  const problems = problemsNow(rules.bracket, command, bracket, market, price);
  if (problems.length > 0) return rejected({ code: 'invalid_config', problems });
  const edited = { ...bracket, brain: { ...brain, config: after } };
  const isWritten = await deps.bots.editStrategyBot({
    userId: bracket.userId,
    botId: bracket.botId,
    isActivated,
    before: brain.config,
    after,
    marketTag: market.marketTag,
    atMs: deps.clock.nowMs(),
    completion: completionWith(completion, edited),
  });
  return isWritten ? accepted(edited) : null;
}

/** Why its exits cannot be moved at all. */
function problemOfState(
  { brain, isActivated, bracket: standing }: StrategyBot,
  { prices }: MoveBracketCommand,
): SettingProblem | null {
  const { config } = brain;
  const [key = 'stop_price'] = Object.keys(prices);
  const isLeaving = (config['ending'] ?? 'none') !== 'none' || standing?.phase === 'closing';
  if (!isActivated || standing?.phase === 'done')
    return { key, message: `"${key}" cannot be moved: the bracket has ended` };
  if (isLeaving) return { key, message: `"${key}" cannot be moved: the bracket is ending` };
  if (prices.stop_price !== undefined && config['stop_trails'] === true)
    return {
      key: 'stop_price',
      message: '"stop_price" cannot be moved: the stop trails by itself',
    };
  const hasSecond = (config['second_target_price'] ?? null) !== null;
  if (prices.second_target_price !== undefined && !hasSecond)
    return {
      key: 'second_target_price',
      message: '"second_target_price" cannot be moved: the bracket has none',
    };
  return null;
}

/** By the price of now: an exit on its wrong side would act at once. */
function problemsNow(
  config: BracketConfig,
  { prices }: MoveBracketCommand,
  { bracket: standing }: StrategyBot,
  market: Market,
  price: Decimal,
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse = (key: string, message: string): void => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  const isHeld = standing !== null && standing.heldAmount > 0n;
  const waits = !isHeld && config.entryPrice !== null;
  const from = waits ? config.entryPrice : price;
  wrongSides(refuse, config, from, waits ? '"entry_price"' : 'the price of now');
  if (problems.length > 0) return problems;
  const amount = isHeld ? standing.heldAmount : config.amount;
  const targets = config.targets.filter(({ key }) => prices[key] !== undefined);
  const judged = targets.length === 0 ? [null] : targets;
  for (const target of judged) {
    const problem = exitProblem(config, market, amount, target);
    if (problem !== null) refuse(target?.key ?? 'stop_price', `cannot be placed: ${problem}`);
  }
  return problems;
}

/** By the fields that were sent. */
function named(problems: readonly SettingProblem[]): InvalidConfig {
  return {
    code: 'invalid_config',
    problems: problems.map(({ key, message }) => ({
      key: key.replace(/^moved_/, ''),
      message: message.replaceAll('"moved_', '"'),
    })),
  };
}
