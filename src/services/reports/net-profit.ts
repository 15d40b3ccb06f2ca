// Return of a run on the equity that it began with: the figure that strategies are compared by.
// ROI is on the margin that was used, and may be large where little money was at stake.

import type { Decimal } from '#lib/decimal.ts';
import {
  addDecimal,
  decimalFromFloat,
  decimalFromUnits,
  divideDecimal,
  multiplyDecimal,
  unitsFromDecimal,
  ZERO,
} from '#lib/decimal.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';

const EQUITY_PLACES = 8;

export type TotalReturn = {
  readonly startEquity: Decimal;
  /** What was gained of it, with what is open at the end. */
  readonly percent: Decimal;
};

type Profits = Pick<BacktestReport, 'realizedProfit' | 'unrealizedProfit' | 'startEquity'>;

/** Null where the run began with nothing. */
export function totalReturn({
  equity,
  ...report
}: Profits & Pick<BacktestReport, 'equity'>): TotalReturn | null {
  const startEquity = report.startEquity ?? decimalFromFloat(equity[0]?.value ?? 0, EQUITY_PLACES);
  const percent = totalReturnPercent({ ...report, startEquity });
  return percent === null ? null : { startEquity, percent };
}

/** Places of returns at the API. */
const RETURN_PLACES = 6;

/** Null where the run began with nothing, or that is not known. */
export function totalReturnPercent({
  startEquity = ZERO,
  realizedProfit,
  unrealizedProfit,
}: Profits): Decimal | null {
  if (startEquity <= ZERO) return null;
  const gained = addDecimal(realizedProfit, unrealizedProfit);
  const percent = divideDecimal(
    multiplyDecimal(gained, HUNDRED, 'half_even'),
    startEquity,
    'half_even',
  );
  return decimalFromUnits(unitsFromDecimal(percent, RETURN_PLACES, 'half_even'), RETURN_PLACES);
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
