// The wire shape of a backtest's statistics. Percentages and ratios are null where there is nothing
// to compute them from; docs/backtests.md defines each.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat, ZERO } from '#lib/decimal.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import { conclude } from '#services/reports/conclude.ts';
import type { BacktestStatistics, Statistics } from '#services/results/get-statistics.ts';
import {
  decimalField,
  field,
  instantField,
  listField,
  nullableDecimalField,
  nullableInstantField,
  nullableShapeField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, int32, nullable, seedNumber, text } from '#api/schemas/wire-values.ts';

/** Of so many figures; the shared decimal has one. */
const EXAMPLE = '';
const MONEY_PLACES = 8;
const RATIO_PLACES = 6;

/** Fewer digits than a float has: it is the sum of many. */
export function moneyField<Source>(description: string, read: (of: Source) => number) {
  const exact = (of: Source): Decimal => decimalFromFloat(read(of), MONEY_PLACES);
  return decimalField(description, EXAMPLE, exact);
}

function nullableMoneyField<Source>(description: string, read: (of: Source) => number | null) {
  return nullableDecimalField<Source>(description, EXAMPLE, (of) => known(read(of), MONEY_PLACES));
}

/** Decimal field of a float, rounded to the places of ratios. */
export function ratioField<Source>(description: string, read: (of: Source) => number) {
  const exact = (of: Source): Decimal => decimalFromFloat(read(of), RATIO_PLACES);
  return decimalField(description, EXAMPLE, exact);
}

/** Decimal field of a float that may not exist. */
export function nullableRatioField<Source>(
  description: string,
  read: (of: Source) => number | null,
) {
  return nullableDecimalField<Source>(description, EXAMPLE, (of) => known(read(of), RATIO_PLACES));
}

function known(value: number | null, places: number): Decimal | null {
  return value === null || !Number.isFinite(value) ? null : decimalFromFloat(value, places);
}

function secondsField<Source>(description: string, read: (of: Source) => number | null) {
  return field(nullable(int32(description, 5_400)), (of: Source) => {
    const ms = read(of);
    return ms === null ? null : Math.round(ms / 1_000);
  });
}

type Returns = Statistics['returns'];

const RETURN_FIELDS = {
  days: field(int32('Daily returns.', 92), (of: Returns) => of.days),
  cagr: nullableRatioField(
    'Growth per year, percent; null for less than 30 days.',
    (of: Returns) => of.cagrPercent,
  ),
  volatility: nullableRatioField('Per year, percent.', (of: Returns) => of.volatilityPercent),
  sharpe_ratio: nullableRatioField('Per year.', (of: Returns) => of.sharpe),
  sortino_ratio: nullableRatioField('Per year.', (of: Returns) => of.sortino),
  calmar_ratio: nullableRatioField('`cagr` over the drawdown.', (of: Returns) => of.calmar),
  skewness: nullableRatioField('Of daily returns.', (of: Returns) => of.skewness),
  excess_kurtosis: nullableRatioField('Of daily returns.', (of: Returns) => of.excessKurtosis),
  best_day: nullableRatioField('Percent.', (of: Returns) => of.bestDayPercent),
  worst_day: nullableRatioField('Percent.', (of: Returns) => of.worstDayPercent),
  positive_days: nullableRatioField('Percent of days.', (of: Returns) => of.positiveDaysPercent),
  value_at_risk: nullableRatioField(
    '95 of 100 days exceed it, percent.',
    (of: Returns) => of.valueAtRiskPercent,
  ),
};

export const RETURNS = shapeOf<Returns>()(
  'BacktestReturns',
  'Of daily returns (UTC).',
  RETURN_FIELDS,
  ADDITION,
);

const HOLD = shapeOf<Statistics['hold']>()(
  'BuyAndHold',
  'The same money in the market, from first open to last close.',
  {
    return: ratioField('Percent.', (of: Statistics['hold']) => of.returnPercent),
    profit: moneyField('In profit_currency, without fees.', (of: Statistics['hold']) => of.profit),
    max_drawdown: nullableRatioField(
      'On closes of days, percent.',
      (of: Statistics['hold']) => of.maxDrawdownPercent,
    ),
    ...RETURN_FIELDS,
  },
  ADDITION,
);

type Falls = NonNullable<Statistics['falls']>;

const FALLS = shapeOf<Falls>()(
  'BacktestDrawdownTimes',
  'Falls of the equity below its highest, on closes of minutes.',
  {
    peak_at: instantField('Of the largest: when equity was highest.', (of) => of.peakAtMs),
    trough_at: instantField('When it was lowest.', (of) => of.troughAtMs),
    recovered_at: nullableInstantField(
      'When it was as high again; null where it never was.',
      (of) => of.recoveredAtMs,
    ),
    longest_from: instantField(
      'Beginning of the longest time below a highest equity.',
      (of) => of.longestFromMs,
    ),
    longest_to: instantField('Its end, or that of the window.', (of) => of.longestToMs),
  },
  ADDITION,
);

type Trades = Statistics['all'];

const TRADES = shapeOf<Trades>()(
  'TradeStatistics',
  'Of closed trades.',
  {
    count: field(int32('Closed trades.', 88), (of) => of.count),
    winning: field(int32('With a profit above zero.', 35), (of) => of.winning),
    losing: field(int32('With a profit below zero.', 53), (of) => of.losing),
    win_rate: nullableRatioField('Percent.', (of) => of.winRatePercent),
    net_profit: moneyField('Costs deducted.', (of) => of.netProfit),
    net_profit_percent: nullableRatioField('Of the starting equity.', (of) => of.netProfitPercent),
    gross_win: moneyField('Sum of wins.', (of) => of.grossWin),
    gross_loss: moneyField('Sum of losses, zero or more.', (of) => of.grossLoss),
    profit_factor: nullableRatioField('`gross_win` over `gross_loss`.', (of) => of.profitFactor),
    average_trade: nullableMoneyField('Mean profit.', (of) => of.averageTrade),
    average_trade_percent: nullableRatioField(
      'Mean profit of the margin used.',
      (of) => of.averageTradePercent,
    ),
    average_win: nullableMoneyField('Mean win.', (of) => of.averageWin),
    average_loss: nullableMoneyField('Mean loss, zero or more.', (of) => of.averageLoss),
    payoff_ratio: nullableRatioField('`average_win` over `average_loss`.', (of) => of.payoffRatio),
    expectancy: nullableRatioField('`average_trade` over `average_loss`.', (of) => of.expectancy),
    largest_win: moneyField('Zero without one.', (of) => of.largestWin),
    largest_loss: moneyField('Zero or less.', (of) => of.largestLoss),
    longest_winning_streak: field(int32('Trades.', 5), (of) => of.longestWinningStreak),
    longest_losing_streak: field(int32('Trades.', 9), (of) => of.longestLosingStreak),
    average_holding: secondsField(
      'Mean time from entry to exit, seconds.',
      (of) => of.averageHoldingMs,
    ),
    median_holding: secondsField('Median, seconds.', (of) => of.medianHoldingMs),
    longest_holding: secondsField('Longest, seconds.', (of) => of.longestHoldingMs),
    average_winner_holding: secondsField('Mean of winners.', (of) => of.averageWinnerHoldingMs),
    average_loser_holding: secondsField('Mean of losers.', (of) => of.averageLoserHoldingMs),
    average_favorable_excursion: nullableRatioField(
      'Mean `favorable_excursion`, percent.',
      (of) => of.averageFavorablePercent,
    ),
    average_adverse_excursion: nullableRatioField(
      'Mean `adverse_excursion`, percent.',
      (of) => of.averageAdversePercent,
    ),
    fees: moneyField('Paid for them.', (of) => of.fees),
  },
  ADDITION,
);

const PERIOD = shapeOf<Statistics['months'][number]>()(
  'PeriodReturn',
  'The return of a month or a year (UTC).',
  {
    period: field(text('`2026-08` or `2026`.', '2026-08'), (of) => of.period),
    return: ratioField('Percent.', (of) => of.returnPercent),
    buy_and_hold: nullableRatioField('Of the market, percent.', (of) => of.holdPercent),
  },
  ADDITION,
);

const BIN = shapeOf<Statistics['dailyReturns'][number]>()(
  'ReturnBin',
  'How many returns lie in a range.',
  {
    from: ratioField('Percent; included.', (of) => of.from),
    to: ratioField('Percent; included in the last bin only.', (of) => of.to),
    count: field(int32('Returns.', 7), (of) => of.count),
  },
  ADDITION,
);

const ROLLING = shapeOf<Statistics['rollingSharpe'][number]>()(
  'RollingPoint',
  'A ratio of the days up to an instant.',
  {
    timestamp: instantField('Close of a day.', (of) => of.atMs),
    value: ratioField('The ratio, per year.', (of) => of.value),
  },
  ADDITION,
);

type Carlo = NonNullable<Statistics['monteCarlo']>;

const QUANTILE_FIELDS = {
  p5: moneyField('5th percentile.', (of: Carlo['maxDrawdownPercent']) => of.p5),
  p25: moneyField('25th percentile.', (of: Carlo['maxDrawdownPercent']) => of.p25),
  p50: moneyField('Median.', (of: Carlo['maxDrawdownPercent']) => of.p50),
  p75: moneyField('75th percentile.', (of: Carlo['maxDrawdownPercent']) => of.p75),
  p95: moneyField('95th percentile.', (of: Carlo['maxDrawdownPercent']) => of.p95),
};

const QUANTILES = shapeOf<Carlo['maxDrawdownPercent']>()(
  'Quantiles',
  'Of all paths.',
  QUANTILE_FIELDS,
  ADDITION,
);

const STEP = shapeOf<Carlo['steps'][number]>()(
  'MonteCarloStep',
  'Equity after so many trades.',
  {
    trades: field(int32('Trades.', 12), (of: Carlo['steps'][number]) => of.trades),
    actual: moneyField('Of this run.', (of: Carlo['steps'][number]) => of.actual),
    ...QUANTILE_FIELDS,
  },
  ADDITION,
);

const CARLO = shapeOf<Carlo>()(
  'MonteCarlo',
  'Runs of as many trades, drawn with replacement.',
  {
    paths: field(int32('Runs.', 1_000), (of) => of.paths),
    seed: field(seedNumber('What determined them.'), (of) => of.seed),
    steps: listField(STEP, { description: 'At most 101, evenly apart.' }, (of) => of.steps),
    max_drawdown: shapeField(QUANTILES, (of) => of.maxDrawdownPercent),
    loss_probability: ratioField('Runs that end below the start, percent.', (of) => of.lossPercent),
  },
  ADDITION,
);

const PAIRS = shapeOf<PairFigures>()(
  'GridPairs',
  'Trades of a grid: matched fills.',
  {
    closed: field(int32('Pairs.', 21), (of) => of.winning + of.losing),
    winning: field(int32('With a profit.', 20), (of) => of.winning),
    profit: decimalField('Fees deducted.', '120.5', (of) => of.profit),
    win_rate: decimalField('Percent.', '95.24', (of) => of.winRatePercent),
    profit_factor: nullableDecimalField('Won over lost.', '1.8', (of) =>
      of.biggestLoss === ZERO ? null : of.profitFactor,
    ),
    average_profit: decimalField('Of one.', '5.74', (of) => of.averageProfit),
  },
  ADDITION,
);

export const STATISTICS = shapeOf<BacktestStatistics>()(
  'BacktestStatistics',
  'What a backtest or a run of a bot comes to, in profit_currency.',
  {
    profit_currency: field(text('Currency.', 'USDT'), (of) => of.profitCurrency),
    start_equity: moneyField('At the start.', (of) => of.startEquity),
    end_equity: moneyField('At the end, with open profit.', (of) => of.endEquity),
    net_profit: moneyField('Realised, costs deducted.', (of) => of.netProfit),
    net_profit_percent: nullableRatioField('Of the starting equity.', (of) => of.netProfitPercent),
    conclusion: field(text('In words.', 'It gained 1.49 % of 10,000 USDT; …'), (of) =>
      conclude(of, of.profitCurrency),
    ),
    total_profit: moneyField('With open profit.', (of) => of.totalProfit),
    total_return: nullableRatioField('The same, percent.', (of) => of.totalReturnPercent),
    open_profit: moneyField('Of it, of trades that are open.', (of) => of.openProfit),
    most_used: nullableRatioField('Most in trades at once, percent.', (of) => of.mostUsedPercent),
    pairs: nullableShapeField(PAIRS, (of) => of.pairs),
    returns: shapeField(RETURNS, (of) => of.returns),
    buy_and_hold: shapeField(HOLD, (of) => of.hold),
    correlation: nullableRatioField(
      "Of daily returns with the market's, -1 to 1.",
      (of) => of.correlation,
    ),
    max_drawdown: moneyField('On closes of minutes.', (of) => of.maxDrawdown),
    max_drawdown_percent: ratioField(
      'Of the highest equity before.',
      (of) => of.maxDrawdownPercent,
    ),
    drawdown_times: nullableShapeField(FALLS, (of) => of.falls),
    exposure: ratioField('Time with a position, percent.', (of) => of.exposurePercent),
    all: shapeField(TRADES, (of) => of.all),
    long: shapeField(TRADES, (of) => of.long),
    short: shapeField(TRADES, (of) => of.short),
    months: listField(PERIOD, { description: 'Oldest first.' }, (of) => of.months),
    years: listField(PERIOD, { description: 'Oldest first.' }, (of) => of.years),
    daily_returns: listField(BIN, { description: 'Of daily returns.' }, (of) => of.dailyReturns),
    trade_returns: listField(
      BIN,
      { description: 'Of closed trades, of the margin that they used.' },
      (of) => of.tradeReturns,
    ),
    rolling_sharpe: listField(
      ROLLING,
      { description: 'Of 30 days; at most 500 points.' },
      (of) => of.rollingSharpe,
    ),
    monte_carlo: nullableShapeField(CARLO, (of) => of.monteCarlo),
  },
  ADDITION,
);
export const BacktestStatisticsSchema = STATISTICS.schema;
export const statisticsToWire = STATISTICS.toWire;
