// The wire shape of a strategy's template: what a partner's program reads to offer its settings.

import Type from 'typebox';
import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import {
  ADDITION,
  responseDecimal,
  flag,
  nullable,
  oneOf,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

const SETTING_TYPES = ['number', 'boolean', 'option', 'string'] as const;

const SettingSchema = shape('PartnerStrategySetting', 'What can be chosen of a strategy.', {
  key: text('Key under `config`.', 'grid_count'),
  group: nullable(text('Where to show it.', 'range')),
  name: text('Name for people.', 'Number of grids'),
  description: nullable(text('What it does.', 'Intervals between the lines')),
  type: oneOf(SETTING_TYPES, 'Kind of its value.'),
  default: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
    description: 'What holds where nothing is chosen; null: nothing.',
    examples: [10],
  }),
  editable: flag('Whether it may change while the bot runs.'),
  options: Type.Array(Type.String(), {
    description: 'What an `option` may be; empty for other kinds.',
    examples: [['arithmetic', 'geometric']],
  }),
  required: flag('Whether it must be chosen; others may be left out.', false, ADDITION),
  whole: flag('Whether a number must be a whole one.', true, ADDITION),
  minimum: nullable(responseDecimal('The least of a number; null: none.', '2'), ADDITION),
  above_minimum: flag('Whether the least itself is refused.', false, ADDITION),
  maximum: nullable(responseDecimal('The most of a number; null: none.', '200'), ADDITION),
});

const StrategySchema = shape('PartnerStrategy', 'A kind of bot, with its settings.', {
  type: oneOf(STRATEGY_TYPES, 'Pass as `type` when creating a bot.'),
  name: text('Name for people.', 'Spot grid'),
  description: text('What it does.', 'Buys at each line below the price, sells one line higher'),
  settings: Type.Array(SettingSchema, { description: 'Its settings: the keys of `config`.' }),
});

export const PartnerStrategyListSchema = wholeList('PartnerStrategyList', StrategySchema);
