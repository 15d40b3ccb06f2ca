// What a run gained of the equity that it began with: the figure that strategies are compared by.
// ROI is on the margin that was used, and may be large where little money was at stake.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat, divideDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { HUNDRED } from '#domain/market/market-grid.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';

const EQUITY_PLACES = 8;

export type NetProfit = {
  readonly startEquity: Decimal;
  /** What was realised, in percent of it. */
  readonly percent: Decimal;
};

/** Null where the run began with nothing. */
export function netProfit({
  equity,
  realizedProfit,
}: Pick<BacktestReport, 'equity' | 'realizedProfit'>): NetProfit | null {
  const startEquity = decimalFromFloat(equity[0]?.value ?? 0, EQUITY_PLACES);
  if (startEquity <= ZERO) return null;
  const share = divideDecimal(realizedProfit, startEquity, 'half_even');
  return { startEquity, percent: multiplyDecimal(share, HUNDRED, 'half_even') };
}
