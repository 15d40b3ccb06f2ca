// Identifiers: their form, and that larger bytes sort later.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { identifierAt, isIdentifier } from '#lib/identifier.ts';

const LOW = new Uint8Array(10);
const HIGH = new Uint8Array(10).fill(255);

test('an id made later sorts after one made earlier, whatever their chance bytes are', () => {
  const instants = [0, 1, 255, 256, 1_763_700_000_000, 1_763_700_000_001, 2 ** 48 - 1];
  const ids = instants.map((instantMs, index) =>
    identifierAt('key', instantMs, index % 2 === 0 ? HIGH : LOW),
  );
  assert.deepEqual([...ids].sort(), ids);
});

test('an id has the form of its kind and of no other', () => {
  const id = identifierAt('key', 1_763_700_000_000, HIGH);
  assert.equal(isIdentifier('key', id), true);
  assert.equal(isIdentifier('user', id), false);
});
