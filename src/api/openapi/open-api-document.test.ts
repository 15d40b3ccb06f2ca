// The document is whole: everything it refers to is in it, and it says what the table says.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';

const document = openApiDocument(OPERATIONS, {
  baseUrl: 'https://api.example.com',
  version: '1.2.3',
  budgets: PUBLISHED_BUDGETS,
});
const text = JSON.stringify(document);

test('every reference leads somewhere', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
  assert(references.length > 20);
  const components: Record<string, object> = document.components;
  for (const [, kind = '', name = ''] of references) {
    assert(Object.hasOwn(components[kind] ?? {}, name), `${kind}/${name}`);
  }
  assert(!text.includes('"$id"'));
});

test('each operation of the table is there once, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const wanted = OPERATIONS.map(
    ({ method, path, operationId }) => `${method.toLowerCase()} ${path} ${operationId}`,
  );
  assert.equal(described.length, wanted.length);
  assert.deepEqual(new Set(described), new Set(wanted));
  const ids = new Set(OPERATIONS.map(({ operationId }) => operationId));
  assert.equal(ids.size, OPERATIONS.length);
});

test('parameters in paths are described, and no others', () => {
  for (const { path, params } of OPERATIONS) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    assert.deepEqual(Object.keys(params), inPath);
  }
});

test('requests are closed, answers are open', () => {
  const { PlaceOrder, Order } = document.components.schemas;
  assert.equal(PlaceOrder?.['additionalProperties'], false);
  assert.equal(Order?.['additionalProperties'], undefined);
});

test('every field of every shape has a type and a meaning', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const isTyped = property.type ?? property.$ref ?? property.anyOf;
      assert(isTyped !== undefined, `${name}.${field}`);
    }
  }
});

test('the reference shows each operation, shape and limit', () => {
  const html = renderReferencePage(document);
  for (const { operationId, path } of OPERATIONS) {
    assert(html.includes(`id="${operationId}"`));
    assert(html.includes(path));
  }
  for (const name of Object.keys(document.components.schemas)) {
    assert(html.includes(`id="shape-${name}"`));
  }
  assert(html.includes('120 requests'));
  assert(!html.includes('undefined'));
  assert(!html.includes('[object'));
});
