// Turns TypeBox schemas into plain JSON Schema; shapes with a name become components and are
// referred to. Responses are documented as open, because fields may be added to them.

import type { TSchema } from 'typebox';
import { assert } from '#lib/assert.ts';

/** JSON Schema with the keywords that are read again here; others pass through. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number)[];
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

export function createSchemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>();

  function convert(value: unknown, direction: Direction): unknown {
    if (Array.isArray(value)) return value.map((item) => convert(item, direction));
    if (value === null || typeof value !== 'object') return value;
    const { $id, ...keywords } = value as { readonly [keyword: string]: unknown };
    if (typeof $id !== 'string') return convertAll(keywords, direction);
    const converted = convertAll(keywords, direction);
    const known = components.get($id);
    assert(
      known === undefined || JSON.stringify(known) === JSON.stringify(converted),
      `the name "${$id}" has one shape`,
    );
    components.set($id, converted);
    const mark = converted['x-addition'];
    return { $ref: SCHEMA_REFERENCE + $id, ...(mark === undefined ? {} : { 'x-addition': mark }) };
  }

  function convertAll(keywords: object, direction: Direction): JsonSchema {
    const converted: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(keywords) as [string, unknown][]) {
      if (keyword === 'additionalProperties' && value === false && direction === 'response')
        continue;
      converted[keyword] = convert(value, direction);
    }
    return besideType(converted);
  }

  /**
   * Generators read the meaning and the example of a field beside its type only, so those of a
   * value that may be null move out of its choices.
   */
  function besideType(schema: JsonSchema): JsonSchema {
    const [choice, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (choice === undefined || others.length > 0) return schema;
    const { description, examples, 'x-addition': mark, ...rest } = choice;
    const named = choice.$ref === undefined ? undefined : components.get(nameIn(choice.$ref));
    const meaning = description ?? named?.description;
    return {
      ...(meaning === undefined ? {} : { description: meaning }),
      ...(examples === undefined ? {} : { examples }),
      ...(mark === undefined ? {} : { 'x-addition': mark }),
      ...schema,
      anyOf: [rest, ...(schema.anyOf ?? []).filter(({ type }) => type === 'null')],
    };
  }

  return {
    define: (name, schema) => void components.set(name, schema),
    refer: (schema, direction) => convert(schema, direction) as JsonSchema,
    all: () =>
      Object.fromEntries([...components].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function nameIn(reference: string): string {
  return reference.slice(SCHEMA_REFERENCE.length);
}
