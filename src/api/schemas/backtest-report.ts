// Our own report of a backtest: what the result leaves out, and how much of it is assumption.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { BacktestFigures, WarmUp } from '#services/backtests/backtest-result.ts';
import { RULE_CHOICES } from '#services/backtests/backtest-choices.ts';
import {
  ADDITION,
  answeredDecimal,
  decimalToWire,
  flag,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableDecimalToWire,
  oneOf,
  seedNumber,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const AmountSchema = shape('CurrencyAmount', 'Money.', {
  currency: text('Currency.', 'USDT'),
  amount: answeredDecimal('Amount.', '10000'),
});

const AssumptionsSchema = shape('BacktestAssumptions', 'What the rules had to assume or refuse.', {
  ambiguous_fills: int32('A stop and a target inside one candle; the stop was taken.', 0),
  gap_fills: int32('Filled at an open beyond the price that was asked for.', 0),
  partial_fills: int32("Bounded by a minute's volume.", 0),
  rejected_orders: int32('Orders that were refused.', 0),
  missing_minutes: int32('Minutes without a candle, in which nothing filled.', 0),
  liquidations: int32('Positions that were liquidated.', 0),
});

const ResolutionSchema = shape('BacktestResolution', 'What longer candles leave open.', {
  candle_minutes: int32("Minutes of a candle of the market's history.", 15),
  unwalked_fills: int32('Fills inside a candle, at a minute that is not known.', 12),
});

const PerformanceSchema = shape('BacktestPerformance', 'How the profit came about.', {
  gross_profit: answeredDecimal('Before fees and funding.', '164.5'),
  unrealized_profit: answeredDecimal('Of positions still open at the end.', '0'),
  funding: answeredDecimal('Funding paid (below zero) or received.', '-1.2'),
  price_change: answeredDecimal("The market's own change over the window, percent.", '4.2'),
  profit_factor: answeredDecimal('What was won for each unit lost.', '1.8'),
  sharpe_ratio: answeredDecimal('Return for its variation.', '1.1'),
  sortino_ratio: answeredDecimal('Return for its downward variation.', '1.6'),
  max_drawdown: answeredDecimal('Deepest fall of the equity.', '88.2'),
  max_drawdown_percent: answeredDecimal('The same in percent.', '0.9'),
  biggest_win: answeredDecimal('Of one position.', '31.2'),
  biggest_loss: answeredDecimal('Of one position.', '-18.4'),
  highest_profit: answeredDecimal('Of the running total.', '160.1'),
  lowest_profit: answeredDecimal('Of the running total.', '-22'),
  average_profit: answeredDecimal('Of a closed position.', '7.2'),
  average_margin: answeredDecimal('Put into a position.', '100'),
});

const CountsSchema = shape('BacktestCounts', 'How many of what.', {
  updates: int32('Times that the script ran.', 44_640),
  orders: int32('Orders that were placed.', 50),
  orders_partially_filled: int32('Orders that filled in part.', 1),
  average_open_time: answeredDecimal('Of an order, in seconds.', '320'),
  positions_winning: int32('Closed with a profit.', 12),
  positions_losing: int32('Closed with a loss.', 9),
});

const CustomSchema = shape('BacktestCustomFigure', 'A figure that the script reported.', {
  key: text('What it is called.', 'Trades on Monday'),
  value: text('Its value.', '7'),
  group: text('Where it belongs; may be empty.', 'Weekdays'),
});

const RejectionSchema = shape('BacktestRejection', 'Why orders were refused.', {
  reason: text('Reason, with the figures of the first such order.', 'insufficient funds'),
  count: int32('How often; orders that differ in figures alone are counted together.', 12),
});

const SettingUsedSchema = shape('BacktestSettingUsed', 'A chosen setting of how orders fill.', {
  name: text('As in the request.', 'slippage_ticks'),
  value: text('Its value.', '2'),
});

const WarmUpSchema = shape('BacktestWarmUp', 'History before the first update.', {
  needed_bars: int32('Bars until every series of the script had a value.', 99),
  given_bars: int32('Bars before the first update.', 500),
  first_update_at: instantString('When the run began; later than asked where history is short.'),
  is_sufficient: flag('Whether every series had a value when it was first read.', true),
});

export const BacktestReportSchema = Type.Object(
  {
    engine_version: text('Version of the engine.', '1'),
    data_hash: text('Hash of the minutes that were used.', '9f2c…'),
    seed: seedNumber('What determined chance; `settings.seed` takes it.'),
    rules: oneOf(RULE_CHOICES, 'Rules by which orders filled.'),
    trade_amount: nullable(
      answeredDecimal(
        'Value of a trade whose size was not scripted, in quote; null on results of before it ' +
          'was kept.',
        '100',
      ),
    ),
    settings: Type.Array(SettingUsedSchema, {
      description: 'Settings of how orders fill that were chosen.',
    }),
    warm_up: nullable(WarmUpSchema),
    assumptions: AssumptionsSchema,
    resolution: nullable(ResolutionSchema),
    rejections: Type.Array(RejectionSchema, { description: 'Why orders were refused.' }),
    unused_parameters: Type.Array(text('Key.', 'Lenght'), {
      description: 'Keys of `parameters` that the script never asked for.',
    }),
    performance: PerformanceSchema,
    counts: CountsSchema,
    wallet: Type.Array(AmountSchema, { description: 'Balances at the end.' }),
    top_ups: Type.Array(AmountSchema, {
      description: 'Play money that was added because the wallet could not pay for one trade.',
    }),
    custom: Type.Array(CustomSchema, { description: 'Figures that the script reported.' }),
  },
  {
    $id: 'BacktestReport',
    description: 'More than the result says; null until it finished.',
    additionalProperties: false,
    ...ADDITION,
  },
);

export function reportToWire(figures: BacktestFigures): Static<typeof BacktestReportSchema> {
  const { assumptions } = figures;
  return {
    engine_version: figures.engineVersion,
    data_hash: figures.dataHash,
    seed: figures.seed,
    rules: figures.rules,
    settings: [...(figures.settingsUsed ?? [])],
    trade_amount: nullableDecimalToWire(figures.tradeAmountQuote ?? null),
    warm_up: figures.warmUp === undefined ? null : warmUpToWire(figures.warmUp),
    assumptions: {
      ambiguous_fills: assumptions.ambiguousFills,
      gap_fills: assumptions.gapFills,
      partial_fills: assumptions.partialFills,
      rejected_orders: assumptions.rejectedOrders,
      missing_minutes: assumptions.missingMinutes,
      liquidations: assumptions.liquidations,
    },
    resolution: resolutionToWire(figures),
    rejections: [...figures.rejections],
    unused_parameters: [...figures.unusedInputs],
    performance: performanceToWire(figures),
    counts: {
      updates: figures.updates,
      orders: figures.ordersTotal,
      orders_partially_filled: figures.ordersPartiallyFilled,
      average_open_time: decimalToWire(figures.averageOpenTimeSeconds),
      positions_winning: figures.positionsWinning,
      positions_losing: figures.positionsLosing,
    },
    wallet: figures.wallet.map(amountToWire),
    top_ups: figures.topUps.map(amountToWire),
    custom: [...figures.custom],
  };
}

/** Null when the history had minutes. */
function resolutionToWire({ resolution }: BacktestFigures): Static<typeof ResolutionSchema> | null {
  if (resolution === undefined) return null;
  const { candleMinutes, unwalkedFills } = resolution;
  return { candle_minutes: candleMinutes, unwalked_fills: unwalkedFills };
}

function warmUpToWire(warmUp: WarmUp): Static<typeof WarmUpSchema> {
  return {
    needed_bars: warmUp.neededBars,
    given_bars: warmUp.givenBars,
    first_update_at: instantToWire(warmUp.firstUpdateMs),
    is_sufficient: warmUp.isSufficient,
  };
}

function performanceToWire(figures: BacktestFigures): Static<typeof PerformanceSchema> {
  return {
    gross_profit: decimalToWire(figures.grossProfit),
    unrealized_profit: decimalToWire(figures.unrealizedProfit),
    funding: decimalToWire(figures.funding),
    price_change: decimalToWire(figures.priceChangePercent),
    profit_factor: decimalToWire(figures.profitFactor),
    sharpe_ratio: decimalToWire(figures.sharpeRatio),
    sortino_ratio: decimalToWire(figures.sortinoRatio),
    max_drawdown: decimalToWire(figures.maxDrawdown),
    max_drawdown_percent: decimalToWire(figures.maxDrawdownPercent),
    biggest_win: decimalToWire(figures.biggestWin),
    biggest_loss: decimalToWire(figures.biggestLoss),
    highest_profit: decimalToWire(figures.highestProfit),
    lowest_profit: decimalToWire(figures.lowestProfit),
    average_profit: decimalToWire(figures.averageProfit),
    average_margin: decimalToWire(figures.averageMargin),
  };
}

function amountToWire({ currency, amount }: BacktestFigures['topUps'][number]) {
  return { currency, amount: decimalToWire(amount) };
}
