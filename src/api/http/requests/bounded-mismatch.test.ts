// Validation of bodies and queries costs as much as what is said of it, however much is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { ERRORS_MAX, explainMismatch } from '#api/http/requests/mismatch.ts';
import { queryReader } from '#api/http/requests/query-reader.ts';

const SENT = 100_000;

/** A body whose values are counted as they are read. */
function watched(count: number): { readonly body: object; readonly readCount: () => number } {
  const fields = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`field_${index}`, index]),
  );
  let readCount = 0;
  const body = new Proxy(fields, {
    get(target, name) {
      readCount += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { body, readCount: () => readCount };
}

test('of a hundred thousand unknown fields as many are read as are named', () => {
  const schema = Type.Object({ name: Type.String() }, { additionalProperties: false });
  const { body, readCount } = watched(SENT);
  assert.equal(explainMismatch(schema, body).length, ERRORS_MAX);
  assert.ok(readCount() <= ERRORS_MAX, `${readCount()} were read`);
});

test('of a hundred thousand wrong values of any name as many are read as are named', () => {
  const schema = Type.Object({}, { additionalProperties: Type.String() });
  const { body, readCount } = watched(SENT);
  assert.equal(explainMismatch(schema, body).length, ERRORS_MAX);
  assert.ok(readCount() <= ERRORS_MAX, `${readCount()} were read`);
});

test('of a hundred thousand wrong items as many are read as are named', () => {
  const schema = Type.Object({ items: Type.Array(Type.String()) });
  let readCount = 0;
  const items = new Proxy(
    Array.from({ length: SENT }, (_, index) => index),
    {
      get(target, name) {
        if (/^\d+$/.test(String(name))) readCount += 1;
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  assert.equal(explainMismatch(schema, { items }).length, ERRORS_MAX);
  assert.ok(readCount <= ERRORS_MAX + 1, `${readCount} were read`);
});

test('of a query with thousands of faults twenty are named', () => {
  const read = queryReader({ limit: Type.Integer() });
  for (const text of ['limit=x', 'limit=1', 'unknown=1']) {
    const faulty = read(Array.from({ length: 3_000 }, () => text).join('&'));
    assert.ok(!faulty.ok);
    assert.equal(faulty.rejection.length, ERRORS_MAX);
  }
});
