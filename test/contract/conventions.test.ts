// The contract's conventions that hold everywhere, checked on every shape that the service answers
// with: one that is added to the table is covered without a line here.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import { OPERATIONS } from '#api/operations.ts';

type Schema = {
  readonly $id?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};

/** Values that the author of a script or of a strategy chose, answered in their own kind. */
const CHOSEN = new Set([
  'LabParameter.value',
  'LabParameter.values',
  'PartnerBot.config',
  'PartnerStrategySetting.default',
  'ScriptInput.default',
  'ScriptInput.maximum',
  'ScriptInput.minimum',
  'ScriptInput.step',
  'ScriptInputOption.value',
]);

type Part = { readonly place: string; readonly name: string | null; readonly schema: Schema };

/** Each field of an answer, and what the field is made of, under the field's name. */
function* partsOf(schema: Schema, place: string): Generator<Part> {
  yield { place, name: null, schema };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const inner = `${schema.$id ?? place}.${name}`;
    yield { place: inner, name, schema: field };
    yield* partsOf(field, inner);
  }
  for (const option of schema.anyOf ?? []) yield* partsOf(option, place);
  if (schema.items !== undefined) yield* partsOf(schema.items, place);
  if (typeof schema.additionalProperties === 'object') {
    yield* partsOf(schema.additionalProperties, place);
  }
}

const PARTS = OPERATIONS.flatMap(({ success }) =>
  success.schema === null ? [] : [...partsOf(success.schema as Schema, '')],
);

/** Places of the parts that are wrong, each once. */
function placesWhere(isWrong: (part: Part) => boolean): readonly string[] {
  return [...new Set(PARTS.filter((part) => isWrong(part)).map(({ place }) => place))];
}

suite('everything that is answered', () => {
  test('has field names in snake_case', () => {
    assert.deepEqual(
      placesWhere(({ name }) => name !== null && !isSnakeCase(name)),
      [],
    );
  });

  test('has enumerated values in snake_case', () => {
    const wrong = placesWhere(
      ({ schema }) => schema.enum?.some((word) => !isSnakeCase(word)) === true,
    );
    assert.deepEqual(wrong, []);
  });

  test('has decimal numbers as strings', () => {
    const wrong = placesWhere(
      ({ schema, place }) => schema.type === 'number' && !CHOSEN.has(place),
    );
    assert.deepEqual(wrong, []);
  });

  test('has lines of logs of one shape', () => {
    const fields = new Set(
      PARTS.flatMap(({ schema: { $id = '', properties = {} } }) =>
        /Log(?:Entry|Line)$/.test($id) ? [Object.keys(properties).join(' ')] : [],
      ),
    );
    assert.deepEqual([...fields], ['timestamp severity message']);
  });
});

function isSnakeCase(word: unknown): boolean {
  return typeof word === 'string' && /^[a-z][a-z0-9_]*$/.test(word);
}
