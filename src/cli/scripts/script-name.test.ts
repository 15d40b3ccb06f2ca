import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptNameOf } from '#cli/scripts/script-name.ts';

test('a script has the name of its file, of whatever kind it is', () => {
  const files = ['folder/Trend.lua', 'Trend.pine', 'Trend.PINE', 'Trend.json', '/a/Trend.hss'];
  assert.deepEqual(files.map(scriptNameOf), Array(files.length).fill('Trend'));
  assert.equal(scriptNameOf('v1.5 trend'), 'v1.5 trend');
});
