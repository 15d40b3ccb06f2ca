// The file of the first start, readable by its user alone.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFirstStart } from '#main/settings/write-first-start.ts';

test('nobody else may read it, and a later try replaces it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-first-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  writeFirstStart(dataDir, 'one');
  const file = writeFirstStart(dataDir, 'two');
  assert.equal(readFileSync(file, 'utf8'), 'two');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dataDir), ['first-start.txt']);
});
