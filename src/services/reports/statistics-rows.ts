// Statistics of a backtest in words, as its page and the command line show them.

import { decimalFromFloat } from '#lib/decimal.ts';
import { countText } from '#lib/group-thousands.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { computeStatistics } from '#backtesting/statistics/compute-statistics.ts';
import type { Statistics, TradeFigures } from '#backtesting/statistics/statistics.ts';
import { fixedDecimal, shownPercent } from '#services/reports/shown-decimals.ts';
import { statisticsSource, tradeOf } from '#services/results/statistics-source.ts';

const NOTHING_TEXT = '–';
/** As the API has them; what is shown is rounded from these. */
const [FIGURE_PLACES, MONEY_PLACES] = [6, 8];
const RATIO_PLACES = 2;

/** Statistics of a run that was not stored. */
export function statisticsOfReport(input: BacktestInput, report: BacktestReport): Statistics {
  const { equity, days = [], positions } = report;
  const trades = positions.map(tradeOf);
  return computeStatistics(statisticsSource(input, report, { equity, days, trades }));
}

/** The run's figure, and that of buying and holding where there is one. */
export function returnRows({
  returns,
  hold,
  ...all
}: Statistics): readonly (readonly [name: string, own: string, hold: string])[] {
  return [
    ['Total return', percent(all.totalReturnPercent), percent(hold.returnPercent)],
    ['Most in trades at one time', percent(all.mostUsedPercent), percent(100)],
    ['Growth per year (CAGR)', percent(returns.cagrPercent), percent(hold.cagrPercent)],
    ['Volatility per year', percent(returns.volatilityPercent), percent(hold.volatilityPercent)],
    ['Sharpe', ratio(returns.sharpe), ratio(hold.sharpe)],
    ['Sortino', ratio(returns.sortino), ratio(hold.sortino)],
    ['Calmar', ratio(returns.calmar), ratio(hold.calmar)],
    ['Largest drawdown', percent(all.maxDrawdownPercent), percent(hold.maxDrawdownPercent)],
    ['Best day', percent(returns.bestDayPercent), percent(hold.bestDayPercent)],
    ['Worst day', percent(returns.worstDayPercent), percent(hold.worstDayPercent)],
    ['Days with a gain', percent(returns.positiveDaysPercent), percent(hold.positiveDaysPercent)],
    [
      'Value at risk of a day, 95 %',
      percent(returns.valueAtRiskPercent),
      percent(hold.valueAtRiskPercent),
    ],
    ['Skewness', ratio(returns.skewness), ratio(hold.skewness)],
    ['Excess kurtosis', ratio(returns.excessKurtosis), ratio(hold.excessKurtosis)],
    ['Correlation with the market', ratio(all.correlation), ''],
    ['Time in the market', percent(all.exposurePercent), percent(100)],
    ...fallRows(all),
  ];
}

function fallRows({ falls }: Pick<Statistics, 'falls'>) {
  if (falls === null) return [];
  const { peakAtMs, troughAtMs, recoveredAtMs, longestFromMs, longestToMs } = falls;
  const recovery =
    recoveredAtMs === null ? 'not made good' : `${durationText(recoveredAtMs - troughAtMs)} back`;
  const length = `${durationText(troughAtMs - peakAtMs)} down, ${recovery}`;
  return [
    ['Length of the largest drawdown', length, ''] as const,
    ['Longest time below a high', durationText(longestToMs - longestFromMs), ''] as const,
  ];
}

/** One value for each group of trades. `money` shows an amount of the profit currency. */
export function tradeRows(
  groups: readonly TradeFigures[],
  money: (value: number) => string,
): readonly (readonly [name: string, values: readonly string[]])[] {
  const maybe = (value: number | null): string => (value === null ? NOTHING_TEXT : money(value));
  const rows: readonly (readonly [string, (of: TradeFigures) => string])[] = [
    ['Closed trades', (of) => countText(of.count)],
    ['Net profit', (of) => money(of.netProfit)],
    ['of the starting equity', (of) => percent(of.netProfitPercent)],
    ['Won, lost', (of) => `${countText(of.winning)}, ${countText(of.losing)}`],
    ['Win rate', (of) => percent(of.winRatePercent)],
    ['Profit factor', (of) => ratio(of.profitFactor)],
    ['Average trade', (of) => maybe(of.averageTrade)],
    ['of the margin used', (of) => percent(of.averageTradePercent)],
    ['Expectancy, of an average loss', (of) => ratio(of.expectancy)],
    ['Average win', (of) => maybe(of.averageWin)],
    // The API has its size; beside the largest loss it is as negative.
    ['Average loss', (of) => maybe(of.averageLoss === null ? null : 0 - of.averageLoss)],
    ['Payoff ratio', (of) => ratio(of.payoffRatio)],
    ['Largest win', (of) => money(of.largestWin)],
    ['Largest loss', (of) => money(of.largestLoss)],
    [
      'Longest streaks, won and lost',
      (of) => `${of.longestWinningStreak}, ${of.longestLosingStreak}`,
    ],
    ['Average holding time', (of) => duration(of.averageHoldingMs)],
    ['of winners', (of) => duration(of.averageWinnerHoldingMs)],
    ['of losers', (of) => duration(of.averageLoserHoldingMs)],
    ['Median holding time', (of) => duration(of.medianHoldingMs)],
    ['Longest holding time', (of) => duration(of.longestHoldingMs)],
    ['Average favorable excursion (MFE)', (of) => percent(of.averageFavorablePercent)],
    ['Average adverse excursion (MAE)', (of) => percent(of.averageAdversePercent)],
    ['Fees', (of) => money(of.fees)],
  ];
  return rows.map(([name, read]) => [name, groups.map(read)]);
}

/** Percentage with its unit; a dash for a figure that does not exist. */
export function percent(value: number | null): string {
  if (value === null) return NOTHING_TEXT;
  return `${shownPercent(decimalFromFloat(value, FIGURE_PLACES))} %`;
}

function ratio(value: number | null): string {
  return value === null
    ? NOTHING_TEXT
    : fixedDecimal(decimalFromFloat(value, FIGURE_PLACES), RATIO_PLACES);
}

/** Money, with a comma between thousands, rounded half to even. */
export function numberText(value: number, places: number): string {
  return fixedDecimal(decimalFromFloat(value, MONEY_PLACES), places);
}

function duration(ms: number | null): string {
  return ms === null ? NOTHING_TEXT : durationText(ms);
}

/** In the two largest units: `3 d 4 h`, `2 h 5 min`, `12 min`. */
function durationText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.round((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return hours > 0 ? `${countText(days)} d ${hours} h` : `${countText(days)} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}
