// The wire shapes of visual scripts: documents, what checking one found, the Lua of one, the
// difference of two versions by block, and the kinds of blocks.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { ScriptCheck } from '#services/scripts/script-deps.ts';
import type {
  BlockChange,
  BlockKind,
  FieldChange,
  InputPort,
  OutputPort,
  ScriptLua,
} from '#services/scripts/visual-script.ts';
import { PRINTABLE } from '#api/http/responses/printable.ts';
import { field, listField, listOf, shapeField, shapeOf } from '#api/schemas/field-codec.ts';
import { SCRIPT_COMPILE, SCRIPT_COMPILE_ERROR, SCRIPT_INPUT } from '#api/schemas/script.ts';
import {
  ADDITION,
  chosenName,
  flag,
  identifier,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const SAMPLE_DOCUMENT = JSON.stringify({
  format: 'tidemill-visual',
  version: 1,
  blocks: [{ id: 'buy', command: 'DoLong' }],
  layout: [],
});
const SCRIPT_ID = 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c';

const documentField = Type.String({
  maxLength: LIMITS.scriptSourceBytesMax,
  description: "The document's text: our own, or one of HaasScript's visual editor.",
  examples: [SAMPLE_DOCUMENT],
});

export const CreateVisualScriptSchema = shape(
  'CreateVisualScript',
  'A visual script to make.',
  {
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
    document: documentField,
  },
  ADDITION,
);

export const CheckVisualScriptSchema = shape(
  'CheckVisualScript',
  'A document to check.',
  {
    document: documentField,
    script_id: Type.Optional(
      identifier(
        'Script that it is to replace: its own custom command is none of the others.',
        SCRIPT_ID,
      ),
    ),
  },
  ADDITION,
);

export const ConvertScriptSchema = shape(
  'ConvertScript',
  'What to call the Lua script.',
  { name: Type.Optional(chosenName('Left out: as the visual one.', 'Moving averages as text')) },
  ADDITION,
);

export type VisualChecked = {
  /** Null: the document could not be read. */
  readonly document: string | null;
  readonly check: ScriptCheck;
};

const CHECKED = shapeOf<VisualChecked>()(
  'VisualScriptChecked',
  'What a check of a document found.',
  {
    document: field(
      nullable(text('Its canonical text; null: it could not be read.', SAMPLE_DOCUMENT)),
      (of) => of.document,
    ),
    lua: field(
      nullable(text('The Lua that it becomes; null: it does not compile.', 'DoLong()')),
      (of) => of.check.lua ?? null,
    ),
    compile: shapeField(SCRIPT_COMPILE, (of) => of.check),
    warnings: listField(
      SCRIPT_COMPILE_ERROR,
      { description: 'What may be meant otherwise, and does not keep it from running.' },
      (of) => of.check.warnings,
    ),
    inputs: listField(
      SCRIPT_INPUT,
      { description: 'What it lets its user choose.' },
      (of) => of.check.inputs,
    ),
  },
  ADDITION,
);
export const VisualScriptCheckedSchema = CHECKED.schema;
export const visualCheckedToWire = CHECKED.toWire;

const LUA = shapeOf<ScriptLua>()(
  'ScriptLua',
  'The Lua that a script runs as.',
  {
    lua: field(
      nullable(text('The text; null: the document does not compile.', 'DoLong()')),
      (of) => of.lua,
    ),
    line_blocks: field(
      Type.Array(nullable(text('Block of the line; null: of none.', 'buy')), {
        description: 'For each line the block that it comes from; empty of a Lua script.',
      }),
      (of) => [...of.lineBlocks],
    ),
  },
  ADDITION,
);
export const ScriptLuaSchema = LUA.schema;
export const scriptLuaToWire = LUA.toWire;

const EXPORTED = shapeOf<{ readonly document: string }>()(
  'VisualScriptExport',
  "A visual script as a document of HaasScript's visual editor.",
  { document: field(text('The text of the document.', '[]'), (of) => of.document) },
  ADDITION,
);
export const VisualScriptExportSchema = EXPORTED.schema;
export const exportToWire = EXPORTED.toWire;

const FIELD_CHANGE = shapeOf<FieldChange>()(
  'VisualFieldChange',
  'What is otherwise about a block.',
  {
    field: field(
      text('A port, or `command`, `title`, `group`, `enabled`, `gate` or `order`.', 'period'),
      (of) => of.field,
    ),
    is_port: field(flag('Whether it is a port of the block.'), (of) => of.isPort),
    before: field(nullable(text('What it was; null: not given.', '14')), (of) => of.before),
    after: field(nullable(text('What it is; null: not given.', '21')), (of) => of.after),
  },
  ADDITION,
);

const BLOCK_CHANGE = shapeOf<BlockChange>()(
  'VisualBlockChange',
  'A block that one version has otherwise than another.',
  {
    block: field(text('Id of the block.', 'rsi'), (of) => of.block),
    command: field(text('Its command.', 'RSI'), (of) => of.command),
    kind: field(
      oneOf(['added', 'removed', 'changed', 'moved'], 'What became of it; moved: only its place.'),
      (of) => of.kind,
    ),
    fields: listField(
      FIELD_CHANGE,
      { description: 'What is otherwise; empty unless it changed.' },
      (of) => of.fields,
    ),
  },
  ADDITION,
);
export const BLOCK_CHANGES = listOf('VisualBlockChanges', BLOCK_CHANGE);

const PORT_KINDS = [
  'number',
  'boolean',
  'text',
  'constant',
  'list',
  'number_or_list',
  'table',
  'any',
  'nothing',
] as const;
const portKind = oneOf(PORT_KINDS, 'What it carries; a list is one of numbers, newest first.');
const portKindOf = ({ kind }: OutputPort | InputPort): (typeof PORT_KINDS)[number] =>
  kind === 'numberOrList' ? 'number_or_list' : kind;
const constantGroup = nullable(text('Group of constants that it is one of.', 'Signal'));

const INPUT_PORT = shapeOf<InputPort>()(
  'VisualInputPort',
  'An input of a kind of blocks.',
  {
    name: field(text('Its name.', 'period'), (of) => of.name),
    kind: field(portKind, portKindOf),
    group: field(constantGroup, (of) => of.group),
    unit: field(nullable(text('Its unit; null: none.', 'candles')), (of) => of.unit),
    meaning: field(text('What it does.', 'Candles in the average.'), (of) => of.meaning),
    is_required: field(flag('Whether it has to be given.'), (of) => of.isRequired),
    takes_many: field(flag('Whether any number of wires may lead to it.'), (of) => of.isMany),
    default: field(
      nullable(text('What stands in for it, in Lua; null: nothing.', '14')),
      (of) => of.standIn,
    ),
  },
  ADDITION,
);

const OUTPUT_PORT = shapeOf<OutputPort>()(
  'VisualOutputPort',
  'An output of a kind of blocks.',
  {
    name: field(
      Type.String({ description: 'Its name; empty: the main one.', examples: ['isTrue'] }),
      (of) => of.name,
    ),
    kind: field(portKind, portKindOf),
    group: field(constantGroup, (of) => of.group),
  },
  ADDITION,
);

const BLOCK_KIND = shapeOf<BlockKind>()(
  'VisualBlockKind',
  'A kind of blocks: a command or a constant.',
  {
    command: field(text('Its name.', 'RSI'), (of) => of.command),
    aliases: field(
      Type.Array(text('Another name.', 'And'), { description: 'Other names.' }),
      (of) => [...of.aliases],
    ),
    category: field(text('Its family.', 'Technical Analysis'), (of) => of.category),
    meaning: field(text('What it does.', 'Relative strength index.'), (of) => of.meaning),
    inputs: listField(INPUT_PORT, { description: 'In their order.' }, (of) => of.inputs),
    outputs: listField(OUTPUT_PORT, { description: 'The main one first.' }, (of) => of.outputs),
    is_root: field(
      flag('Whether it runs though nothing uses its result: it acts, or declares.'),
      (of) => of.isRoot,
    ),
    is_constant: field(flag('Whether it is a constant.'), (of) => of.isConstant),
    may_be_nothing: field(
      flag('Whether its result may be nothing though it ran.'),
      (of) => of.mayBeNothing,
    ),
  },
  ADDITION,
);
export const BLOCK_KIND_LIST = listOf('VisualBlockKinds', BLOCK_KIND);
