// Adding to a list that mostly has one item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOne } from '#lib/add-one.ts';

test('an empty list stays empty, as it may be shared', () => {
  const shared: readonly number[] = [];
  assert.deepEqual(addOne(shared, 1), [1]);
  assert.deepEqual(addOne(shared, 2), [2]);
  assert.deepEqual(shared, []);
});

test('a longer list takes the next item in, without a copy', () => {
  const list = addOne(addOne<number>([], 1), 2);
  assert.deepEqual(list, [1, 2]);
  assert.equal(addOne(list, 3), list);
  assert.equal(addOne(list, 4), list);
  assert.deepEqual(list, [1, 2, 3, 4]);
});
