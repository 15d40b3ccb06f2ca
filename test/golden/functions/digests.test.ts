// Digests of the functions of the database: the last one of each is that of its text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFunctions } from '#adapters/postgres/connection/repeatable-functions.ts';

test('the newest digest of each function is that of its text', () => {
  const { functions, known } = readFunctions();
  assert(functions.length > 30, `${functions.length} functions`);
  for (const { name, checksum } of functions)
    assert.equal(
      [...(known.get(name) ?? [])].at(-1),
      checksum,
      `${name}: run node test/golden/functions/write-digests.ts`,
    );
});
