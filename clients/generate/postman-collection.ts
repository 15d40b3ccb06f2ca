// The API as a collection for Postman, in the format 2.1: a folder for each group, and in it a
// request for each operation.

import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import { groupsOf } from '#api/pages/reference-frame.ts';
import type { ExampleParameter, ExampleRequest } from './example-request.ts';
import { exampleRequest } from './example-request.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** So that a collection that is imported again replaces the one before. */
const COLLECTION_ID = '6f0e0a52-6d0c-4d3e-9d57-3b7b4f1c2a10';

/** The text of `clients/postman/tidemill.postman_collection.json`. */
export function postmanCollection(document: OpenApiDocument, baseUrl: string): string {
  const folders = groupsOf(document).map(({ name, description, entries }) => ({
    name,
    description,
    item: entries.map((entry) => itemOf(exampleRequest(document, entry))),
  }));
  const collection = {
    info: {
      _postman_id: COLLECTION_ID,
      name: document.info.title,
      description: document.info.description,
      schema: SCHEMA,
    },
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }],
    },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
    ],
    item: folders,
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

function itemOf(request: ExampleRequest): object {
  const { id, title, description, method, takesKey, body, isStream } = request;
  const header = [
    ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...(isStream ? [{ key: 'Accept', value: 'text/event-stream' }] : []),
  ];
  return {
    id,
    name: title,
    request: {
      method,
      description,
      header,
      url: urlOf(request),
      ...(body === null
        ? {}
        : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

function urlOf({ path, inPath, inQuery }: ExampleRequest): object {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const query = inQuery.map(({ isRequired, ...parameter }) => ({
    ...keyOf(parameter),
    ...(isRequired ? {} : { disabled: true }),
  }));
  return {
    raw: `{{baseUrl}}/${segments}`,
    host: ['{{baseUrl}}'],
    path: segments.split('/'),
    ...(query.length === 0 ? {} : { query }),
    ...(inPath.length === 0 ? {} : { variable: inPath.map(keyOf) }),
  };
}

function keyOf({ name, description, value }: Omit<ExampleParameter, 'isRequired'>): object {
  return { key: name, value, description };
}
