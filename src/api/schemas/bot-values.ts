// Wire shape of what the blocks of a running bot's script gave.

import Type from 'typebox';
import type { BotValues, UpdateValue } from '#services/bots/bot-values.ts';
import { field, listField, nullableInstantField, shapeOf } from '#api/schemas/field-codec.ts';
import { PORT_KINDS } from '#api/schemas/backtest-chart.ts';
import { ADDITION, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const VALUE = shapeOf<UpdateValue>()(
  'BotValue',
  'What an output of a block gave.',
  {
    block: field(text('Its block.', 'rsi'), (of) => of.block),
    port: field(
      Type.String({ description: 'Empty: the main one.', examples: [''] }),
      (of) => of.port,
    ),
    kind: field(oneOf(PORT_KINDS, 'An action gives no value.'), (of) => of.kind),
    value: field(nullable(text('Null: nothing.', '28.4')), (of) => of.value),
  },
  ADDITION,
);

export const BOT_VALUES = shapeOf<BotValues>()(
  'BotValues',
  'Of one update.',
  {
    updated_at: nullableInstantField('Null: none yet.', (of) => of.updatedAtMs),
    script_version: field(nullable(int32('That it runs.', 3)), (of) => of.scriptVersion),
    values_missing: field(nullable(text('Why none come.', 'It does not run.')), (of) => of.missing),
    data: listField(VALUE, { description: 'Conditions first, at most 500.' }, (of) => of.values),
  },
  ADDITION,
);
