import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';

const leaf = fc.oneof(
  fc.bigInt(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);
const row = fc.record(
  { amount: leaf, message: leaf, points: fc.array(fc.array(leaf)) },
  { noNullPrototype: true },
);

test('what is stored is read back as it was, in one line', () => {
  fc.assert(
    fc.property(fc.array(row), (value) => {
      const text = toStoredForm(value);
      assert.ok(!text.includes('\n'));
      assert.deepEqual(fromStoredForm(text), value);
    }),
  );
});
