// Net profit of a run in relation to the equity that it began with: the figure that strategies are
// compared by. ROI is on the margin that was used, and may be large where little money was at
// stake.

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
  ...report
}: Pick<BacktestReport, 'equity' | 'realizedProfit' | 'startEquity'>): NetProfit | null {
  const startEquity = report.startEquity ?? decimalFromFloat(equity[0]?.value ?? 0, EQUITY_PLACES);
  const percent = netProfitPercent({ ...report, startEquity });
  return percent === null ? null : { startEquity, percent };
}

/** Null where the run began with nothing, or that is not known. */
export function netProfitPercent({
  startEquity = ZERO,
  realizedProfit,
}: Pick<BacktestReport, 'realizedProfit' | 'startEquity'>): Decimal | null {
  if (startEquity <= ZERO) return null;
  const share = divideDecimal(realizedProfit, startEquity, 'half_even');
  return multiplyDecimal(share, HUNDRED, 'half_even');
}
