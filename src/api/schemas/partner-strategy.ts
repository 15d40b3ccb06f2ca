// The wire shape of a strategy's template: what a partner's program reads to offer its settings.

import Type from 'typebox';
import { ONE } from '#lib/decimal.ts';
import { OFFERED_STRATEGY_TYPES, offeredType } from '#domain/strategy/strategy-type.ts';
import type { StrategyTemplate } from '#services/strategy-bots/list-strategies.ts';
import { field, listField, listOf, shapeOf } from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  decimalToWire,
  responseDecimal,
  flag,
  nullable,
  nullableDecimalToWire,
  oneOf,
  text,
} from '#api/schemas/wire-values.ts';

const SETTING_TYPES = ['number', 'boolean', 'option', 'string'] as const;

type Setting = StrategyTemplate['settings'][number];

const SETTING = shapeOf<Setting>()('PartnerStrategySetting', 'What can be chosen of a strategy.', {
  key: field(text('Key under `config`.', 'grid_count'), (of) => of.key),
  group: field(nullable(text('Where to show it.', 'range')), (of) => of.group),
  name: field(text('Name for people.', 'Number of grids'), (of) => of.name),
  description: field(
    nullable(text('What it does.', 'Intervals between the lines')),
    (of) => of.description,
  ),
  type: field(oneOf(SETTING_TYPES, 'Kind of its value.'), (of) => of.type),
  default: field(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
      description: 'What holds where nothing is chosen; null: nothing.',
      examples: [10],
    }),
    defaultOf,
  ),
  editable: field(flag('Whether it may change while the bot runs.'), (of) => of.isEditable),
  options: field(
    Type.Array(Type.String(), {
      description: 'What an `option` may be; empty for other kinds.',
      examples: [['arithmetic', 'geometric']],
    }),
    (of) => (of.type === 'option' ? [...of.options] : []),
  ),
  required: field(
    flag('Whether it must be chosen; others may be left out.', false, ADDITION),
    (of) => 'isRequired' in of && of.isRequired,
  ),
  whole: field(
    flag('Whether a number must be a whole one.', true, ADDITION),
    (of) => of.type === 'number' && of.isWhole,
  ),
  minimum: field(
    nullable(responseDecimal('The least of a number; null: none.', '2'), ADDITION),
    (of) => (of.type === 'number' ? nullableDecimalToWire(of.least) : null),
  ),
  above_minimum: field(
    flag('Whether the least itself is refused.', false, ADDITION),
    (of) => of.type === 'number' && of.isAboveLeast,
  ),
  maximum: field(
    nullable(responseDecimal('The most of a number; null: none.', '200'), ADDITION),
    (of) => (of.type === 'number' ? nullableDecimalToWire(of.most) : null),
  ),
});

function defaultOf(setting: Setting): string | number | boolean | null {
  if (setting.type === 'string' || setting.default === null) return null;
  if (setting.type !== 'number') return setting.default;
  return setting.isWhole ? Number(setting.default / ONE) : decimalToWire(setting.default);
}

const STRATEGY = shapeOf<StrategyTemplate>()(
  'PartnerStrategy',
  'A kind of bot, with its settings.',
  {
    type: field(oneOf(OFFERED_STRATEGY_TYPES, 'Pass as `type` when creating a bot.'), (of) =>
      offeredType(of.type),
    ),
    name: field(text('Name for people.', 'Spot grid'), (of) => of.name),
    description: field(
      text('What it does.', 'Buys at each line below the price, sells one line higher'),
      (of) => of.description,
    ),
    settings: listField(
      SETTING,
      { description: 'Its settings: the keys of `config`.' },
      (of) => of.settings,
    ),
  },
);
export const PARTNER_STRATEGY_LIST = listOf('PartnerStrategyList', STRATEGY);
