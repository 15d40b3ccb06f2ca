// An example value for a JSON Schema of the document, from the examples its fields carry.

import type { JsonSchema } from '#api/openapi/schema-collector.ts';
import { plainExample } from '#api/openapi/schema-collector.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';

const REFERENCE = '#/components/schemas/';

/** The name and the schema that a reference leads to; the schema itself when it is none. */
export function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = referredName(schema);
  return name === null ? schema : (document.components.schemas[name] ?? {});
}

/** Null when the schema is not a reference. */
export function referredName(schema: JsonSchema): string | null {
  return schema.$ref === undefined ? null : schema.$ref.slice(REFERENCE.length);
}

/** The value where it is not null; and whether it may be null. */
export function withoutNull(schema: JsonSchema): {
  readonly schema: JsonSchema;
  readonly isNullable: boolean;
} {
  const { type, enum: words, ...rest } = schema;
  if (typeof type === 'object') {
    const other = type.find((each) => each !== 'null') ?? 'null';
    const known = words?.filter((word) => word !== null);
    const own = { ...rest, type: other, ...(known === undefined ? {} : { enum: known }) };
    return { schema: own, isNullable: true };
  }
  if (schema.anyOf === undefined) return { schema, isNullable: false };
  const other = schema.anyOf.find((choice) => choice.type !== 'null');
  return { schema: other ?? schema, isNullable: true };
}

/** Example of a schema: its own where it has one, otherwise composed of those of its parts. */
export function exampleOf(document: OpenApiDocument, given: JsonSchema): unknown {
  const { schema, isNullable } = withoutNull(given);
  const own = resolve(document, schema);
  const [example] = given.examples ?? schema.examples ?? own.examples ?? [plainExample(own)];
  if (example !== undefined) return example;
  switch (own.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(own.properties ?? {})
          .filter(([, property]) => property['x-instead-of'] === undefined)
          .map(([name, property]) => [name, exampleOf(document, property)]),
      );
    case 'array':
      return [exampleOf(document, own.items ?? {})];
    case 'integer':
      return own.default ?? 1;
    case undefined:
    default:
      return isNullable ? null : 'text';
  }
}
