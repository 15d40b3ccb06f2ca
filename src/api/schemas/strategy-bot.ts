// The wire shapes of one's own bots of strategies.

import { STOPPED_BY } from '#api/schemas/stopped-by.ts';
import { STOPPERS } from '#domain/risk/stopper.ts';
import Type from 'typebox';
import { isGrid, OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { StrategyBot } from '#services/strategy-bots/own-bot.ts';
import type { ShownBot } from '#services/bots/show-bots.ts';
import { botName } from '#api/schemas/bot.ts';
import { PROFIT_FIELDS } from '#api/schemas/bot-profit.ts';
import {
  decimalField,
  field,
  instantField,
  nullableShapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { earnedOf, GRID_RESULTS } from '#api/schemas/grid-results.ts';
import { configSchema } from '#api/schemas/partner-bot.ts';
import {
  flag,
  identifier,
  instantString,
  nullable,
  nullableInstantToWire,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const TYPE = oneOf(OFFERED_STRATEGY_TYPES, 'Kind of bot.');

type ShownStrategyBot = ShownBot & StrategyBot;

const BOT = shapeOf<ShownStrategyBot>()('StrategyBot', 'A strategy on an account and a market.', {
  bot_id: field(text('Identifier of the bot.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
  name: field(text('What its owner calls it.', 'Grid on BTC'), (of) => of.name),
  account_id: field(
    text('Account that it trades on.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    (of) => of.accountId,
  ),
  is_paper: field(flag('Whether its money is play money.', false), (of) =>
    isPaperAccount(of.accountId),
  ),
  market_tag: field(nullable(text('Market that it trades.', 'SIM_BTC_USDT')), (of) => of.marketTag),
  type: field(TYPE, (of) => offeredType(of.brain.type)),
  config: field(
    configSchema('All settings, by the keys of the strategy.'),
    ({ brain }) => brain.config,
  ),
  is_activated: field(flag('Whether it is running.'), (of) => of.isActivated),
  is_paused: field(
    flag('Whether it is activated, but not processing ticks.', false),
    (of) => of.isPaused,
  ),
  stop_reason: field(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Why it ended by itself; null while it runs and when it was stopped by hand.',
      examples: [null],
    }),
    (of) => of.stopReason,
  ),
  stopped_by: field(nullable(oneOf(STOPPERS, STOPPED_BY)), (of) => of.stoppedBy),
  realized_profit: decimalField(
    "Since it was started last, in its market's profit currency.",
    '12.5',
    (of) => of.realizedProfit,
  ),
  unrealized_profit: decimalField(
    'Of open positions, in the same currency.',
    '-1.25',
    (of) => of.unrealizedProfit,
  ),
  roi: decimalField('Since it was started last, in percent.', '3.75', (of) => of.roiPercent),
  ...PROFIT_FIELDS,
  grid: nullableShapeField(GRID_RESULTS, (of) => (isGrid(of.brain.type) ? earnedOf(of) : null), {
    description: 'Of a grid, since it was started last; null of all others.',
  }),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
  last_update_at: field(
    nullable(
      instantString('Close of the minute that it was updated for last; null before the first.'),
    ),
    (of) => nullableInstantToWire(of.lastUpdateAtMs),
  ),
  next_update_at: field(
    nullable(
      instantString('Close of the minute that it is updated for next; null unless it runs.'),
    ),
    (of) => nullableInstantToWire(of.nextUpdateAtMs),
  ),
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
