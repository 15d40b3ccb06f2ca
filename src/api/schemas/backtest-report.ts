// Our own report of a backtest: what the result leaves out, and how much of it is assumption.

import Type from 'typebox';
import type { BacktestFigures, WarmUp } from '#services/backtests/backtest-result.ts';
import { netProfitPercent, totalReturnPercent } from '#services/reports/net-profit.ts';
import { RULE_CHOICES } from '#services/backtests/backtest-choices.ts';
import {
  nullableAmountField,
  nullableDecimalField,
  amountField,
  decimalField,
  field,
  instantField,
  listField,
  nullableShapeField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  flag,
  int32,
  nullable,
  oneOf,
  seedNumber,
  text,
} from '#api/schemas/wire-values.ts';

/** Of so many figures; the shared decimal has one. */
const NO_EXAMPLE = '';

const AMOUNT = shapeOf<BacktestFigures['topUps'][number]>()('CurrencyAmount', 'Money.', {
  currency: field(text('Currency.', 'USDT'), (of) => of.currency),
  amount: amountField('Amount.', '10000', (of) => of.amount),
});

const ASSUMPTIONS = shapeOf<BacktestFigures['assumptions']>()(
  'BacktestAssumptions',
  'What the rules had to assume or refuse.',
  {
    ambiguous_fills: field(
      int32('A stop and a target inside one candle; the stop was taken.', 0),
      (of) => of.ambiguousFills,
    ),
    gap_fills: field(
      int32('Filled at an open beyond the price that was requested.', 0),
      (of) => of.gapFills,
    ),
    partial_fills: field(int32("Bounded by a minute's volume.", 0), (of) => of.partialFills),
    rejected_orders: field(int32('Orders that were refused.', 0), (of) => of.rejectedOrders),
    missing_minutes: field(
      int32('Minutes without a candle, in which nothing filled.', 0),
      (of) => of.missingMinutes,
    ),
    liquidations: field(int32('Positions that were liquidated.', 0), (of) => of.liquidations),
  },
);

const DATA_GAP = shapeOf<NonNullable<BacktestFigures['dataGaps']>[number]>()(
  'BacktestDataGap',
  'A stretch of the window that the data leaves out.',
  {
    kind: field(
      oneOf(
        ['funding', 'minutes'],
        '`funding`: no rates are listed, so none was paid; `minutes`: at least an hour without ' +
          'candles, in which nothing filled.',
      ),
      (of) => of.kind,
    ),
    market_tag: field(text('Market.', 'SIM_BTC_USDT_PERP'), (of) => of.marketTag),
    start_at: instantField(
      'Its begin; of funding that is the rate before it, if there is one.',
      (of) => of.fromMs,
    ),
    end_at: instantField('The first instant after it.', (of) => of.toMs),
  },
);

const RESOLUTION = shapeOf<NonNullable<BacktestFigures['resolution']>>()(
  'BacktestResolution',
  'What longer candles leave open.',
  {
    candle_minutes: field(
      int32("Minutes of a candle of the market's history.", 15),
      (of) => of.candleMinutes,
    ),
    unwalked_fills: field(
      int32('Fills inside a candle, at a minute that is not known.', 12),
      (of) => of.unwalkedFills,
    ),
  },
);

const PERFORMANCE = shapeOf<BacktestFigures>()(
  'BacktestPerformance',
  'How the profit came about.',
  {
    start_equity: nullableDecimalField(
      'What the run began with; null on results of before.',
      NO_EXAMPLE,
      (of) => of.startEquity ?? null,
    ),
    net_profit_percent: nullableDecimalField(
      'Realised profit of it, percent.',
      NO_EXAMPLE,
      netProfitPercent,
    ),
    total_return: nullableDecimalField(
      'With open profit, percent.',
      NO_EXAMPLE,
      totalReturnPercent,
    ),
    gross_profit: decimalField('Before fees and funding.', NO_EXAMPLE, (of) => of.grossProfit),
    unrealized_profit: decimalField(
      'Of positions still open at the end.',
      NO_EXAMPLE,
      (of) => of.unrealizedProfit,
    ),
    funding: decimalField('Funding paid (below zero) or received.', NO_EXAMPLE, (of) => of.funding),
    price_change: decimalField(
      "The market's own change over the window, percent.",
      NO_EXAMPLE,
      (of) => of.priceChangePercent,
    ),
    profit_factor: decimalField(
      'What was won for each unit lost.',
      NO_EXAMPLE,
      (of) => of.profitFactor,
    ),
    sharpe_ratio: decimalField('Return for its variation.', NO_EXAMPLE, (of) => of.sharpeRatio),
    sortino_ratio: decimalField(
      'Return for its downward variation.',
      NO_EXAMPLE,
      (of) => of.sortinoRatio,
    ),
    max_drawdown: decimalField('Deepest fall of the equity.', NO_EXAMPLE, (of) => of.maxDrawdown),
    max_drawdown_percent: decimalField(
      'The same in percent.',
      NO_EXAMPLE,
      (of) => of.maxDrawdownPercent,
    ),
    biggest_win: decimalField('Of one position.', NO_EXAMPLE, (of) => of.biggestWin),
    biggest_loss: decimalField('Of one position.', NO_EXAMPLE, (of) => of.biggestLoss),
    highest_profit: decimalField('Of the running total.', NO_EXAMPLE, (of) => of.highestProfit),
    lowest_profit: decimalField('Of the running total.', NO_EXAMPLE, (of) => of.lowestProfit),
    average_profit: decimalField('Of a closed position.', NO_EXAMPLE, (of) => of.averageProfit),
    average_margin: decimalField('Put into a position.', NO_EXAMPLE, (of) => of.averageMargin),
  },
);

const COUNTS = shapeOf<BacktestFigures>()('BacktestCounts', 'How many of what.', {
  updates: field(int32('Times that the script ran.', 44_640), (of) => of.updates),
  orders: field(int32('Orders that were placed.', 50), (of) => of.ordersTotal),
  orders_partially_filled: field(
    int32('Orders that filled in part.', 1),
    (of) => of.ordersPartiallyFilled,
  ),
  average_open_time: decimalField(
    'Of an order, in seconds.',
    '320',
    (of) => of.averageOpenTimeSeconds,
  ),
  positions_winning: field(int32('Closed with a profit.', 12), (of) => of.positionsWinning),
  positions_losing: field(int32('Closed with a loss.', 9), (of) => of.positionsLosing),
});

const CUSTOM = shapeOf<BacktestFigures['custom'][number]>()(
  'BacktestCustomFigure',
  'A figure that the script reported.',
  {
    key: field(text('What it is called.', 'Trades on Monday'), (of) => of.key),
    value: field(text('Its value.', '7'), (of) => of.value),
    group: field(text('Where it belongs; may be empty.', 'Weekdays'), (of) => of.group),
  },
);

const REJECTION = shapeOf<BacktestFigures['rejections'][number]>()(
  'BacktestRejection',
  'Why orders were refused.',
  {
    reason: field(
      text('Reason, with the figures of the first such order.', 'insufficient funds'),
      (of) => of.reason,
    ),
    count: field(
      int32('How often; orders that differ in figures alone are counted together.', 12),
      (of) => of.count,
    ),
  },
);

const SETTING_USED = shapeOf<NonNullable<BacktestFigures['settingsUsed']>[number]>()(
  'BacktestSettingUsed',
  'A chosen setting of how orders fill.',
  {
    name: field(text('As in the request.', 'slippage_ticks'), (of) => of.name),
    value: field(text('Its value.', '2'), (of) => of.value),
  },
);

const WARM_UP = shapeOf<WarmUp>()('BacktestWarmUp', 'History before the first update.', {
  needed_bars: field(
    int32('Bars until every series of the script had a value.', 99),
    (of) => of.neededBars,
  ),
  given_bars: field(int32('Bars before the first update.', 500), (of) => of.givenBars),
  first_update_at: instantField(
    'When the run began; later than asked where history is short.',
    (of) => of.firstUpdateMs,
  ),
  is_sufficient: field(
    flag('Whether every series had a value when it was first read.', true),
    (of) => of.isSufficient,
  ),
});

export const BACKTEST_REPORT = shapeOf<BacktestFigures>()(
  'BacktestReport',
  'More than the result says; null until it finished.',
  {
    engine_version: field(text('Version of the engine.', '1'), (of) => of.engineVersion),
    data_hash: field(
      text('Hash of the minutes and rates of funding that were used.', '9f2c…'),
      (of) => of.dataHash,
    ),
    seed: field(seedNumber('What determined chance; `settings.seed` takes it.'), (of) => of.seed),
    rules: field(oneOf(RULE_CHOICES, 'Rules by which orders filled.'), (of) => of.rules),
    settings: {
      ...listField(
        SETTING_USED,
        { description: 'Settings of how orders fill: chosen, or declared in Pine.' },
        (of: BacktestFigures) => of.settingsUsed ?? [],
      ),
      documentedAfter: 'trade_amount',
    },
    trade_amount: nullableAmountField(
      'Value of a trade whose size was not scripted, in quote; null on results of before it ' +
        'was retained.',
      '100',
      (of) => of.tradeAmountQuote ?? null,
    ),
    bar_minutes: field(
      nullable(int32('Minutes of a candle of `/bars`; null on results of before.', 60)),
      (of) => of.barMinutes ?? null,
    ),
    values_missing: field(
      nullable(text('Why none were recorded though requested.', 'It is Lua.')),
      (of) => of.valuesMissing ?? null,
    ),
    warm_up: nullableShapeField(WARM_UP, (of) => of.warmUp ?? null),
    assumptions: shapeField(ASSUMPTIONS, (of) => of.assumptions),
    // Null when the history had minutes.
    resolution: nullableShapeField(RESOLUTION, (of) => of.resolution ?? null),
    data_gaps: listField(
      DATA_GAP,
      { description: 'What the data leaves out, by time; of many, the 20 longest.' },
      (of: BacktestFigures) => of.dataGaps ?? [],
    ),
    rejections: listField(
      REJECTION,
      { description: 'Why orders were refused.' },
      (of) => of.rejections,
    ),
    unused_parameters: field(
      Type.Array(text('Key.', 'Lenght'), {
        description: 'Keys of `parameters` that the script never requested.',
      }),
      (of) => [...of.unusedInputs],
    ),
    performance: shapeField(PERFORMANCE, (of) => of),
    counts: shapeField(COUNTS, (of) => of),
    wallet: listField(AMOUNT, { description: 'Balances at the end.' }, (of) => of.wallet),
    top_ups: listField(
      AMOUNT,
      {
        description: 'Play money that was added because the wallet could not pay for one trade.',
      },
      (of) => of.topUps,
    ),
    custom: listField(
      CUSTOM,
      { description: 'Figures that the script reported.' },
      (of) => of.custom,
    ),
  },
  ADDITION,
);
