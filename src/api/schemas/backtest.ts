// The wire shapes of backtests: what is asked for, the job, its result, and our own report beside
// it. Positions, orders, logs and equity are lists of their own.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import { choicesFromText } from '#services/backtests/backtest-choices.ts';
import type { BacktestView } from '#services/results/get-backtest.ts';
import {
  ADDITION,
  answeredDecimal,
  chartInterval,
  decimalToWire,
  identifier,
  instantString,
  instantToWire,
  int32,
  nullable,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';
import { ChosenInputsSchema, InputsSchema } from '#api/schemas/chosen-inputs.ts';
import {
  ChosenSettingsSchema,
  SettingsSchema,
  settingsToWire,
} from '#api/schemas/backtest-settings.ts';
import { BacktestReportSchema, reportToWire } from '#api/schemas/backtest-report.ts';

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

const RequestSchema = shape(
  'BacktestRequest',
  'What was asked for beside script, account, market and window, in every state.',
  {
    interval: int32('Chart interval in minutes.', 60),
    parameters: ChosenInputsSchema,
    settings: ChosenSettingsSchema,
  },
  ADDITION,
);

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
  request: RequestSchema,
});
export type BacktestJobWire = Static<typeof BacktestJobSchema>;
export { BacktestJobSchema };
export const BacktestPageSchema = page('BacktestPage', BacktestJobSchema);

function requestToWire(backtest: BacktestView['backtest']): Static<typeof RequestSchema> {
  const choices = choicesFromText(backtest.choices);
  return {
    interval: backtest.intervalMinutes,
    parameters: Object.fromEntries(choices.inputs),
    settings: settingsToWire(choices),
  };
}

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
    request: requestToWire(backtest),
  };
}

export function backtestToWire({ backtest, figures }: BacktestView): BacktestJobWire {
  const { backtestId: backtest_id, scriptId: script_id } = backtest;
  if (figures === null) {
    const hidden = { account_id: null, market_tag: null, start_at: null, end_at: null };
    const named = { backtest_id, status: 'queued', script_id, ...hidden } as const;
    const request = requestToWire(backtest);
    return { ...named, interval: null, result: null, report: null, request };
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
    request: requestToWire(backtest),
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
