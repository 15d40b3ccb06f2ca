// Drawdowns of a run's equity and their recovery, and equity at the ends of days.

import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { BacktestReport, DayClose, DrawdownTimes } from '#backtesting/backtest.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import { fromSteps } from '#engine/run/step-scale.ts';
import { longestFall, wholeEquity } from '#engine/run/positions/equity-curve.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow, tradeMarket } from '#engine/run/run.ts';

/**
 * Instants of the deepest drawdown and of the longest; `recoveredAtMs` is null while equity is
 * below its peak.
 */
export function fallsOf({ equity, setup, stage }: Run): DrawdownTimes {
  const { peakRow, troughRow, recoveredRow } = equity.deepest;
  const { fromRow, toRow } = longestFall(equity, stage.row);
  const at = (row: number): number => instantOfRow(setup, row);
  return {
    peakAtMs: at(peakRow),
    troughAtMs: at(troughRow),
    recoveredAtMs: recoveredRow === null ? null : at(recoveredRow),
    longestFromMs: at(fromRow),
    longestToMs: at(toRow),
  };
}

/** The price at the start is the first open of the window. */
export function daysOf({ run, venue: { bars } }: Feed): NonNullable<BacktestReport['days']> {
  const { equity, setup, stage, markets, positions } = run;
  const market = tradeMarket(run);
  const { candles, price, rowOffset, unitsPerOne } = market;
  const priceAt = (ticks: number | undefined): number | null =>
    ticks === undefined ? null : fromSteps(price, ticks);
  const dayRows = DAY_MS / MINUTE_MS;
  const firstDayRow = equity.nextDayRow - (equity.dayUnits.length - 1) * dayRows;
  const columns = bars.columns[market.index];
  const days = equity.dayUnits.map((units, index): DayClose => {
    const row = index === 0 ? setup.firstRow - 1 : firstDayRow + (index - 1) * dayRows;
    const ticks =
      index === 0 ? columns?.open[bars.firstBar + columns.offset] : candles.close[row + rowOffset];
    return { atMs: instantOfRow(setup, row), value: units / unitsPerOne, price: priceAt(ticks) };
  });
  const { row } = stage;
  if (days.at(-1)?.atMs === instantOfRow(setup, row)) return days;
  const value = wholeEquity(equity, positions, markets, row) / unitsPerOne;
  const end = { atMs: instantOfRow(setup, row), value };
  return [...days, { ...end, price: priceAt(candles.close[row + rowOffset]) }];
}
