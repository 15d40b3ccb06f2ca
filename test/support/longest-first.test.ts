import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

import { LONGEST, longestFirst } from './longest-first.ts';

test('files that take minutes come first, all others in their order, each once', () => {
  const [longest = '', second = ''] = LONGEST;
  assert.deepEqual(longestFirst(['b.test.ts', second, 'a.test.ts', longest]), [
    longest,
    second,
    'a.test.ts',
    'b.test.ts',
  ]);
});

test('each file that is said to take minutes is there', () => {
  assert.deepEqual(
    LONGEST.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url))),
    [],
  );
});
