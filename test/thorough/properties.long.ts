// All properties with all their cases, in one process; every day they try a third of them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = globSync('{src,packages}/**/*.{test,prop}.ts', { cwd: ROOT })
  .filter((file) => /from 'fast-check'/.test(readFileSync(path.join(ROOT, file), 'utf8')))
  .toSorted();

test('properties hold in all their cases', () => {
  assert.ok(FILES.length > 40, FILES.join('\n'));
  const source =
    "import { importTests } from './test/support/import-tests.ts';" +
    `await importTests(...${JSON.stringify(FILES)});`;
  const words = ['--input-type=module', '--test-reporter=dot', '--eval', source];
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  const env = { ...rest, TEST_SHARE: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, stdout + stderr);
});
