// An example value for a JSON Schema of the document, from the examples its fields carry.

import type { JsonSchema } from '#api/openapi/schema-collector.ts';
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

/** The first choice of a nullable value, or the schema itself; and whether null is one. */
export function withoutNull(schema: JsonSchema): {
  readonly schema: JsonSchema;
  readonly isNullable: boolean;
} {
  if (schema.anyOf === undefined) return { schema, isNullable: false };
  const other = schema.anyOf.find((choice) => choice.type !== 'null');
  return { schema: other ?? schema, isNullable: true };
}

export function exampleOf(document: OpenApiDocument, given: JsonSchema): unknown {
  const { schema, isNullable } = withoutNull(resolve(document, given));
  const own = resolve(document, schema);
  if (own.examples !== undefined && own.examples.length > 0) return own.examples[0];
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
    case 'boolean':
      return true;
    case undefined:
    default:
      return isNullable ? null : 'text';
  }
}
