// Problems of a bracket if it were placed now: its entry, its exits and the money that it needs, by
// the price and the account of now.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { amountOf, lotsOf, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import { entrySide } from '#domain/position/position.ts';
import { NOTHING_TRADED, tradedUnits, withTrade } from '#domain/position/traded-value.ts';
import { worstFeePercent } from '#domain/position/trading-terms.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import { wrongSides } from '#strategies/bracket/bracket-config.ts';
import { exitProblem } from '#strategies/bracket/bracket-legs.ts';
import type { Refuse } from '#strategies/config/market-problems.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import { percentOf } from '#strategies/shared/lots-worth.ts';
import { marginOf } from '#strategies/shared/margin-of.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/**
 * Problems at the current price: sides of the exits, refusals by the market's rules, and money that
 * is lacking.
 */
export function bracketProblemsNow(
  config: BracketConfig,
  market: StrategyMarket,
): readonly SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (key, message) => {
    problems.push({ key, message: `"${key}" ${message}` });
  };
  const { grid } = market.terms;
  const price = config.entryPrice ?? priceOf(grid, market.priceTicks);
  if (config.entryPrice === null) wrongSides(refuse, config, price, 'the price of now');
  const refusal = entryRefusal(config, market, price);
  if (refusal !== null) refuse('amount', `makes an order that is refused: ${refusal}`);
  else if (problems.length === 0) {
    exitProblems(refuse, config, market);
    moneyProblem(refuse, config, market, price);
  }
  return problems;
}

function entryRefusal(
  { direction, amount, entryPrice }: BracketConfig,
  { market, terms, priceTicks }: StrategyMarket,
  price: Decimal,
): string | null {
  const checked = checkOrder(market, {
    side: entrySide(direction),
    type: entryPrice === null ? 'market' : 'limit',
    price: entryPrice === null ? ZERO : price,
    amount,
    referencePrice: priceOf(terms.grid, priceTicks),
    isExempt: false,
  });
  return checked.ok ? null : describeRejection(checked.rejection);
}

/** Each part by itself: what would have to be joined at run time is refused while there is time. */
function exitProblems(
  refuse: Refuse,
  config: BracketConfig,
  { market, terms }: StrategyMarket,
): void {
  const { grid } = terms;
  const { targets, amount } = config;
  if (targets.length === 0) {
    const problem = exitProblem(config, market, amount, null);
    if (problem !== null) refuse('stop_price', `cannot be placed: ${problem}`);
  }
  const [first] = targets;
  const nearer = first === undefined ? ZERO : percentOf(amount, first.percent);
  const firstPart = amountOf(grid, lotsOf(grid, nearer, 'floor'));
  for (const [index, target] of targets.entries()) {
    const part = index === 0 ? firstPart : ((amount - firstPart) as Decimal);
    const problem = exitProblem(config, market, part, target);
    if (problem !== null) refuse(target.key, `cannot be placed: ${problem}`);
  }
}

function moneyProblem(
  refuse: Refuse,
  { amount, leverage }: BracketConfig,
  { terms, freeUnits }: StrategyMarket,
  price: Decimal,
): void {
  const { grid } = terms;
  const lots = lotsOf(grid, amount, 'floor');
  const traded = withTrade(grid, NOTHING_TRADED, ticksOf(grid, price, 'ceil'), lots);
  const value = tradedUnits(grid, traded, 'ceil');
  const fees = feeUnits(feeWeightOf(value, worstFeePercent(terms)));
  const needed = (marginOf(value, leverage) + fees) as Units;
  if (needed <= freeUnits) return;
  const [needs, found] = [needed, freeUnits].map((each) =>
    formatDecimal(valueOfUnits(grid.settlementCurrency, each)),
  );
  const currency = grid.settlementCurrency;
  refuse('amount', `needs ${needs} ${currency} with fees, ${found} is free`);
}
