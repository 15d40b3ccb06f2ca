// What is sent to an exchange is, to the byte, what was read and retained. After a change on
// purpose: node test/venues/golden/write-golden-calls.ts, and read the difference.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goldenFile, goldenText } from './golden-calls.ts';
import { GOLDEN_DIALECTS } from './golden-dialects.ts';

for (const dialect of GOLDEN_DIALECTS)
  test(`the requests of ${dialect.name} are those that were read`, async () => {
    const file = readFileSync(goldenFile(dialect), 'utf8');
    assert.deepEqual(JSON.parse(await goldenText(dialect)), JSON.parse(file));
  });
