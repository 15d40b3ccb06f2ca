// JSON Schema of the canonical form, for editors and for programs that write documents. It says of
// a document what its reading says, except for two rules that no schema can state: ids differ, and
// the text as a whole has a limit. Lengths are counted in UTF-16 units here, in characters there.

import { COORDINATE_MAX } from '#domain/visual/document-value.ts';
import { OWN_FORMAT, OWN_VERSION } from '#domain/visual/own-form.ts';
import { VISUAL_NAME_MAX, VISUAL_PORTS_MAX } from '#domain/visual/read-own-form.ts';
import {
  VISUAL_BLOCKS_MAX,
  VISUAL_ID,
  VISUAL_TEXT_MAX,
  VISUAL_WIRES_MAX,
} from '#domain/visual/visual-model.ts';

const text = { type: 'string', maxLength: VISUAL_TEXT_MAX };
/** As a field that is missing. */
const orNull = (type: string): readonly string[] => [type, 'null'];
const optionalText = { type: orNull('string'), maxLength: VISUAL_TEXT_MAX };
const flag = { type: orNull('boolean') };
const coordinate = {
  type: orNull('number'),
  minimum: -COORDINATE_MAX,
  maximum: COORDINATE_MAX,
};
const names = {
  type: orNull('array'),
  items: { type: 'string', minLength: 1, maxLength: VISUAL_NAME_MAX },
  maxItems: VISUAL_PORTS_MAX,
  uniqueItems: true,
};
const wires = { type: 'array', items: { $ref: '#/$defs/wire' }, maxItems: VISUAL_WIRES_MAX };

/** An object that has these fields and no others. */
function only(properties: Readonly<Record<string, object>>, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function allOf(properties: Readonly<Record<string, object>>): object {
  return only(properties, Object.keys(properties));
}

const WIRE = {
  ...text,
  minLength: 1,
  description: 'The id of a block, or "id:part" for an output that is not the main one.',
};
const TYPED = {
  description: 'A number, a text, or yes or no.',
  anyOf: [text, { type: 'number' }, { type: 'boolean' }],
};
const INPUT = {
  description: 'What an input has: a value, wires, a name, or a value that is an input.',
  anyOf: [
    { $ref: '#/$defs/typed' },
    allOf({ wires: { ...wires, minItems: 1 } }),
    allOf({ name: text }),
    allOf({ value: { $ref: '#/$defs/typed' }, input: { ...text, minLength: 1 } }),
  ],
};
const BLOCK = only(
  {
    id: { type: 'string', pattern: VISUAL_ID.source, description: 'Differs in each block.' },
    command: { ...text, minLength: 1 },
    title: optionalText,
    disabled: flag,
    group: optionalText,
    needsGate: flag,
    gate: { ...wires, type: orNull('array') },
    inputs: {
      type: 'object',
      additionalProperties: { $ref: '#/$defs/input' },
      maxProperties: VISUAL_PORTS_MAX,
    },
    parameters: names,
    outputs: names,
  },
  ['id', 'command'],
);
const PLACE = only(
  {
    block: { type: 'string' },
    x: coordinate,
    y: coordinate,
    width: coordinate,
    height: coordinate,
    reversed: flag,
    mirrored: flag,
    showsUnused: flag,
    folded: flag,
  },
  ['block'],
);

/** In the dialect 2020-12. */
export const OWN_SCHEMA: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Visual script of Tidemill',
  description: 'Blocks, what their inputs have, and where they are drawn (docs/visual.md).',
  ...only(
    {
      format: { const: OWN_FORMAT },
      version: { const: OWN_VERSION },
      blocks: {
        type: orNull('array'),
        items: { $ref: '#/$defs/block' },
        maxItems: VISUAL_BLOCKS_MAX,
      },
      layout: {
        type: orNull('array'),
        items: { $ref: '#/$defs/place' },
        maxItems: VISUAL_BLOCKS_MAX,
      },
    },
    ['format', 'version'],
  ),
  $defs: { wire: WIRE, typed: TYPED, input: INPUT, block: BLOCK, place: PLACE },
};
