// Turns TypeBox schemas into plain JSON Schema; shapes with a name become components and are
// referred to. Responses are documented as open, because fields may be added to them.

import type { TSchema } from 'typebox';
import { assert, present } from '#lib/assert.ts';
import { NAMED_VALUES, namedValue } from '#api/openapi/named-values.ts';
import { EXAMPLE_INSTANT, INT32_MAXIMUM, INT32_MINIMUM } from '#api/schemas/wire-values.ts';

/** JSON Schema with the keywords that are read again here; others pass through. */
export type JsonSchema = {
  readonly $ref?: string;
  /** With `null` beside another one where a value may be null. */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number | null)[];
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly default?: number | string | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly [keyword: string]: unknown;
};
export const SCHEMA_REFERENCE = '#/components/schemas/';

type Direction = 'request' | 'response';

export type SchemaCollector = {
  /** Adds a component that is plain JSON Schema already. */
  define(name: string, schema: JsonSchema): void;
  /** The schema, or a reference when it has a name. */
  refer(schema: TSchema, direction: Direction): JsonSchema;
  /** Components by name, sorted. */
  all(): { readonly [name: string]: JsonSchema };
};

type Components = ReadonlyMap<string, JsonSchema>;

/** Collector without components; equal schemas are converted once for each direction. */
export function createSchemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>();
  /** Operations share most of their schemas, and each is converted once. */
  const converted = { request: new Map<object, unknown>(), response: new Map<object, unknown>() };

  function convert(value: unknown, direction: Direction): unknown {
    if (value === null || typeof value !== 'object') return value;
    const known = converted[direction].get(value);
    if (known !== undefined) return known;
    const made = convertNew(value, direction);
    converted[direction].set(value, made);
    return made;
  }

  function convertNew(value: object, direction: Direction): unknown {
    if (Array.isArray(value)) return value.map((item) => convert(item, direction));
    const { $id, ...keywords } = value as { readonly [keyword: string]: unknown };
    if (typeof $id !== 'string') return convertAll(keywords, direction);
    const shape = convertAll(keywords, direction);
    const known = components.get($id);
    assert(
      known === undefined || JSON.stringify(known) === JSON.stringify(shape),
      `the name "${$id}" has one shape`,
    );
    components.set($id, shape);
    const mark = shape['x-addition'];
    return { $ref: SCHEMA_REFERENCE + $id, ...(mark === undefined ? {} : { 'x-addition': mark }) };
  }

  function convertAll(keywords: object, direction: Direction): JsonSchema {
    const converted: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(keywords) as [string, unknown][]) {
      if (keyword === 'additionalProperties' && value === false && direction === 'response')
        continue;
      converted[keyword] = convert(value, direction);
    }
    return besideType(
      referToNamed(withoutPlainExample(withoutFormatBounds(converted))),
      components,
    );
  }

  function referToNamed(schema: JsonSchema): JsonSchema {
    const named = namedValue(schema);
    if (named === null) return schema;
    components.set(named.name, present(NAMED_VALUES[named.name], 'a named value is known'));
    return { $ref: SCHEMA_REFERENCE + named.name, ...named.rest };
  }

  return {
    define: (name, schema) => void components.set(name, schema),
    refer: (schema, direction) => convert(schema, direction) as JsonSchema,
    all: () =>
      Object.fromEntries([...components].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/**
 * Generators read the meaning and the example of a field beside its type only, so a value that
 * may be null has two types, and what is said of one that refers to a shape moves out of its
 * choices.
 */
function besideType(schema: JsonSchema, components: Components): JsonSchema {
  const { anyOf = [], ...around } = schema;
  const [choice, ...others] = anyOf.filter(({ type }) => type !== 'null');
  if (choice === undefined || others.length > 0) return schema;
  if (typeof choice.type === 'string') return { ...withNull(choice, choice.type), ...around };
  const { description, examples, 'x-addition': mark, ...rest } = choice;
  const named = choice.$ref === undefined ? undefined : components.get(nameIn(choice.$ref));
  const meaning = description ?? named?.description;
  return {
    ...(meaning === undefined ? {} : { description: meaning }),
    ...(examples === undefined ? {} : { examples }),
    ...(mark === undefined ? {} : { 'x-addition': mark }),
    ...around,
    anyOf: [rest, ...anyOf.filter(({ type }) => type === 'null')],
  };
}

function withNull(schema: JsonSchema, type: string): JsonSchema {
  const { enum: words, ...rest } = schema;
  return {
    ...rest,
    type: [type, 'null'],
    ...(words === undefined ? {} : { enum: [...words, null] }),
  };
}

/** An example that readers derive from the type says nothing. */
function withoutPlainExample(schema: JsonSchema): JsonSchema {
  const { examples, ...rest } = schema;
  const plain = plainExample(schema);
  return plain !== undefined && examples?.[0] === plain ? rest : schema;
}

/** What a value of the type is shown as that has no example; undefined: the type says nothing. */
export function plainExample({ type, format, enum: words }: JsonSchema): unknown {
  if (words !== undefined) return words[0];
  if (type === 'boolean') return true;
  return format === 'date-time' ? EXAMPLE_INSTANT : undefined;
}

/** The format says how large an `int32` can be. */
function withoutFormatBounds(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, ...rest } = schema;
  const isWhole = minimum === INT32_MINIMUM && maximum === INT32_MAXIMUM;
  return schema.format === 'int32' && isWhole ? rest : schema;
}

function nameIn(reference: string): string {
  return reference.slice(SCHEMA_REFERENCE.length);
}
