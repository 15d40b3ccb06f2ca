// Identifiers from any bytes: their form, their order, and that no two bytes share one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { identifierAt, identifierFromBytes, isIdentifier } from '#lib/identifier.ts';

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const prefix = fc.constantFrom('order', 'bot', 'end_user');

test('any sixteen bytes make an id of their kind, and of no other', () => {
  fc.assert(
    fc.property(prefix, prefix, bytes, (kind, other, drawn) => {
      const id = identifierFromBytes(kind, drawn);
      assert.equal(isIdentifier(kind, id), true);
      assert.equal(isIdentifier(other, id), kind === other);
      assert.match(id, /^[a-z_]+_[0-9a-hjkmnp-tv-z]{26}$/);
    }),
    { numRuns: 100 },
  );
});

test('ids sort as their bytes do, and are equal only for equal bytes', () => {
  fc.assert(
    fc.property(bytes, bytes, (left, right) => {
      const leftId = identifierFromBytes('x', left);
      const rightId = identifierFromBytes('x', right);
      const order = Math.sign(Buffer.compare(left, right));
      assert.equal(leftId === rightId ? 0 : leftId < rightId ? -1 : 1, order);
    }),
    { numRuns: 100 },
  );
});

test('an id made later sorts later, whatever its chance bytes', () => {
  const instant = fc.integer({ min: 0, max: 2 ** 48 - 2 });
  fc.assert(
    fc.property(instant, bytes, bytes, (instantMs, left, right) => {
      const earlier = identifierAt('x', instantMs, left);
      assert.ok(earlier < identifierAt('x', instantMs + 1, right));
    }),
    { numRuns: 100 },
  );
});

test('a changed character, a longer or a shorter body is not mistaken for an id', () => {
  const foreign = fc.constantFrom('i', 'l', 'o', 'u', 'A', '-', ' ', '_', 'é');
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 25 }), foreign, (drawn, place, letter) => {
      const body = identifierFromBytes('x', drawn).slice(2);
      const changed = body.slice(0, place) + letter + body.slice(place + 1);
      for (const wrong of [changed, body.slice(1), `${body}0`, `8${body.slice(1)}`, ''])
        assert.equal(isIdentifier('x', `x_${wrong}`), false);
    }),
    { numRuns: 100 },
  );
});
