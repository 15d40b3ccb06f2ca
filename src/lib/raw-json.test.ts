import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawInteger } from '#lib/raw-json.ts';

test('a whole number above 2^53 is written with all of its digits, and as a number', () => {
  const value = { id: rawInteger(8_389_765_998_331_627_938n), below: rawInteger(-1n) };
  assert.equal(JSON.stringify(value), '{"id":8389765998331627938,"below":-1}');
});
