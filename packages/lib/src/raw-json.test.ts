import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawNumber } from '#lib/raw-json.ts';

test('a number is written with all of its digits, and as a number', () => {
  const value = {
    id: rawNumber(8_389_765_998_331_627_938n),
    below: rawNumber(-1n),
    at: rawNumber('1.50'),
  };
  assert.equal(JSON.stringify(value), '{"id":8389765998331627938,"below":-1,"at":1.50}');
});
