// The wire shapes of the commands and constants that scripts know.

import Type from 'typebox';
import type {
  DescribedCommand,
  DescribedConstant,
  DescribedParameter,
  ScriptVocabulary,
} from '#services/scripts/command-reference.ts';
import { field, listField, shapeOf } from '#api/schemas/field-codec.ts';
import { ADDITION, flag, nullable, text } from '#api/schemas/wire-values.ts';

const PARAMETER = shapeOf<DescribedParameter>()(
  'ScriptCommandParameter',
  'An argument of a command.',
  {
    name: field(text('Its name.', 'period'), (of) => of.name),
    kind: field(text('Kind of value, and its unit.', 'number, candles'), (of) => of.kind),
    meaning: field(text('What it does.', 'Candles in the average.'), (of) => of.meaning),
    is_required: field(flag('Whether it has to be given.', true), (of) => of.isRequired),
    default: field(
      nullable(text('What stands in for it, in Lua; null: nothing.', '14')),
      (of) => of.defaultExpression,
    ),
  },
  ADDITION,
);

const COMMAND = shapeOf<DescribedCommand>()(
  'ScriptCommand',
  'A command that scripts may call.',
  {
    name: field(text('Its name.', 'SMA'), (of) => of.name),
    aliases: field(
      Type.Array(text('Another name.', 'MA'), { description: 'Other names.' }),
      (of) => [...of.aliases],
    ),
    category: field(text('Its family.', 'Technical Analysis'), (of) => of.category),
    meaning: field(text('What it does.', 'Simple moving average.'), (of) => of.meaning),
    signature: field(text('How it is called.', 'SMA(source, period)'), (of) => of.signature),
    parameters: listField(PARAMETER, { description: 'In their order.' }, (of) => of.parameters),
    result: field(text('What it returns.', 'Returns series.'), (of) => of.result),
    example: field(text('A line of a script.', 'SMA(ClosePrices(), 20)'), (of) => of.example),
    inert_reason: field(
      nullable(text('Why it has no effect; null when it has one.', 'Nothing is sent.')),
      (of) => of.inertReason,
    ),
  },
  ADDITION,
);

const CONSTANT = shapeOf<DescribedConstant>()(
  'ScriptConstant',
  'A constant that scripts may name.',
  {
    name: field(text('Its name.', 'LimitOrderType'), (of) => of.name),
    group: field(text('Its group.', 'Order Types'), (of) => of.group),
    meaning: field(text('What it stands for.', 'A limit order.'), (of) => of.meaning),
  },
  ADDITION,
);

const VOCABULARY = shapeOf<ScriptVocabulary>()(
  'ScriptVocabulary',
  'Every command and constant that scripts know.',
  {
    commands: listField(COMMAND, { description: 'By family.' }, (of) => of.commands),
    constants: listField(CONSTANT, { description: 'By group.' }, (of) => of.constants),
  },
  ADDITION,
);
export const ScriptVocabularySchema = VOCABULARY.schema;
export const vocabularyToWire = VOCABULARY.toWire;
