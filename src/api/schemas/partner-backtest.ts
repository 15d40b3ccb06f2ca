// The wire shapes of backtests of end users' strategies. No field names an account.

import { decimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { OFFERED_STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import type { BacktestLogLine, BacktestPosition } from '#services/backtests/backtest-result.ts';
import type {
  FinishedBacktest,
  PartnerBacktest,
} from '#services/partner-backtests/run-partner-backtest.ts';
import {
  BACKTEST_LINE_FIELDS,
  BACKTEST_POSITION_FEES,
  BACKTEST_POSITION_FIELDS,
  BACKTEST_POSITION_RETURN,
} from '#api/schemas/backtest-items.ts';
import { configSchema } from '#api/schemas/partner-bot.ts';
import { floatingProfit } from '#api/schemas/grid-results.ts';
import {
  decimalField,
  field,
  instantField,
  listField,
  nullableInstantField,
  shapeField,
  shapeOf,
  derivedFrom,
  pageOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  responseDecimal,
  decimalToWire,
  instantString,
  int32,
  nullable,
  nullableDecimalToWire,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

export const RunPartnerBacktestSchema = shape('RunPartnerBacktest', 'A backtest to run.', {
  type: oneOf(OFFERED_STRATEGY_TYPES, 'Kind of bot.'),
  config: configSchema('Settings, as of a bot.'),
  start_at: instantString('Start of the window.', '2026-11-14T00:00:00.000Z'),
  end_at: instantString('End of the window.', '2026-11-21T00:00:00.000Z'),
});

const STATUSES = ['queued', 'loading_data', 'executing', 'completed', 'failed'] as const;

const STATUS = shapeOf<PartnerBacktest>()('PartnerBacktestStatus', 'How far it is.', {
  backtest_id: field(
    text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ backtest }) => backtest.backtestId,
  ),
  user_id: field(
    text('End user that it is for.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ backtest }) => backtest.userId,
  ),
  status: field(
    oneOf(STATUSES, 'Results are there when it is `completed`; `failed` stays for a day.'),
    ({ progress, stage }) => statusOf(progress.state, stage.phase),
  ),
  progress: field(responseDecimal('Percent that is done.', '37.5'), ({ progress, stage }) =>
    progress.state === 'finished' ? '100' : percentOf(stage.doneShare),
  ),
  message: field(
    nullable(text('Why it failed; null otherwise.', 'There is no history.')),
    ({ progress }) => (progress.state === 'failed' ? progress.message : null),
  ),
  created_at: instantField('When it was requested.', ({ backtest }) => backtest.queuedAtMs),
});
export const PartnerBacktestStatusSchema = STATUS.schema;
export const partnerBacktestToWire = STATUS.toWire;

type Status = (typeof STATUSES)[number];

function statusOf(
  state: PartnerBacktest['progress']['state'],
  phase: PartnerBacktest['stage']['phase'],
): Status {
  if (state === 'finished') return 'completed';
  if (state === 'failed') return 'failed';
  return phase === 'loading_script' ? 'loading_data' : phase;
}

/** To a tenth of a percent. */
function percentOf(share: number): string {
  const tenths = Math.floor(Math.min(1, Math.max(0, share)) * 1_000);
  return decimalToWire(decimal((tenths / 10).toFixed(1)));
}

type Figures = FinishedBacktest['progress']['figures'];

/** What counts as a trade: a position, or a pair of a grid, whose position may never close. */
function tradesOf({ pairs, ...figures }: Figures) {
  if (pairs !== undefined) return pairs;
  const { averageProfit, biggestLoss, biggestWin, profitFactor, winRatePercent } = figures;
  const counts = { winning: figures.positionsWinning, losing: figures.positionsLosing };
  return { ...counts, averageProfit, biggestLoss, biggestWin, profitFactor, winRatePercent };
}

/** Of a grid; null of all others. */
function gridFloatingProfit({ pairs, ...profits }: Figures): Decimal | null {
  return pairs === undefined ? null : floatingProfit({ pairs, ...profits });
}

type Outcome = { readonly figures: Figures; readonly trades: ReturnType<typeof tradesOf> };

const SUMMARY = shapeOf<Figures>()('PartnerBacktestSummary', 'What came out.', {
  realized_profit: decimalField(
    'Net of fees, in profit_currency.',
    '152.4',
    (of) => of.realizedProfit,
  ),
  roi: decimalField('Percent.', '1.5', (of) => of.roiPercent),
  fee_costs: decimalField('In profit_currency.', '12.1', (of) => of.fees),
  gross_profit: decimalField('Before fees.', '164.5', (of) => of.grossProfit),
  price_change: decimalField(
    "The market's own change over the window, percent.",
    '3.2',
    (of) => of.priceChangePercent,
  ),
  profit_currency: field(
    nullable(text('Currency of the figures.', 'USDT')),
    (of) => of.profitCurrency,
  ),
  grid_profit: field(
    nullable(
      responseDecimal('Of pairs of fills, fees deducted; null where it is no grid.', '120.5'),
      ADDITION,
    ),
    (of) => nullableDecimalToWire(of.pairs?.profit ?? null),
  ),
  floating_profit: field(
    nullable(
      responseDecimal(
        'All other profit, open positions included; null where it is no grid.',
        '-8.1',
      ),
      ADDITION,
    ),
    (of) => nullableDecimalToWire(gridFloatingProfit(of)),
  ),
});

const PERFORMANCE = shapeOf<Outcome>()('PartnerBacktestPerformance', 'How it came out.', {
  profit_factor: decimalField('Wins by losses.', '1.8', ({ trades }) => trades.profitFactor),
  sharpe_ratio: decimalField('Of daily returns.', '1.1', ({ figures }) => figures.sharpeRatio),
  sortino_ratio: decimalField('Of daily returns.', '1.6', ({ figures }) => figures.sortinoRatio),
  max_drawdown: decimalField('In profit_currency.', '40.2', ({ figures }) => figures.maxDrawdown),
  max_drawdown_percent: decimalField(
    'Percent.',
    '2.1',
    ({ figures }) => figures.maxDrawdownPercent,
  ),
  win_percentage: decimalField(
    'Of closed positions, or of pairs of a grid, 0 to 100.',
    '57.14',
    ({ trades }) => trades.winRatePercent,
  ),
  biggest_win: decimalField('In profit_currency.', '21.4', ({ trades }) => trades.biggestWin),
  biggest_loss: decimalField('In profit_currency.', '-9.8', ({ trades }) => trades.biggestLoss),
  highest_profit: decimalField(
    'Highest point of the total.',
    '160.1',
    ({ figures }) => figures.highestProfit,
  ),
  lowest_profit: decimalField(
    'Lowest point of the total.',
    '-12.3',
    ({ figures }) => figures.lowestProfit,
  ),
});

const ORDERS = shapeOf<Figures>()('PartnerBacktestOrders', 'What was ordered.', {
  total: field(int32('Orders.', 60), (of) => of.ordersTotal),
  filled: field(int32('Filled whole.', 42), (of) => of.ordersFilled),
  partially_filled: field(int32('Filled in part.', 1), (of) => of.ordersPartiallyFilled),
  average_open_time: decimalField('Seconds.', '5400', (of) => of.averageOpenTimeSeconds),
});

const POSITIONS = shapeOf<Outcome>()('PartnerBacktestPositions', 'What was held.', {
  closed: field(
    int32('Closed positions; of a grid, pairs of fills.', 21),
    ({ trades }) => trades.winning + trades.losing,
  ),
  winning: field(int32('Of them with a profit.', 12), ({ trades }) => trades.winning),
  losing: field(int32('Of them with a loss.', 9), ({ trades }) => trades.losing),
  average_profit: decimalField('In profit_currency.', '7.2', ({ trades }) => trades.averageProfit),
  average_margin: decimalField(
    'In profit_currency.',
    '100',
    ({ figures }) => figures.averageMargin,
  ),
});

const LINE = shapeOf<BacktestLogLine>()(
  'PartnerBacktestLogLine',
  'A line of the log.',
  BACKTEST_LINE_FIELDS,
);

type Results = FinishedBacktest & Outcome & { readonly logs: readonly BacktestLogLine[] };

const RESULTS = shapeOf<Results>()('PartnerBacktestResults', 'The results.', {
  backtest_id: field(
    text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ backtest }) => backtest.backtestId,
  ),
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), ({ backtest }) => backtest.marketTag),
  started_at: instantField(
    'Start of the window, simulated time.',
    ({ backtest }) => backtest.startMs,
  ),
  ended_at: instantField('End of the window, simulated time.', ({ backtest }) => backtest.endMs),
  executed_start_at: nullableInstantField('When it was begun.', ({ stage }) => stage.beganAtMs),
  executed_end_at: nullableInstantField('When it was done.', ({ progress }) => progress.endedAtMs),
  summary: shapeField(SUMMARY, ({ figures }) => figures),
  performance: shapeField(PERFORMANCE, (of) => of),
  orders: shapeField(ORDERS, ({ figures }) => figures),
  positions: shapeField(POSITIONS, (of) => of),
  logs: listField(LINE, { description: 'The first 50 lines.' }, (of) => of.logs),
});
/** `logs`: the first lines. */
type FinishedWithLogs = {
  readonly finished: FinishedBacktest;
  readonly logs: readonly BacktestLogLine[];
};

const FINISHED = derivedFrom(RESULTS, ({ finished, logs }: FinishedWithLogs) => {
  const { figures } = finished.progress;
  return { ...finished, figures, trades: tradesOf(figures), logs };
});
export const PartnerBacktestResultsSchema = FINISHED.schema;
export const partnerResultsToWire = FINISHED.toWire;

export const PARTNER_BACKTEST_LOG_PAGE = pageOf('PartnerBacktestLogPage', LINE);

const POSITION = shapeOf<BacktestPosition>()(
  'PartnerBacktestPosition',
  'A position that the run held.',
  {
    position_id: field(text('Unique within the backtest.', 'p7'), (of) => of.positionId),
    ...BACKTEST_POSITION_FIELDS,
    fee_costs: BACKTEST_POSITION_FEES,
    ...BACKTEST_POSITION_RETURN,
  },
);
export const PARTNER_BACKTEST_POSITION_LIST = listOf('PartnerBacktestPositionList', POSITION);
