// The wire shapes of backtests: what is asked for, the job, its result, and our own report beside
// it. Positions, orders, logs and equity are lists of their own.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import {
  PYRAMIDING_MAX,
  RULE_CHOICES,
  SLIPPAGE_TICKS_MAX,
} from '#services/backtests/backtest-choices.ts';
import type { BacktestView } from '#services/backtests/get-backtest.ts';
import {
  ADDITION,
  answeredDecimal,
  chartInterval,
  countFrom,
  decimalString,
  decimalToWire,
  flag,
  identifier,
  instantString,
  instantToWire,
  insteadOf,
  int32,
  nullable,
  oneOf,
  page,
  seedNumber,
  shape,
  text,
} from '#api/schemas/wire-values.ts';
import { InputsSchema } from '#api/schemas/chosen-inputs.ts';
import { BacktestReportSchema, reportToWire } from '#api/schemas/backtest-report.ts';

export const SettingsSchema = shape(
  'BacktestSettings',
  'How the simulation works; all optional.',
  {
    rules: Type.Optional(
      oneOf(RULE_CHOICES, 'Rules by which orders fill; `realistic` unless told.'),
    ),
    slippage_percent: Type.Optional(
      decimalString(
        'Percent of the price that a taker loses; as the rules say unless told.',
        '0.05',
      ),
    ),
    participation_percent: Type.Optional(
      decimalString("Most of a minute's volume that one order takes, in percent.", '10'),
    ),
    slippage_ticks: Type.Optional(
      countFrom(
        0,
        SLIPPAGE_TICKS_MAX,
        'Price steps that market orders and stops lose; replaces the slippage of the ' +
          'rules, and is added to "slippage_percent" where both are told.',
        2,
      ),
    ),
    commission_percent: Type.Optional(
      decimalString("Percent of an order's value, in place of the account's fees.", '0.1'),
    ),
    commission_per_order: Type.Optional(
      decimalString('Paid once an order, with its first fill; in the profit currency.', '2.5'),
    ),
    commission_per_contract: Type.Optional(
      decimalString(
        'Paid for each unit of the amount: a contract, or one of the base currency.',
        '0.02',
      ),
    ),
    fill_at_close: Type.Optional(
      flag(
        'Whether what an update asks for is tried at the close of its own candle, as ' +
          '`process_orders_on_close` of TradingView, rather than at the next open.',
        false,
      ),
    ),
    bar_magnifier: Type.Optional(
      flag(
        'Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier; the ' +
          'other rules always do.',
        false,
      ),
    ),
    margin_long_percent: Type.Optional(
      decimalString(
        "Percent of a long contract position's value that the equity must cover under " +
          '`tradingview`; less is a margin call, as `margin_long` of TradingView.',
        '25',
      ),
    ),
    margin_short_percent: Type.Optional(
      decimalString('The same of a short position, as `margin_short` of TradingView.', '25'),
    ),
    leverage: Type.Optional(decimalString('Leverage of futures positions; 1 unless told.', '3')),
    margin_mode: Type.Optional(oneOf(['cross', 'isolated'], "The account's own unless told.")),
    position_mode: Type.Optional(oneOf(['one_way', 'hedge'], "The account's own unless told.")),
    trade_amount: Type.Optional(
      decimalString(
        'Value of a trade whose size is not scripted, in quote. Unless told, 100 or three of the ' +
          "market's smallest orders, whichever is more.",
        '100',
      ),
    ),
    trade_amount_percent: Type.Optional(
      decimalString(
        "The same as a share of the bot's equity in percent; not both.",
        '10',
        insteadOf('trade_amount'),
      ),
    ),
    pyramiding: Type.Optional(
      countFrom(
        0,
        PYRAMIDING_MAX,
        'Entries that a script may have open in one direction of a market, as ' +
          '`pyramiding` of TradingView: 0 and 1 allow one. Any number unless told.',
        1,
      ),
    ),
    seed: Type.Optional(
      seedNumber(
        'Determines chance; derived from the request unless told. `report.seed` is taken.',
      ),
    ),
    warm_up: Type.Optional(
      flag(
        'Whether the run begins only when every series that its script reads has a value, with ' +
          'more history or, where there is none, later than "start_at".',
        true,
      ),
    ),
    audit: Type.Optional(
      flag(
        'Whether to repeat the run on cut histories, to prove that it never looks ahead.',
        false,
      ),
    ),
  },
  ADDITION,
);
export type SettingsWire = Static<typeof SettingsSchema>;

export const CreateBacktestSchema = shape('CreateBacktest', 'A backtest to run.', {
  script_id: identifier('Script to run.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  account_id: identifier(
    'Account whose fees and wallet the simulation uses.',
    'acc_01jd3f8k2m5q7r9t1v3x5z7b9c',
  ),
  market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
  interval: chartInterval('Chart interval in minutes.', 60),
  start_at: instantString('Start of the window.'),
  end_at: instantString('End of the window, after its start.', '2026-11-21T11:00:00.000Z'),
  parameters: Type.Optional(InputsSchema),
  settings: Type.Optional(SettingsSchema),
});

const ResultSchema = shape('BacktestResult', 'What came out.', {
  realized_profit: answeredDecimal('Net of fees, in profit_currency.', '152.4'),
  fees: answeredDecimal('In profit_currency.', '12.1'),
  roi: answeredDecimal('Percent.', '1.5'),
  profit_currency: text('Currency of the figures.', 'USDT'),
  orders_filled: int32('Orders that filled.', 42),
  positions_closed: int32('Positions that were closed.', 21),
  win_rate: answeredDecimal('Percent of closed positions that won, 0 to 100.', '57.14'),
});

const BacktestJobSchema = shape('BacktestJob', 'A backtest and what became of it.', {
  backtest_id: text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  status: oneOf(['queued', 'finished'], '`queued` while it waits and runs.'),
  script_id: nullable(text('Script that it runs.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c')),
  account_id: nullable(text('Null while it waits and runs.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c')),
  market_tag: nullable(text('Null while it waits and runs.', 'SIM_BTC_USDT')),
  interval: nullable(int32('Minutes; in the answer to its creation, null later.', 60)),
  start_at: nullable(instantString('Start of the window; null while it waits and runs.')),
  end_at: nullable(instantString('End of the window; null while it waits and runs.')),
  result: nullable(ResultSchema),
  report: nullable(BacktestReportSchema),
});
export type BacktestJobWire = Static<typeof BacktestJobSchema>;
export { BacktestJobSchema };
export const BacktestPageSchema = page('BacktestPage', BacktestJobSchema);

/** The answer to its creation, where it is known to everybody what it is about. */
export function acceptedToWire({ backtest }: Pick<BacktestView, 'backtest'>): BacktestJobWire {
  return {
    backtest_id: backtest.backtestId,
    status: 'queued',
    script_id: backtest.scriptId,
    account_id: backtest.accountId,
    market_tag: backtest.marketTag,
    interval: backtest.intervalMinutes,
    start_at: instantToWire(backtest.startMs),
    end_at: instantToWire(backtest.endMs),
    result: null,
    report: null,
  };
}

export function backtestToWire({ backtest, figures }: BacktestView): BacktestJobWire {
  const { backtestId: backtest_id, scriptId: script_id } = backtest;
  if (figures === null) {
    const hidden = { account_id: null, market_tag: null, start_at: null, end_at: null };
    const named = { backtest_id, status: 'queued', script_id, ...hidden } as const;
    return { ...named, interval: null, result: null, report: null };
  }
  return {
    backtest_id,
    status: 'finished',
    script_id,
    account_id: backtest.accountId,
    market_tag: backtest.marketTag,
    interval: null,
    start_at: instantToWire(backtest.startMs),
    end_at: instantToWire(backtest.endMs),
    result: resultToWire(figures),
    report: reportToWire(figures),
  };
}

function resultToWire(figures: BacktestFigures): Static<typeof ResultSchema> {
  return {
    realized_profit: decimalToWire(figures.realizedProfit),
    fees: decimalToWire(figures.fees),
    roi: decimalToWire(figures.roiPercent),
    profit_currency: figures.profitCurrency,
    orders_filled: figures.ordersFilled,
    positions_closed: figures.positionsClosed,
    win_rate: decimalToWire(figures.winRatePercent),
  };
}
