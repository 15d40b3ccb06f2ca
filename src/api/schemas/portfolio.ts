// The wire shapes of several runs together, and of the difference of two.

import Type from 'typebox';
import type {
  DifferenceTest,
  NamedMember,
  PortfolioReport,
  RunDifference,
} from '#services/portfolio/get-portfolio.ts';
import {
  moneyField,
  nullableRatioField,
  ratioField,
  RETURNS,
} from '#api/schemas/backtest-statistics.ts';
import {
  field,
  instantField,
  listField,
  nullableShapeField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  identifier,
  int32,
  nullable,
  nullableFigureToWire,
  responseDecimal,
  text,
} from '#api/schemas/wire-values.ts';

const MEMBER = shapeOf<NamedMember>()('PortfolioMember', 'What one adds.', {
  backtest_id: field(nullable(identifier('The backtest.', 'bt_01jd3f8k2m5q7r9t')), (of) =>
    of.member.kind === 'backtest' ? of.member.id : null,
  ),
  bot_id: field(nullable(identifier('The bot.', 'bot_01jd3f8k2m5q7r9t')), (of) =>
    of.member.kind === 'bot' ? of.member.id : null,
  ),
  market_tag: field(nullable(text('Its market.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  from: instantField('Its begin.', (of) => of.startMs),
  to: instantField('Its end.', (of) => of.endMs),
  start_equity: moneyField('What it began with.', (of) => of.startEquity),
  profit: moneyField('What it earned.', (of) => of.profit),
  return: nullableRatioField('Percent.', (of) => of.returnPercent),
  max_drawdown_percent: ratioField('From closes of days.', (of) => of.maxDrawdownPercent),
  profit_share: nullableRatioField('Percent of all profit.', (of) => of.profitSharePercent),
  risk_share: nullableRatioField(
    'Percent of the variance of daily changes.',
    (of) => of.riskSharePercent,
  ),
  correlations: field(
    Type.Array(nullable(responseDecimal('Of daily returns.', '0.35')), {
      description: 'With each member; null: fewer than ten common days.',
    }),
    (of) => of.correlations.map(nullableFigureToWire),
  ),
});

type Point = PortfolioReport['equity'][number];
const POINT = shapeOf<Point>()('PortfolioPoint', 'What all were worth.', {
  timestamp: instantField('When.', (of) => of.atMs),
  equity: moneyField('Equity.', (of) => of.value),
});

export const PORTFOLIO = shapeOf<PortfolioReport>()(
  'Portfolio',
  'Several runs as one.',
  {
    profit_currency: field(text('Of all money here.', 'USDT'), (of) => of.profitCurrency),
    from: instantField('The first begin.', (of) => of.startMs),
    to: instantField('The last end.', (of) => of.endMs),
    start_equity: moneyField('What all began with.', (of) => of.startEquity),
    end_equity: moneyField('What all ended with.', (of) => of.endEquity),
    max_drawdown_percent: ratioField('From closes of days.', (of) => of.maxDrawdownPercent),
    returns: shapeField(RETURNS, (of) => of.returns),
    members: listField(MEMBER, { description: 'In the order of the request.' }, (of) => of.members),
    equity: listField(POINT, { description: 'By day (UTC), oldest first.' }, (of) => of.equity),
  },
  ADDITION,
);

const TEST = shapeOf<DifferenceTest>()('DifferenceTest', 'How much may be luck.', {
  luck: ratioField('In so many of 100 draws chance makes as much.', (of) => of.luckPercent),
  low: ratioField('Five of 100 draws are below, percent a day.', (of) => of.lowPercent),
  high: ratioField('Five of 100 are above.', (of) => of.highPercent),
  samples: field(int32('Draws.', 4_000), (of) => of.samples),
  block_days: field(int32('Days drawn together.', 5), (of) => of.blockDays),
});

export const DIFFERENCE = shapeOf<RunDifference>()(
  'BacktestDifference',
  'One backtest less another, by days.',
  {
    days: field(int32('Days of both.', 90), (of) => of.days),
    mean: ratioField('Of daily returns, percent.', (of) => of.meanPercent),
    test: nullableShapeField(TEST, (of) => of.test),
  },
  ADDITION,
);
