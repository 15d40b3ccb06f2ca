// Returns by calendar month and year (UTC) from closes of days.

import type { DayClose } from '#backtesting/backtest.ts';
import type { PeriodReturn } from '#backtesting/statistics/statistics.ts';

/**
 * Percent of the value at the period's beginning, which is the last close before it (the first of
 * all for the first period). Oldest first; `digits` of the date name the period: 4 the year, 7 the
 * month.
 */
export function periodReturns(days: readonly DayClose[], digits: 4 | 7): readonly PeriodReturn[] {
  const first = days[0];
  if (first === undefined) return [];
  const last = new Map<string, DayClose>();
  for (const day of days.slice(1)) {
    // What stands at midnight is of the day before.
    const name = new Date(day.atMs - 1).toISOString().slice(0, digits);
    last.set(name, day);
  }
  let before = first;
  return [...last].map(([period, day]) => {
    const returns = {
      period,
      returnPercent: percentChange(before.value, day.value) ?? 0,
      holdPercent: percentChange(before.price, day.price),
    };
    before = day;
    return returns;
  });
}

function percentChange(from: number | null, to: number | null): number | null {
  return from === null || to === null || from <= 0 ? null : (to / from - 1) * 100;
}
