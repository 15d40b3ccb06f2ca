// Texts of reports.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  backtest: 'Backtest',
  botAgainstABacktest: 'Bot against a backtest',
  playMoneyPaperAccount: ' · play money (paper account)',
  theBotsScriptAnd:
    'The bot’s script and settings were run over the same minutes as a backtest. What ' +
    'differs is what the real market did to its orders.',
  thisDayHasNo: 'This day has no comparison',
  whatWasCompared: 'What was compared',
  from: 'From',
  to: 'To',
  everyFillIsValued: 'Every fill is valued at the last price of the day.',
  report: 'Report',
  lab: 'Lab',
  severalRunsAsOne: 'Several runs as one',
  portfolio: 'Portfolio',
  assumptionsAndOrigin: 'Assumptions and origin',
  min: (interval: Piece) => `${interval} min`,
  ofQuote: (tradeAmount: Piece) => `${tradeAmount} of quote`,
  ofTheEquity: (percent: Piece) => `${percent} % of the equity`,
  settingRules: 'Rules of matching',
  settingSlippagePercent: 'Slippage, percent',
  settingParticipationPercent: 'Most of a minute’s volume, percent',
  settingSlippageTicks: 'Slippage, price steps',
  settingCommissionPercent: 'Commission, percent',
  settingCommissionPerOrder: 'Commission of an order',
  settingCommissionPerContract: 'Commission of a contract',
  settingFillAtClose: 'Fills at the close of its candle',
  settingBarMagnifier: 'Bar magnifier',
  settingMarginLongPercent: 'Margin of longs, percent',
  settingMarginShortPercent: 'Margin of shorts, percent',
  settingLeverage: 'Leverage',
  settingMarginMode: 'Margin mode',
  settingPositionMode: 'Position mode',
  settingTradeAmount: 'Size of a trade, in quote',
  settingTradeAmountPercent: 'Size of a trade, percent of the equity',
  settingPyramiding: 'Entries at once',
  settingSeed: 'Seed',
  settingWarmUp: 'Waits for its history',
  settingAudit: 'Audit for look-ahead',
  toWithin: 'to',
  noneWasPaid: 'none was paid',
  nothingFilled: 'nothing filled',
  minFillsWithinThem: (candleMinutes: Piece, unwalkedFills: Piece) =>
    `${candleMinutes} min, ${unwalkedFills} fills within them`,
  someSeriesHadNo: ': some series had no value at first',
  barsNeeded: (givenBars: Piece, neededBars: Piece, someSeries: Piece) =>
    `${givenBars} bars, ${neededBars} needed${someSeries}`,
  inputsThatWereSet: 'Inputs that were set',
  isTheDifferenceLuck: 'Is the difference luck?',
  dailyReturnsOfBoth:
    'Daily returns of both, day by day, drawn again in blocks of neighbouring days. Who ' +
    'picks the best of many tries finds differences by luck that this test does not count.',
  against: (name: Piece, note: Piece, nameSecond: Piece, noteSecond: Piece) =>
    `${name} (${note}) against ${nameSecond} (${noteSecond}):`,
  againstWithin: (name: Piece, nameSecond: Piece) => `${name} against ${nameSecond}:`,
  noDifferenceOverDays: (days: Piece) => `no difference over ${days} days of both.`,
  more: 'more',
  less: 'less',
  aDayOverDays: (math: Piece, more: Piece, days: Piece) =>
    `${math} % a day ${more} over ${days} days of both.`,
  thatIsTooFew: (earned: Piece) => `${earned} That is too few days to say whether it is luck.`,
  lessThan1: 'less than 1',
  theDifferenceCouldBe: (earned: Piece, often: Piece) =>
    `${earned} The difference could be luck in ${often} of 100.`,
  allLieBetweenAnd: (count: Piece, from: Piece, unit: Piece, to: Piece) =>
    `All ${count} lie between ${from} ${unit} and ${to} ${unit}.`,
  to2: (from: Piece, unit: Piece, to: Piece, count: Piece) =>
    `${from} ${unit} to ${to} ${unit}: ${count}`,
  thereAreNone: 'There are none.',
  limitsFillWhenTouched: 'limits fill when touched, no slippage: the kindest',
  limitsMustBePassed: 'limits must be passed, takers slip',
  barsOfTheChart: 'bars of the chart, as TradingView fills',
  errorBar: 'Error bar',
  aBacktestHasTo:
    'A backtest has to assume how orders fill. The same run under each set of rules shows ' +
    'how much of the result hangs on that; the truth is somewhere between.',
  runningUnderTheOther: 'Running under the other rules…',
  export: (name: Piece) => `Export: ${name}`,
  exportTitle: (name: Piece) => `Export ${name}`,
  rowsTheFirstShown: (rows: Piece, rowsShown: Piece) =>
    `${rows} rows, the first ${rowsShown} shown`,
  rows: (rows: Piece) => `${rows} rows`,
  result: 'Result',
  totalReturn: 'Total return',
  of: (totalProfit: Piece, startEquity: Piece, profitCurrency: Piece) =>
    `${totalProfit} of ${startEquity} ${profitCurrency}`,
  buyAndHold: 'Buy and hold',
  ofTheSameMoney: (profit: Piece) => `${profit} of the same money`,
  closedTrades: 'Closed trades',
  stillOpen: (openProfit: Piece) => `${openProfit} still open`,
  largestDrawdown: 'Largest drawdown',
  sharpe: 'Sharpe',
  sortino: (sortinoRatio: Piece) => `Sortino ${sortinoRatio}`,
  profitFactor: 'Profit factor',
  expectancy: (expectancy: Piece) => `Expectancy ${expectancy}`,
  ofItsGrids: 'of its grids',
  inTheMarket: 'In the market',
  atMostOfThe: (mostUsed: Piece) => `at most ${mostUsed} of the money`,
  trades: 'Trades',
  gridsClosed: 'Grids closed',
  noneClosed: 'none closed',
  won: (won: Piece) => `${won} won`,
  downNotMadeGood: (down: Piece) => `${down} down, not made good`,
  down: (down: Piece) => `${down} down`,
  mostInTradesAt: 'Most in trades at one time',
  growthPerYearCagr: 'Growth per year (CAGR)',
  volatilityPerYear: 'Volatility per year',
  sortinoTitle: 'Sortino',
  calmar: 'Calmar',
  bestDay: 'Best day',
  worstDay: 'Worst day',
  daysWithAGain: 'Days with a gain',
  valueAtRiskOf: 'Value at risk of a day, 95 %',
  skewness: 'Skewness',
  excessKurtosis: 'Excess kurtosis',
  correlationWithTheMarket: 'Correlation with the market',
  timeInTheMarket: 'Time in the market',
  largestDrawdownDown: 'Largest drawdown, down',
  andBack: 'and back',
  notMadeGood: 'not made good',
  longestTimeBelowA: 'Longest time below a high',
  thisRun: 'This run',
  returns: 'Returns',
  netProfit: 'Net profit',
  ofTheStartingEquity: 'of the starting equity',
  winRate: 'Win rate',
  averageTrade: 'Average trade',
  ofTheMarginUsed: 'of the margin used',
  expectancyTitle: 'Expectancy',
  averageWin: 'Average win',
  averageLoss: 'Average loss',
  payoffRatio: 'Payoff ratio',
  largestWin: 'Largest win',
  largestLoss: 'Largest loss',
  longestStreakWonLost: 'Longest streak won / lost',
  averageHoldingTime: 'Average holding time',
  ofWinners: 'of winners',
  ofLosers: 'of losers',
  longestHoldingTime: 'Longest holding time',
  favorableExcursionMfe: 'Favorable excursion (MFE)',
  adverseExcursionMae: 'Adverse excursion (MAE)',
  fees: 'Fees',
  all: 'All',
  long: 'Long',
  short: 'Short',
  tradesByDirection: 'Trades by direction',
  figure: 'Figure',
  on: (name: Piece, marketTag: Piece) => `${name} on ${marketTag}`,
  janFebMarApr: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  returnsByMonth: 'Returns by month',
  percent: 'Percent',
  year: 'Year',
  none: 'None',
  together: 'Together',
  profit: 'Profit',
  ofWithin: (startEquity: Piece, currency: Piece) => `of ${startEquity} ${currency}`,
  fromClosesOfDays: 'from closes of days',
  dailyReturns: (days: Piece) => `${days} daily returns`,
  equityOfAllPercent: 'Equity of all, percent of what they began with',
  whatEachAdds: 'What each adds',
  theShareOfThe:
    'The share of the risk is the part of the ups and downs of the sum that comes from this ' +
    'one; below zero, it evened out the others.',
  howTheirDaysGo: 'How their days go together',
  correlationOfDailyReturns:
    'Correlation of daily returns over the days of both: 1 is the same bet twice, 0 has ' +
    'nothing to do with the other, below zero one gains while the other loses.',
  run: 'Run',
  return: 'Return',
  drawdown: 'Drawdown',
  ofAllProfit: 'Of all profit',
  ofAllRisk: 'Of all risk',
  to3: (marketTag: Piece, from: Piece, to: Piece) => `${marketTag} · ${from} to ${to}`,
  correlations: 'Correlations',
  showAll: 'Show all',
  chartOfCandlesWith: (bars: Piece, entries: Piece) =>
    `Chart of ${bars} candles with ${entries === 1 ? '1 trade' : `${entries} trades`}, and the ` +
    'profit below it',
  vol: 'Vol',
  showThisLine: 'Show this line',
  hideThisLine: 'Hide this line',
  exit: 'Exit',
  log: 'Log',
  lines: (count: Piece) => `${count} lines`,
  candles: (candles: Piece) => `${candles} candles`,
  tradesByDirectionTitle: (profitCurrency: Piece) => `Trades by direction, ${profitCurrency}`,
  thisResultWasMade:
    'This result was made by a version that did not keep the candles of its chart. Run it ' +
    'again to see them.',
  itWaitsOrRuns:
    'It waits or runs. The first run over a market of an exchange reads its prices from ' +
    'there, which can take a minute.',
  openTheWholeReport: 'Open the whole report',
  tradesOfTheRun: 'Trades of the run',
  chooseATradeHere: 'Choose a trade, here or in the chart, to see what led to it.',
  distributionsAndResampledRuns: 'Distributions and resampled runs',
  dailyReturnsPercent: 'Daily returns, percent',
  returnsOfTradesPercent: 'Returns of trades, percent of the margin',
  resampledRuns: 'Resampled runs',
  theyNeedAtLeast: 'They need at least ten closed trades.',
  sharpeRatioOfThe: 'Sharpe ratio of the last 30 days',
  itNeedsMoreThan: 'It needs more than 30 days.',
  afterTradesThisRun: (trades: Piece, actual: Piece, p50: Piece, p5: Piece, p95: Piece) =>
    `after ${trades} trades\nthis run ${actual}\nmedian ${p50}\n90 %: ${p5} to ${p95}`,
  equityOfResampledRuns: (paths: Piece) => `Equity of ${paths} resampled runs, by trade`,
  itsOwnTradesDrawn: (lossProbability: Piece, p50: Piece, p95: Piece) =>
    `Its own trades, drawn anew each time: ${lossProbability} of the runs end with a loss, ` +
    `half fall ${p50} or more below a high, one in twenty ${p95} or more. Dashed: the ` +
    'median; solid: this run.',
  opened: 'Opened',
  side: 'Side',
  onItsMargin: 'On its margin',
  entry: 'Entry',
  held: 'Held',
  notDrawn: 'Not drawn',
  showInTheChart: 'Show in the chart',
  open: 'open',
  whyThereAreNo: 'Why there are no trades',
  theHistoryIsShort: (neededBars: Piece, givenBars: Piece) =>
    `The history is short: the first update needs ${neededBars} bars and ${givenBars} are ` +
    'there, so some series had no value at first. Begin later, or take a shorter interval.',
  minutesOfTheWindow: (missingMinutes: Piece) =>
    `${missingMinutes} minutes of the window have no candle.`,
  theInput: 'The input',
  wasChosenAndThe: 'was chosen, and the script asks for none of that name.',
  thePriceWasBetween: (low: Piece, high: Piece) =>
    `The price was between ${low} and ${high} in these days`,
  thePriceNeverWas: 'The price never was in the range',
  andTheGridWorks: (span: Piece, lower: Piece, upper: Piece) =>
    `${span}, and the grid works from ${lower} to ${upper}. Take a range that contains the ` +
    'price, or other days.',
  theGridDidNot: 'The grid did not trade',
  andTheGridWorksFrom: (span: Piece, lower: Piece, upper: Piece) =>
    `${span}, and the grid works from ${lower} to ${upper}. Where the price is outside when ` +
    'it begins, it waits outside; its other settings below may also let it wait.',
  itDidNotEnter: 'It did not enter',
  itsConditionsToStart: (span: Piece) =>
    `${span}. Its conditions to start were not met on any of them: loosen them, or take more days.`,
  allOrdersWereRefused: (count: Piece) =>
    count === 1 ? 'Its one order was refused' : `All ${count} orders were refused`,
  itTradedButThe: 'It traded, but the market or the account refused its orders:',
  aLargerSizeOf:
    'A larger size of a trade, another leverage or more money in the account may be what is ' +
    'missing.',
  ordersWerePlacedAnd: (orders: Piece) =>
    orders === 1
      ? 'One order was placed and did not fill'
      : `${orders} orders were placed and none filled`,
  theirPricesWereNot:
    'Their prices were not reached before they ended. Limit prices further away than the ' +
    'market moved, or time-outs that are too short, are the usual causes.',
  thereWasNoSignal: 'There was no signal',
  inUpdatesTheScript: (updates: Piece) =>
    `In ${updates} updates the script placed no order. Its conditions were never all true at once.`,
  inUpdatesTheRules: (updates: Piece) =>
    `In ${updates} updates the rules placed no order. Beside each condition stands on how many ` +
    'candles it was true: loosen one that never was, or take a longer window.',
  compareThemWithIts: 'Compare them with its conditions, take a longer window, or log values with',
  itDrawsNoLines: 'It draws no lines: with Plot() they show in the chart.',
  itsLinesInThis: 'Its lines in this window:',
  wasBetween: (plot: Piece) => `was between ${plot}`,
  and: (least: Piece, most: Piece) => `${least} and ${most}.`,
  wonLost: 'Won / lost',
  rulesOfMatching: 'Rules of matching',
  candlesTitle: 'Candles',
  sizeOfATrade: 'Size of a trade',
  playMoneyAdded: 'Play money added',
  inputThatTheScript: 'Input that the script never asks for',
  updatesOfTheScript: 'Updates of the script',
  seed: 'Seed',
  hashOfTheData: 'Hash of the data',
  engine: 'Engine',
  fillsWithAStop: 'Fills with a stop and a target in one candle',
  fillsAtAGap: 'Fills at a gap',
  fillsOfAPart: 'Fills of a part',
  ordersRefused: 'Orders refused',
  minutesWithoutData: 'Minutes without data',
  liquidations: 'Liquidations',
  noFundingRates: 'No funding rates',
  noMinutes: 'No minutes',
  candlesOfTheHistory: 'Candles of the history',
  warmUp: 'Warm-up',
  firstUpdate: 'First update',
  starting: 'Starting…',
  calculate: 'Calculate',
  chooseOneToSee: 'Choose one to see it in the chart',
} as const;

export type ReportWords = typeof ENGLISH;
export const REPORT = wordsOf('report', ENGLISH);
