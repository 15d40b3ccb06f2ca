// Readings of query strings, and how much of a wrong one is explained.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import Type from 'typebox';
import { ERRORS_MAX } from '#api/http/requests/mismatch.ts';
import { queryReader } from '#api/http/requests/query-reader.ts';

const read = queryReader({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  status: Type.Optional(Type.String({ maxLength: 5 })),
});

function details(queryText: string): readonly string[] {
  const query = read(queryText);
  return query.ok ? [] : query.rejection.map(({ detail }) => detail);
}

test('what fits is read, with defaults', () => {
  const query = read('status=open');
  assert.deepEqual(query.ok && query.value, { limit: 100, status: 'open' });
});

test('each fault is named with its parameter', () => {
  assert.deepEqual(details('limit=0&other=1&status=a&status=b'), [
    'Query parameter "limit": expected a whole number from 1 to 500, found "0".',
    'Query parameter "other": expected one of limit, status, found an unknown one.',
    'Query parameter "status": expected it once, found it repeated.',
  ]);
});

test('of a closed set of numbers no other one is read', () => {
  const reads = queryReader({
    interval: Type.Unsafe({ type: 'integer', enum: [1, 5], default: 5 }),
  });
  assert.deepEqual([reads('interval=1').ok, reads('interval=2').ok], [true, false]);
});

test('a NUL character is named as what is wrong', () => {
  assert.deepEqual(details('status=%00'), [
    'Query parameter "status": expected a string of at most 5 characters without NUL characters ' +
      String.raw`and halves of surrogate pairs, found "\u0000".`,
  ]);
});

test('a response names at most as many faults as for a body', () => {
  const names = Array.from({ length: 3_000 }, () => 'status=a');
  assert.equal(details(names.join('&')).length, ERRORS_MAX);
});
