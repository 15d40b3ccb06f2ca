// The wire shapes of a script's earlier sources, and of a check of one that is not saved.

import Type from 'typebox';
import type { ScriptVersion, VersionHead } from '#services/scripts/script-versions.ts';
import { LIMITS } from '#lib/limits.ts';
import {
  field,
  fieldsOf,
  instantField,
  listField,
  pageOf,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import type { ScriptCheck } from '#services/scripts/script-deps.ts';
import { SCRIPT_COMPILE, SCRIPT_COMPILE_ERROR, SCRIPT_INPUT } from '#api/schemas/script.ts';
import { ADDITION, flag, identifier, int32, shape, text } from '#api/schemas/wire-values.ts';

const VERSION_FIELDS = fieldsOf<VersionHead>()({
  version: field(int32('Grows by one with each source.', 3), (of) => of.version),
  is_valid: field(flag('Whether it compiled.'), (of) => of.isValid),
  saved_at: instantField('When it was saved.', (of) => of.savedAtMs),
});

const HEAD = shapeOf<VersionHead>()(
  'ScriptVersion',
  'A source as it was saved.',
  VERSION_FIELDS,
  ADDITION,
);
export const SCRIPT_VERSION_PAGE = pageOf('ScriptVersionPage', HEAD);

const DETAIL = shapeOf<ScriptVersion>()(
  'ScriptVersionDetail',
  'A source as it was saved, with its text.',
  {
    ...VERSION_FIELDS,
    source: field(
      text('The Lua text, or the document.', "Log('a')"),
      (of: ScriptVersion) => of.source,
    ),
  },
  ADDITION,
);
export const ScriptVersionSchema = DETAIL.schema;
export const versionToWire = DETAIL.toWire;

export const CheckScriptSchema = shape(
  'CheckScript',
  'A source to check.',
  {
    source: Type.String({
      maxLength: LIMITS.scriptCompiledBytesMax,
      description: 'The Lua text, whole.',
      examples: ["Log('a')"],
    }),
    script_id: Type.Optional(
      identifier(
        'Script that it is to replace: its own custom command is none of the others.',
        'scr_01jd3f8k2m5q7r9t1v3x5z7b9c',
      ),
    ),
  },
  ADDITION,
);

const CHECKED = shapeOf<ScriptCheck>()(
  'ScriptChecked',
  'What a check of a source found.',
  {
    compile: shapeField(SCRIPT_COMPILE, (of) => of),
    warnings: listField(
      SCRIPT_COMPILE_ERROR,
      { description: 'What may be meant otherwise, and does not keep it from running.' },
      (of) => of.warnings,
    ),
    inputs: listField(
      SCRIPT_INPUT,
      { description: 'What it lets its user choose.' },
      (of) => of.inputs,
    ),
  },
  ADDITION,
);
export const ScriptCheckedSchema = CHECKED.schema;
export const checkedToWire = CHECKED.toWire;
