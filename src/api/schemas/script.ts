// The wire shapes of scripts: rows, details, what a check found, and the inputs.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { keyOfInput, takesValue } from '#services/scripts/input-values.ts';
import type { Script, ScriptInput, ScriptRow } from '#services/scripts/script-deps.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import {
  ADDITION,
  chosenName,
  flag,
  instantString,
  instantToWire,
  int32,
  nullable,
  oneOf,
  page,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

const SAMPLE_SOURCE = [
  "local length = Input('Length', 20)",
  'local prices = ClosePrices()',
  'if prices > SMA(prices, length) then DoLong() else DoShort() end',
].join('\n');

const ROW_FIELDS = {
  script_id: text('Identifier of the script.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  name: text('What its owner calls it.', 'Moving averages'),
  description: nullable(text('What it does.', 'Buys when the fast average crosses the slow one.')),
  type: oneOf(['lua', 'visual'], '`lua` for all scripts made through this API.'),
  is_valid: flag('Whether it compiled; only valid scripts can run on a bot.'),
  created_at: nullable(instantString('When it was made.')),
  updated_at: nullable(instantString('When its source was last replaced.')),
};

const ScriptRowSchema = shape('Script', 'A script, without its source.', ROW_FIELDS);
export const ScriptPageSchema = page('ScriptPage', ScriptRowSchema);

const CompileErrorSchema = shape('ScriptCompileError', 'One thing that is wrong with a source.', {
  message: text('What is wrong.', "unknown reference 'ClosePrice'"),
  line: nullable(int32('Line, counted from 1; null when there is no position.', 12)),
  column: nullable(
    int32('Column in characters, counted from 1; null when only the line is known.', 7),
    ADDITION,
  ),
});

const CompileSchema = shape('ScriptCompile', 'What compiling the source found.', {
  is_valid: flag('Whether there are no errors.'),
  errors: Type.Array(CompileErrorSchema, { description: 'What is wrong; empty when it is valid.' }),
});

export const ScriptDetailSchema = shape('ScriptDetail', 'A script with its source.', {
  ...ROW_FIELDS,
  source: text('The Lua text.', SAMPLE_SOURCE),
  compile: CompileSchema,
});
export type ScriptDetailWire = Static<typeof ScriptDetailSchema>;

export const ScriptSourceUpdatedSchema = shape('ScriptSourceUpdated', 'The source was replaced.', {
  script_id: ROW_FIELDS.script_id,
  compile: CompileSchema,
});

// What is longer could be saved, and never run. In JSON a character may take six bytes at the most,
// but a source of this length fits the body unless it is written that way.
const sourceField = Type.String({
  maxLength: LIMITS.scriptCompiledBytesMax,
  description: 'The Lua text, whole; at most 262,144 bytes in UTF-8 compile.',
  examples: [SAMPLE_SOURCE],
});

export const CreateScriptSchema = shape('CreateScript', 'A script to make.', {
  name: chosenName('What to call it.', 'Moving averages'),
  description: Type.Optional(
    nullable(
      Type.String({
        maxLength: LIMITS.descriptionCharactersMax,
        pattern: PRINTABLE,
        description: 'What it does.',
        examples: ['Buys when the fast average crosses the slow one.'],
      }),
    ),
  ),
  source: sourceField,
});

export const ReplaceSourceSchema = shape('ReplaceSource', 'The new source of a script.', {
  source: sourceField,
});

const InputOptionSchema = shape('ScriptInputOption', 'A choice of an input.', {
  label: text('What it is called.', 'Exponential'),
  value: Type.Union([Type.Number(), Type.String()], {
    description: 'What to send.',
    examples: ['Exponential'],
  }),
});

const anyValue = (description: string) =>
  Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()], {
    description,
    examples: [14],
  });

const InputSchema = shape('ScriptInput', 'Something that a script lets its user choose.', {
  key: nullable(
    text(
      'Its name in `parameters` of backtests, bots and labs; null where there is nothing to choose.',
      'Trend.Length',
    ),
  ),
  kind: text('Kind of value.', 'number'),
  label: text('What it is called.', 'Length'),
  group: nullable(text('Group that it is shown in.', 'Trend')),
  tooltip: nullable(text('What it means.', 'Candles in the average.')),
  default: anyValue('Value when nothing is chosen.'),
  options: Type.Array(InputOptionSchema, {
    description: 'What may be chosen; empty when any value may.',
  }),
  minimum: nullable(Type.Number({ description: 'Lowest value; null: none.', examples: [1] })),
  maximum: nullable(Type.Number({ description: 'Highest value; null: none.', examples: [200] })),
  step: nullable(Type.Number({ description: 'Between two values; null: any.', examples: [1] })),
});

export const ScriptInputsSchema = wholeList('ScriptInputs', InputSchema);

function rowFields(row: Omit<ScriptRow, 'isValid'>, isValid: boolean) {
  return {
    script_id: row.scriptId,
    name: row.name,
    description: row.description,
    type: row.type,
    is_valid: isValid,
    created_at: instantToWire(row.createdAtMs),
    updated_at: instantToWire(row.updatedAtMs),
  };
}

export function scriptRowToWire(row: ScriptRow): Static<typeof ScriptRowSchema> {
  return rowFields(row, row.isValid);
}

export function compileToWire(check: Script['check']): Static<typeof CompileSchema> {
  const errors = check.errors.map(({ message, line, column }) => ({ message, line, column }));
  return { is_valid: check.isValid, errors };
}

export function scriptToWire(script: Script): ScriptDetailWire {
  return {
    ...rowFields(script, script.check.isValid),
    source: script.source,
    compile: compileToWire(script.check),
  };
}

export function inputToWire(input: ScriptInput): Static<typeof InputSchema> {
  return {
    key: takesValue(input) ? keyOfInput(input) : null,
    kind: input.kind,
    label: input.label,
    group: input.group === '' ? null : input.group,
    tooltip: input.tooltip === '' ? null : input.tooltip,
    default: input.defaultValue,
    options: input.options.map(({ label, value }) => ({ label, value })),
    minimum: input.least,
    maximum: input.most,
    step: input.step,
  };
}
