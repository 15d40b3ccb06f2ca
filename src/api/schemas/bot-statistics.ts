// The wire shapes of what a bot's run comes to: the statistics of backtests, its equity, and the
// positions that it closed.

import Type from 'typebox';
import type { BotEquityPoint, BotStatistics } from '#services/bot-results/bot-statistics.ts';
import { STATISTICS } from '#api/schemas/backtest-statistics.ts';
import {
  field,
  figureField,
  instantField,
  nullableFigureField,
  nullableInstantField,
  nullableShapeField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  countFrom,
  cursorParameter,
  flag,
  INT32_MAXIMUM,
  int32,
  limitParameter,
} from '#api/schemas/wire-values.ts';

const RUN = Type.Optional(
  countFrom(1, INT32_MAXIMUM, 'Which run of the bot, 1 for the first; left out: the newest.', 1),
);
export const RUN_QUERY = { run: RUN };

const POINTS_MAX = 2_000;
export const BOT_EQUITY_QUERY = {
  run: RUN,
  limit: limitParameter(POINTS_MAX, POINTS_MAX),
  cursor: cursorParameter(),
};

export const BOT_STATISTICS = shapeOf<BotStatistics>()(
  'BotStatistics',
  'What a run of a bot comes to.',
  {
    run: field(int32('Which run; 0 for a bot that was never started.', 1), (of) => of.run),
    from: nullableInstantField('When its first minute began.', (of) => of.startMs),
    to: nullableInstantField('Up to where it has run.', (of) => of.endMs),
    is_cut: field(
      flag('Whether it has closed more positions than are counted, which are the newest.', false),
      (of) => of.isCut,
    ),
    statistics: nullableShapeField(STATISTICS, (of) => of.statistics),
  },
  ADDITION,
);

const POINT = shapeOf<BotEquityPoint>()(
  'BotEquityPoint',
  'What a run was worth at the close of a minute.',
  {
    timestamp: instantField('The close.', (of) => of.atMs),
    equity: figureField(
      'All that it began with, and its profit since, also what is open; in the profit currency.',
      '10152.4',
      (of) => of.value,
    ),
    realized_profit: figureField(
      'Realised since the start of the run.',
      '152.4',
      (of) => of.realized,
    ),
    price: nullableFigureField(
      'Of its market; null where it is not known.',
      '62000.5',
      (of) => of.price,
    ),
  },
  ADDITION,
);
export const BOT_EQUITY_PAGE = pageOf('BotEquityPage', POINT);
