import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addUnits } from '#lib/add-units.ts';

test('a sum is what adding gives', () => {
  const term = fc.oneof(fc.constant(0n), fc.bigInt());
  fc.assert(fc.property(term, term, (left, right) => addUnits(left, right) === left + right));
  assert.equal(addUnits(0n, -7n), -7n);
});
