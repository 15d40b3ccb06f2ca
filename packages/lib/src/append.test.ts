// Adding to a list that mostly has one item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { append } from '#lib/append.ts';

test('an empty list stays empty, as it may be shared', () => {
  const shared: readonly number[] = [];
  assert.deepEqual(append(shared, 1), [1]);
  assert.deepEqual(append(shared, 2), [2]);
  assert.deepEqual(shared, []);
});

test('a longer list takes the next item in, without a copy', () => {
  const list = append(append<number>([], 1), 2);
  assert.deepEqual(list, [1, 2]);
  assert.equal(append(list, 3), list);
  assert.equal(append(list, 4), list);
  assert.deepEqual(list, [1, 2, 3, 4]);
});
