import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysPine } from '#domain/script/says-pine.ts';

test('a source is Pine Script by the comments at its top alone', () => {
  assert.ok(saysPine('//@version=6\nindicator("x")'));
  assert.ok(saysPine('\n// By me\n\n  // @version = 5\nstrategy("x")'));
  assert.ok(!saysPine('indicator("x")\n//@version=6'));
  assert.ok(!saysPine('-- a script\n//@version=6'));
  assert.ok(!saysPine('// no version here\n'));
  assert.ok(!saysPine(''));
});
