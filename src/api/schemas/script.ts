// The wire shapes of scripts: rows, details, what a check found, and the inputs.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { keyOfInput, takesValue } from '#services/scripts/input-values.ts';
import type { Script, ScriptInput, ScriptRow } from '#services/scripts/script-deps.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import {
  field,
  fieldsOf,
  listField,
  nullableInstantField,
  shapeField,
  shapeOf,
  derivedFrom,
  pageOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chosenName,
  flag,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const SAMPLE_SOURCE = [
  "local length = Input('Length', 20)",
  'local prices = ClosePrices()',
  'if prices > SMA(prices, length) then DoLong() else DoShort() end',
].join('\n');

const SCRIPT_ID = field(
  text('Identifier of the script.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  (of: Pick<Script, 'scriptId'>) => of.scriptId,
);

const ROW_FIELDS = fieldsOf<ScriptRow>()({
  script_id: SCRIPT_ID,
  name: field(text('What its owner calls it.', 'Moving averages'), (of) => of.name),
  description: field(
    nullable(text('What it does.', 'Buys when the fast average crosses the slow one.')),
    (of) => of.description,
  ),
  type: field(
    oneOf(['lua', 'visual'], '`lua`, or `visual` where its source is a document of blocks.'),
    (of) => of.type,
  ),
  language: field(
    oneOf(
      ['lua', 'pine'],
      'Lua, or Pine Script by `//@version=` in the comments at its top.',
      ADDITION,
    ),
    (of) => of.language,
  ),
  is_valid: field(
    flag('Whether it compiled; only valid scripts can run on a bot.'),
    (of) => of.isValid,
  ),
  created_at: nullableInstantField('When it was made.', (of) => of.createdAtMs),
  updated_at: nullableInstantField('When its source was last replaced.', (of) => of.updatedAtMs),
});

const ROW = shapeOf<ScriptRow>()('Script', 'A script, without its source.', ROW_FIELDS);
export const SCRIPT_PAGE = pageOf('ScriptPage', ROW);

type Check = Script['check'];

export const SCRIPT_COMPILE_ERROR = shapeOf<Check['errors'][number]>()(
  'ScriptCompileError',
  'One thing that is wrong with a source.',
  {
    message: field(text('What is wrong.', "unknown reference 'ClosePrice'"), (of) => of.message),
    line: field(
      nullable(int32('Line, counted from 1; null when there is no position.', 12)),
      (of) => of.line,
    ),
    column: field(
      nullable(
        int32('Column in characters, counted from 1; null when only the line is known.', 7),
        ADDITION,
      ),
      (of) => of.column,
    ),
    block: field(
      nullable(text('Block of a visual script; null: the whole document.', 'rsi'), ADDITION),
      (of) => of.block ?? null,
    ),
    port: field(
      nullable(text('Port of that block; null: the whole block.', 'period'), ADDITION),
      (of) => of.port ?? null,
    ),
  },
);

export const SCRIPT_COMPILE = shapeOf<Check>()(
  'ScriptCompile',
  'What compiling the source found.',
  {
    is_valid: field(flag('Whether there are no errors.'), (of) => of.isValid),
    errors: listField(
      SCRIPT_COMPILE_ERROR,
      { description: 'What is wrong; empty when it is valid.' },
      (of) => of.errors,
    ),
  },
);

type RowWithSource = ScriptRow & Pick<Script, 'source' | 'check'>;

const ROW_WITH_SOURCE = shapeOf<RowWithSource>()('ScriptDetail', 'A script with its source.', {
  ...ROW_FIELDS,
  source: field(
    text('The Lua text, or the document of a visual script.', SAMPLE_SOURCE),
    (of) => of.source,
  ),
  compile: shapeField(SCRIPT_COMPILE, (of) => of.check),
});
const DETAIL = derivedFrom(ROW_WITH_SOURCE, (script: Script) => {
  const { isValid, language } = script.check;
  return { ...script, isValid, language: language ?? ('lua' as const) };
});
export const ScriptDetailSchema = DETAIL.schema;
export type ScriptDetailWire = Static<typeof ScriptDetailSchema>;
export const scriptToWire = DETAIL.toWire;

const SOURCE_UPDATED = shapeOf<Pick<Script, 'scriptId' | 'check'>>()(
  'ScriptSourceUpdated',
  'The source was replaced.',
  { script_id: SCRIPT_ID, compile: shapeField(SCRIPT_COMPILE, (of) => of.check) },
);
export const ScriptSourceUpdatedSchema = SOURCE_UPDATED.schema;
export const sourceUpdatedToWire = SOURCE_UPDATED.toWire;

// What is longer could be saved, and never run. In JSON a character may take six bytes at the most,
// but a source of this length fits the body unless it is written that way.
const sourceField = Type.String({
  maxLength: LIMITS.scriptCompiledBytesMax,
  description: 'The Lua text, whole; at most 262,144 bytes in UTF-8 compile.',
  examples: [SAMPLE_SOURCE],
});

const nameField = chosenName('What to call it.', 'Moving averages');

const descriptionField = (description: string) =>
  Type.Optional(
    nullable(
      Type.String({
        maxLength: LIMITS.descriptionCharactersMax,
        pattern: PRINTABLE,
        description,
        examples: ['Buys when the fast average crosses the slow one.'],
      }),
    ),
  );

export const RenameScriptSchema = shape('RenameScript', 'What a script is called from now on.', {
  name: nameField,
  description: descriptionField('What it does; left out: as before; null: nothing is said.'),
});

export const CreateScriptSchema = shape('CreateScript', 'A script to make.', {
  name: nameField,
  description: descriptionField('What it does.'),
  source: sourceField,
});

export const ReplaceSourceSchema = shape('ReplaceSource', 'The new source of a script.', {
  // A document may be longer than Lua that compiles.
  source: Type.String({
    maxLength: LIMITS.scriptSourceBytesMax,
    description:
      'The Lua text, whole, of which at most 262,144 bytes in UTF-8 compile; of a visual script ' +
      'its document.',
    examples: [SAMPLE_SOURCE],
  }),
});

type Option = ScriptInput['options'][number];

const INPUT_OPTION = shapeOf<Option>()('ScriptInputOption', 'A choice of an input.', {
  label: field(text('What it is called.', 'Exponential'), (of) => of.label),
  value: field(
    Type.Union([Type.Number(), Type.String()], {
      description: 'What to send.',
      examples: ['Exponential'],
    }),
    (of) => of.value,
  ),
});

const anyValue = (description: string) =>
  Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], {
    description,
    examples: [14],
  });

export const SCRIPT_INPUT = shapeOf<ScriptInput>()(
  'ScriptInput',
  'Something that a script lets its user choose.',
  {
    key: field(
      nullable(
        text(
          'Its name in `parameters` of backtests, bots and labs; null where there is nothing to choose.',
          'Trend.Length',
        ),
      ),
      (of) => (takesValue(of) ? keyOfInput(of) : null),
    ),
    kind: field(text('Kind of value.', 'number'), (of) => of.kind),
    label: field(text('What it is called.', 'Length'), (of) => of.label),
    group: field(nullable(text('Group that it is shown in.', 'Trend')), (of) =>
      of.group === '' ? null : of.group,
    ),
    tooltip: field(nullable(text('What it means.', 'Candles in the average.')), (of) =>
      of.tooltip === '' ? null : of.tooltip,
    ),
    default: field(anyValue('Value when nothing is chosen.'), (of) => of.defaultValue),
    options: listField(
      INPUT_OPTION,
      { description: 'What may be chosen; empty when any value may.' },
      (of) => of.options,
    ),
    minimum: field(
      nullable(Type.Number({ description: 'Lowest value; null: none.', examples: [1] })),
      (of) => of.least,
    ),
    maximum: field(
      nullable(Type.Number({ description: 'Highest value; null: none.', examples: [200] })),
      (of) => of.most,
    ),
    step: field(
      nullable(Type.Number({ description: 'Between two values; null: any.', examples: [1] })),
      (of) => of.step,
    ),
  },
);
export const SCRIPT_INPUTS = listOf('ScriptInputs', SCRIPT_INPUT);
