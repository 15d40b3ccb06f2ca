// The wire shapes of backtests: what is requested, the job, its result, and our own report beside
// it. Positions, orders, logs and equity are lists of their own.

import Type from 'typebox';
import type { Static } from 'typebox';
import { OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import type { BacktestFigures } from '#services/backtests/backtest-result.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { choicesFromText } from '#services/backtests/backtest-choices.ts';
import type { BacktestView } from '#services/results/get-backtest.ts';
import {
  decimalField,
  field,
  nullableInstantField,
  nullableShapeField,
  derivedFrom,
  shapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chartInterval,
  flag,
  identifier,
  instantString,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';
import { configSchema } from '#api/schemas/partner-bot.ts';
import { ChosenInputsSchema, InputsSchema } from '#api/schemas/chosen-inputs.ts';
import { CHOSEN_SETTINGS, SettingsSchema } from '#api/schemas/backtest-settings.ts';
import { BACKTEST_REPORT } from '#api/schemas/backtest-report.ts';

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
  record_values: Type.Optional(
    flag('Retains what blocks of a visual script give.', true, ADDITION),
  ),
});

const RESULT = shapeOf<BacktestFigures>()('BacktestResult', 'What came out.', {
  realized_profit: decimalField(
    'Net of fees, in profit_currency.',
    '152.4',
    (of) => of.realizedProfit,
  ),
  fees: decimalField('In profit_currency.', '12.1', (of) => of.fees),
  roi: decimalField('Percent.', '1.5', (of) => of.roiPercent),
  profit_currency: field(text('Currency of the figures.', 'USDT'), (of) => of.profitCurrency),
  orders_filled: field(int32('Orders that filled.', 42), (of) => of.ordersFilled),
  positions_closed: field(int32('Positions that were closed.', 21), (of) => of.positionsClosed),
  win_rate: decimalField(
    'Percent of closed positions that won, 0 to 100.',
    '57.14',
    (of) => of.winRatePercent,
  ),
});

type Strategy = NonNullable<BacktestView['backtest']['strategy']>;

const STRATEGY = shapeOf<Strategy>()(
  'BacktestStrategy',
  'What ran instead of a script.',
  {
    type: field(oneOf(OFFERED_STRATEGY_TYPES, 'Kind of bot.'), (of) => offeredType(of.type)),
    config: field(configSchema('All settings, by the keys of the strategy.'), (of) => of.config),
  },
  ADDITION,
);

type Request = {
  readonly intervalMinutes: number;
  readonly choices: BacktestChoices;
  readonly strategy: Strategy | null;
};

const REQUEST = shapeOf<Request>()(
  'BacktestRequest',
  'What was requested beside script, account, market and window, in every state.',
  {
    interval: field(int32('Chart interval in minutes.', 60), (of) => of.intervalMinutes),
    parameters: field(ChosenInputsSchema, ({ choices }) => Object.fromEntries(choices.inputs)),
    settings: shapeField(CHOSEN_SETTINGS, ({ choices }) => choices),
    record_values: field(flag('As requested.'), ({ choices }) => choices.recordsValues === true),
    strategy: nullableShapeField(STRATEGY, (of) => of.strategy, {
      description: 'Of a backtest of a grid or averaging bot; null of a script.',
    }),
  },
  ADDITION,
);

/** `isNew`: in the response to its creation. */
type Job = BacktestView & { readonly isNew: boolean };

/** Null while the backtest waits and runs, except in the response to its creation. */
function namedWhile<Value>(read: (backtest: BacktestView['backtest']) => Value) {
  return ({ backtest, figures, isNew }: Job): Value | null =>
    isNew || figures !== null ? read(backtest) : null;
}

const JOB = shapeOf<Job>()('BacktestJob', 'A backtest and what became of it.', {
  backtest_id: field(
    text('Identifier of the backtest.', 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ backtest }) => backtest.backtestId,
  ),
  status: field(oneOf(['queued', 'finished'], '`queued` while it waits and runs.'), ({ figures }) =>
    figures === null ? 'queued' : 'finished',
  ),
  script_id: field(
    nullable(text('Script that it runs.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c')),
    ({ backtest }) => backtest.scriptId,
  ),
  account_id: field(
    nullable(text('Null while it waits and runs.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c')),
    namedWhile((backtest) => backtest.accountId),
  ),
  market_tag: field(
    nullable(text('Null while it waits and runs.', 'SIM_BTC_USDT')),
    namedWhile((backtest) => backtest.marketTag),
  ),
  interval: field(
    nullable(int32('Minutes; in the response to its creation, null later.', 60)),
    ({ backtest, isNew }) => (isNew ? backtest.intervalMinutes : null),
  ),
  start_at: nullableInstantField(
    'Start of the window; null while it waits and runs.',
    namedWhile((backtest) => backtest.startMs),
  ),
  end_at: nullableInstantField(
    'End of the window; null while it waits and runs.',
    namedWhile((backtest) => backtest.endMs),
  ),
  result: nullableShapeField(RESULT, ({ figures }) => figures),
  report: nullableShapeField(BACKTEST_REPORT, ({ figures }) => figures),
  request: shapeField(REQUEST, ({ backtest }) => ({
    intervalMinutes: backtest.intervalMinutes,
    choices: choicesFromText(backtest.choices),
    strategy: backtest.strategy ?? null,
  })),
});
/** The response to its creation, which says what it is about. */
const ACCEPTED = derivedFrom(JOB, ({ backtest }: Pick<BacktestView, 'backtest'>) => {
  return { backtest, figures: null, isNew: true };
});
export const acceptedToWire = ACCEPTED.toWire;

const BACKTEST = derivedFrom(JOB, (view: BacktestView) => ({ ...view, isNew: false }));
export const BacktestJobSchema = BACKTEST.schema;
export type BacktestJobWire = Static<typeof BacktestJobSchema>;
export const backtestToWire = BACKTEST.toWire;
export const BACKTEST_PAGE = pageOf('BacktestPage', BACKTEST);
