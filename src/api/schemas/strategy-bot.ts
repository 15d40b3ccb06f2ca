// The wire shapes of one's own bots of strategies.

import { STOP_HOLDERS } from '#venue-port/order/order-terms.ts';
import Type from 'typebox';
import { isGrid, OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import type { StrategyBot } from '#services/strategy-bots/own-bot.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { botName } from '#api/schemas/bot.ts';
import { botView } from '#api/schemas/bot-view.ts';
import { field, instantField, nullableShapeField, shapeOf } from '#api/schemas/field-codec.ts';
import { earnedOf, GRID_RESULTS } from '#api/schemas/grid-results.ts';
import { configSchema } from '#api/schemas/partner-bot.ts';
import {
  ADDITION,
  identifier,
  instantString,
  nullable,
  oneOf,
  shape,
} from '#api/schemas/wire-values.ts';

const TYPE = oneOf(OFFERED_STRATEGY_TYPES, 'Kind of bot.');

type ShownStrategyBot = ShownBot & StrategyBot;

const VIEW = botView({
  exampleName: 'Grid on BTC',
  exampleStopReason: null,
  sinceWhen: 'Since it was started last',
  beforeWhat: 'the first',
  marks: {},
});

const BOT = shapeOf<ShownStrategyBot>()('StrategyBot', 'A strategy on an account and a market.', {
  ...VIEW.subject,
  type: field(TYPE, (of) => offeredType(of.brain.type)),
  config: field(
    configSchema('All settings, by the keys of the strategy.'),
    ({ brain }) => brain.config,
  ),
  stops: field(
    nullable(oneOf(STOP_HOLDERS, 'Who holds its stop; null: `service`.'), ADDITION),
    ({ settings }) => settings.stops ?? null,
  ),
  ...VIEW.state,
  ...VIEW.stop,
  ...VIEW.profits,
  grid: nullableShapeField(GRID_RESULTS, (of) => (isGrid(of.brain.type) ? earnedOf(of) : null), {
    description: 'Of a grid, since it was started last; null of all others.',
  }),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
  ...VIEW.updates,
});
export const StrategyBotSchema = BOT.schema;
export const strategyBotToWire = BOT.toWire;

const ACCOUNT = identifier('Account to trade on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c');
const CONFIG = configSchema('Settings of the strategy; what is left out has its default.');

export const CreateStrategyBotSchema = shape('CreateStrategyBot', 'A bot to make.', {
  name: botName(),
  account_id: ACCOUNT,
  type: TYPE,
  config: CONFIG,
  stops: Type.Optional(
    nullable(oneOf(STOP_HOLDERS, 'Of averaging and signal bots on futures: who holds the stop.'), {
      ...ADDITION,
      examples: ['service'],
    }),
  ),
});

export const PreviewStrategyBotSchema = shape('PreviewStrategyBot', 'A bot that might be made.', {
  account_id: ACCOUNT,
  type: TYPE,
  config: CONFIG,
});

export const BacktestStrategyBotSchema = shape(
  'BacktestStrategyBot',
  'A bot, and the window in which it would have traded.',
  {
    account_id: ACCOUNT,
    type: TYPE,
    config: CONFIG,
    start_at: instantString('Start of the window.'),
    end_at: instantString('End of the window, after its start.', '2026-11-21T11:00:00.000Z'),
  },
);

export const EditStrategyBotSchema = shape('EditStrategyBot', 'Settings to change.', {
  config: configSchema('Changed keys only.', { upper_price: '72000' }),
});
