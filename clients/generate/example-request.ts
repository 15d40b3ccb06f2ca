// A request of an operation as programs for people send it: with names in braces where a person
// fills something in, and an example as its body.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { hasOneValue, parametersOf } from '#api/openapi/open-api-document.ts';
import type { Entry } from '#api/pages/request-examples.ts';
import { exampleBody, isStream } from '#api/pages/request-examples.ts';
import { exampleOf } from '#api/pages/schema-example.ts';

export type ExampleParameter = {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The one value that it can have; empty: a person fills one in. */
  readonly value: string;
};

export type ExampleRequest = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly inPath: readonly ExampleParameter[];
  readonly inQuery: readonly ExampleParameter[];
  /** Null: none is sent. */
  readonly body: string | null;
  readonly takesKey: boolean;
  readonly isStream: boolean;
};

export function exampleRequest(document: OpenApiDocument, entry: Entry): ExampleRequest {
  const { method, path, operation } = entry;
  const parameters = parametersOf(document, operation);
  const inPlace = (place: string): readonly ExampleParameter[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, description, required, schema }) => ({
        name,
        description,
        isRequired: required === true,
        value: hasOneValue(schema) ? String(exampleOf(document, schema)) : '',
      }));
  const body = exampleBody(document, operation);
  return {
    id: operation.operationId,
    title: operation.summary,
    description: operation.description,
    method: method.toUpperCase(),
    path,
    inPath: inPlace('path'),
    inQuery: inPlace('query'),
    body: body === null ? null : JSON.stringify(body, null, 2),
    takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isStream: isStream(operation),
  };
}
