// The OpenAPI document as a list of requests that are in order, one per operation; tests spoil
// them.

import type { InjectOptions } from 'fastify';
import type { OpenApiDocument, OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { parametersOf } from '#api/openapi/open-api-document.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import type { TestService } from '../support/test-service.ts';

export type Example = {
  readonly name: string;
  readonly operation: OpenApiOperation;
  readonly path: string;
  readonly request: InjectOptions & {
    readonly method: NonNullable<InjectOptions['method']>;
    readonly url: string;
  };
  readonly body: Readonly<Record<string, unknown>> | null;
};

/**
 * One request per operation, with ids of the first user and bodies made of the schemas' examples.
 */
export function walk(document: OpenApiDocument, service: TestService): readonly Example[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      // Streams do not end by themselves; event-stream.test.ts asks for those.
      if (isStream(operation)) return [];
      const schema = operation.requestBody?.content['application/json'].schema;
      const body =
        schema === undefined ? null : (exampleOf(document, schema) as Record<string, unknown>);
      const query = requiredQuery(document, operation);
      const request = {
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
        url: pathWith(path, service.ownAccountId),
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(body === null ? {} : { payload: body }),
      };
      return [{ name: `${request.method} ${path}`, operation, path, request, body }];
    }),
  );
}

function requiredQuery(document: OpenApiDocument, operation: OpenApiOperation) {
  const required = parametersOf(document, operation).filter(
    (parameter) => parameter.in === 'query' && parameter.required === true,
  );
  return Object.fromEntries(
    required.map(({ name, schema }) => [name, String(exampleOf(document, schema))]),
  );
}

function isStream({ responses }: OpenApiOperation): boolean {
  const success = responses['200'];
  return success !== undefined && 'content' in success && 'text/event-stream' in success.content;
}

/** The path with this account in it; other names are ones that nothing has. */
export function pathWith(path: string, accountId: string): string {
  return path
    .replace('{account_id}', accountId)
    .replaceAll(/\{(\w+)\}/g, (_match, name: string) => `${name}_that_nothing_has`);
}
