// The wire shapes of backtests of end users' strategies. No field names an account.

import Type from 'typebox';
import type { Static } from 'typebox';
import { decimal } from '#lib/decimal.ts';
import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
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
import { field, shapeOf } from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  answeredDecimal,
  decimalToWire,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

export const RunPartnerBacktestSchema = shape('RunPartnerBacktest', 'A backtest to run.', {
  type: oneOf(STRATEGY_TYPES, 'Kind of bot.'),
  config: configSchema('Settings, as of a bot.'),
  start_at: instantString('Start of the window.', '2026-11-14T00:00:00.000Z'),
  end_at: instantString('End of the window.', '2026-11-21T00:00:00.000Z'),
});

const STATUSES = ['queued', 'loading_data', 'executing', 'completed', 'failed'] as const;

export const PartnerBacktestStatusSchema = shape('PartnerBacktestStatus', 'How far it is.', {
  backtest_id: text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  user_id: text('End user that it is for.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  status: oneOf(STATUSES, 'Results are there when it is `completed`; `failed` stays for a day.'),
  progress: answeredDecimal('Percent that is done.', '37.5'),
  message: nullable(text('Why it failed; null otherwise.', 'There is no history.')),
  created_at: instantString('When it was asked for.'),
});

export function partnerBacktestToWire({
  backtest,
  stage,
  progress,
}: PartnerBacktest): Static<typeof PartnerBacktestStatusSchema> {
  const { state } = progress;
  return {
    backtest_id: backtest.backtestId,
    user_id: backtest.userId,
    status: statusOf(state, stage.phase),
    progress: state === 'finished' ? '100' : percentOf(stage.doneShare),
    message: state === 'failed' ? progress.message : null,
    created_at: instantToWire(backtest.queuedAtMs),
  };
}

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

const SummarySchema = shape('PartnerBacktestSummary', 'What came out.', {
  realized_profit: answeredDecimal('Net of fees, in profit_currency.', '152.4'),
  roi: answeredDecimal('Percent.', '1.5'),
  fee_costs: answeredDecimal('In profit_currency.', '12.1'),
  gross_profit: answeredDecimal('Before fees.', '164.5'),
  price_change: answeredDecimal("The market's own change over the window, percent.", '3.2'),
  profit_currency: nullable(text('Currency of the figures.', 'USDT')),
  grid_profit: nullable(
    answeredDecimal('Of pairs of fills, fees deducted; null where it is no grid.', '120.5'),
    ADDITION,
  ),
  floating_profit: nullable(
    answeredDecimal('All other profit, open positions included; null where it is no grid.', '-8.1'),
    ADDITION,
  ),
});

const PerformanceSchema = shape('PartnerBacktestPerformance', 'How it came out.', {
  profit_factor: answeredDecimal('Wins by losses.', '1.8'),
  sharpe_ratio: answeredDecimal('Of daily returns.', '1.1'),
  sortino_ratio: answeredDecimal('Of daily returns.', '1.6'),
  max_drawdown: answeredDecimal('In profit_currency.', '40.2'),
  max_drawdown_percent: answeredDecimal('Percent.', '2.1'),
  win_percentage: answeredDecimal('Of closed positions, or of pairs of a grid, 0 to 100.', '57.14'),
  biggest_win: answeredDecimal('In profit_currency.', '21.4'),
  biggest_loss: answeredDecimal('In profit_currency.', '-9.8'),
  highest_profit: answeredDecimal('Highest point of the total.', '160.1'),
  lowest_profit: answeredDecimal('Lowest point of the total.', '-12.3'),
});

const OrdersSchema = shape('PartnerBacktestOrders', 'What was ordered.', {
  total: int32('Orders.', 60),
  filled: int32('Filled whole.', 42),
  partially_filled: int32('Filled in part.', 1),
  average_open_time: answeredDecimal('Seconds.', '5400'),
});

const PositionsSchema = shape('PartnerBacktestPositions', 'What was held.', {
  closed: int32('Closed positions; of a grid, pairs of fills.', 21),
  winning: int32('Of them with a profit.', 12),
  losing: int32('Of them with a loss.', 9),
  average_profit: answeredDecimal('In profit_currency.', '7.2'),
  average_margin: answeredDecimal('In profit_currency.', '100'),
});

const LINE = shapeOf<BacktestLogLine>()(
  'PartnerBacktestLogLine',
  'A line of the log.',
  BACKTEST_LINE_FIELDS,
);
export const partnerBacktestLineToWire = LINE.toWire;

export const PartnerBacktestResultsSchema = shape('PartnerBacktestResults', 'The results.', {
  backtest_id: text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  market_tag: text('Market.', 'SIM_BTC_USDT'),
  started_at: instantString('Start of the window, simulated time.'),
  ended_at: instantString('End of the window, simulated time.'),
  executed_start_at: nullable(instantString('When it was begun.')),
  executed_end_at: nullable(instantString('When it was done.')),
  summary: SummarySchema,
  performance: PerformanceSchema,
  orders: OrdersSchema,
  positions: PositionsSchema,
  logs: Type.Array(LINE.schema, { description: 'The first 50 lines.' }),
});

type Figures = FinishedBacktest['progress']['figures'];

/** What counts as a trade: a position, or a pair of a grid, whose position may never close. */
function tradesOf({ pairs, ...figures }: Figures) {
  if (pairs !== undefined) return pairs;
  const { averageProfit, biggestLoss, biggestWin, profitFactor, winRatePercent } = figures;
  const counts = { winning: figures.positionsWinning, losing: figures.positionsLosing };
  return { ...counts, averageProfit, biggestLoss, biggestWin, profitFactor, winRatePercent };
}

function gridProfits({ pairs, realizedProfit, unrealizedProfit }: Figures) {
  if (pairs === undefined) return { grid_profit: null, floating_profit: null };
  const floating = floatingProfit({ pairs, realizedProfit, unrealizedProfit });
  return { grid_profit: decimalToWire(pairs.profit), floating_profit: decimalToWire(floating) };
}

export function partnerResultsToWire(
  { backtest, stage, progress }: FinishedBacktest,
  logs: readonly BacktestLogLine[],
): Static<typeof PartnerBacktestResultsSchema> {
  const { figures, endedAtMs } = progress;
  const trades = tradesOf(figures);
  return {
    backtest_id: backtest.backtestId,
    market_tag: backtest.marketTag,
    started_at: instantToWire(backtest.startMs),
    ended_at: instantToWire(backtest.endMs),
    executed_start_at: nullableInstantToWire(stage.beganAtMs),
    executed_end_at: instantToWire(endedAtMs),
    summary: {
      realized_profit: decimalToWire(figures.realizedProfit),
      roi: decimalToWire(figures.roiPercent),
      fee_costs: decimalToWire(figures.fees),
      gross_profit: decimalToWire(figures.grossProfit),
      price_change: decimalToWire(figures.priceChangePercent),
      profit_currency: figures.profitCurrency,
      ...gridProfits(figures),
    },
    performance: {
      profit_factor: decimalToWire(trades.profitFactor),
      sharpe_ratio: decimalToWire(figures.sharpeRatio),
      sortino_ratio: decimalToWire(figures.sortinoRatio),
      max_drawdown: decimalToWire(figures.maxDrawdown),
      max_drawdown_percent: decimalToWire(figures.maxDrawdownPercent),
      win_percentage: decimalToWire(trades.winRatePercent),
      biggest_win: decimalToWire(trades.biggestWin),
      biggest_loss: decimalToWire(trades.biggestLoss),
      highest_profit: decimalToWire(figures.highestProfit),
      lowest_profit: decimalToWire(figures.lowestProfit),
    },
    orders: {
      total: figures.ordersTotal,
      filled: figures.ordersFilled,
      partially_filled: figures.ordersPartiallyFilled,
      average_open_time: decimalToWire(figures.averageOpenTimeSeconds),
    },
    positions: {
      closed: trades.winning + trades.losing,
      winning: trades.winning,
      losing: trades.losing,
      average_profit: decimalToWire(trades.averageProfit),
      average_margin: decimalToWire(figures.averageMargin),
    },
    logs: logs.map(partnerBacktestLineToWire),
  };
}

export const PartnerBacktestLogPageSchema = page('PartnerBacktestLogPage', LINE.schema);

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
export const PartnerBacktestPositionListSchema = wholeList(
  'PartnerBacktestPositionList',
  POSITION.schema,
);
export const partnerBacktestPositionToWire = POSITION.toWire;
