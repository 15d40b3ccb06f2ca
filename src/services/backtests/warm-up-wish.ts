// History before its window that a backtest is gathered with: as far as series may show at first,
// and more once a run has said that a look-back of its script reaches further.

import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { BacktestFailure, BacktestInput, BacktestMarket } from '#backtesting/backtest.ts';

export type WarmUpWish = {
  /** Before the window; fewer where history begins later. */
  readonly minutes: number;
  /** Whether who gathers can gather again with more. */
  readonly canGrow: boolean;
};

/** So many minutes more lie a whole bar of any interval before what a series needs. */
const SPARE_MINUTES = (7 * DAY_MS) / MINUTE_MS;

/** As many bars of the chart as a series shows. */
export function usualWarmUp(
  { intervalMinutes }: Pick<BacktestInput, 'intervalMinutes'>,
  canGrow = false,
): WarmUpWish {
  const minutes = LIMITS.backtestWarmUpBars * intervalMinutes;
  return { minutes: Math.min(minutes, LIMITS.backtestWarmUpMinutesMax), canGrow };
}

/** Whether the run is to say so when it lacks history: only where there may be more of it. */
export function askFor(
  { minutes, canGrow }: WarmUpWish,
  { candles }: Pick<BacktestMarket, 'candles'>,
  { startMs }: Pick<BacktestInput, 'startMs'>,
): Pick<BacktestInput, 'asksForHistory'> {
  const reachesBack = candles.firstOpenMs <= startMs - minutes * MINUTE_MS;
  const hasMore = reachesBack && minutes < LIMITS.backtestWarmUpMinutesMax;
  return canGrow && hasMore ? { asksForHistory: true } : {};
}

/** With what to gather again after this failure; null when it is none of too short a history. */
export function longerWarmUp(
  { minutes, canGrow }: WarmUpWish,
  { kind, missingMinutes = 0 }: BacktestFailure,
): WarmUpWish | null {
  if (kind !== 'short_history') return null;
  const wanted = Math.max(2 * minutes, minutes + missingMinutes + SPARE_MINUTES);
  return { minutes: Math.min(wanted, LIMITS.backtestWarmUpMinutesMax), canGrow };
}
