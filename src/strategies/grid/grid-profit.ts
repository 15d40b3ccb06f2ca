// Profit of one grid: bought at its lower line, sold at its upper one, a maker's fee on both sides.
// In percent of what was paid, rounded to three decimals.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

const THOUSANDTH = ONE / 1_000n;

/**
 * Linear: (s - b) / b - f (1 + s / b). Inverse contracts gain by 1 / b - 1 / s, so there it is
 * (s - b) / s - f (1 + b / s), in percent of the value that was entered.
 */
function gridProfitPercent(
  { terms }: Pick<StrategyMarket, 'terms'>,
  buy: Ticks,
  sell: Ticks,
): Decimal {
  const paid = terms.grid.shape === 'linear' ? buy : sell;
  const scaled = (sell - buy) * HUNDRED - ((sell + buy) * terms.makerFeePercent * ONE) / ONE;
  return (divideRounded(scaled, paid * THOUSANDTH, 'half_even') * THOUSANDTH) as Decimal;
}

/** The least and the most that a grid of these lines earns. */
export function profitRange(
  market: Pick<StrategyMarket, 'terms'>,
  lines: readonly Ticks[],
): { readonly least: Decimal; readonly most: Decimal } {
  const profits = lines
    .slice(1)
    .map((line, place) => gridProfitPercent(market, lines[place] as Ticks, line));
  const [first = 0n as Decimal] = profits;
  return profits.reduce(
    ({ least, most }, profit) => ({
      least: profit < least ? profit : least,
      most: profit > most ? profit : most,
    }),
    { least: first, most: first },
  );
}
