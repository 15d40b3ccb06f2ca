// The long tests of which the everyday suite tries a share, with all their cases.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHARED = globSync('{src,test}/**/*.{test,prop}.ts', { cwd: ROOT })
  .filter((file) =>
    /from '[^']*\/share-of-cases\.ts'/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  .toSorted();

test('some tests have a share of their cases every day', () => {
  assert.ok(SHARED.length > 5, SHARED.join('\n'));
});

suite('all cases of', () => {
  for (const file of SHARED) {
    test(file, () => {
      const { NODE_TEST_CONTEXT: _context, ...rest } = process.env;
      const env = { ...rest, TEST_SHARE: '1' };
      const run = spawnSync(process.execPath, ['--test', file], { cwd: ROOT, env });
      assert.equal(run.status, 0, run.stdout.toString() + run.stderr.toString());
      assert.match(run.stdout.toString(), /^\D*tests [1-9]/m, 'it has tests');
    });
  }
});
