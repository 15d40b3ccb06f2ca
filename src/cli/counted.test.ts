import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '#cli/counted.ts';

test('one of them is in the singular', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, 'order')),
    ['0 orders', '1 order', '2 orders'],
  );
});
