// The tests of the Python client, with a real service, and its types. Where Python 3.11, httpx or
// mypy is missing, the test says so and checks nothing more.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withRequestedService } from '../../support/requested-service.ts';

const run = promisify(execFile);
const TESTS = fileURLToPath(new URL('../../../clients/python/tests', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../clients/python', import.meta.url));
const NEEDS = 'import sys, httpx; sys.exit(sys.version_info < (3, 11))';
const NEEDS_OF_TYPES = 'import sys, httpx, mypy; sys.exit(sys.version_info < (3, 11))';

/** The one that is found first, and the system's, which has the packages of the system. */
const PYTHONS = ['python3', '/usr/bin/python3'];

async function findPython(needs: string): Promise<string | null> {
  for (const python of PYTHONS) {
    const isFit = await run(python, ['-c', needs]).then(
      () => true,
      () => false,
    );
    if (isFit) return python;
  }
  return null;
}

test('the Python client passes its tests', async (context) => {
  const python = await findPython(NEEDS);
  if (python === null) {
    context.skip('Python 3.11 with httpx is missing');
    return;
  }
  await withRequestedService(async ({ service, key }) => {
    const settings = { TIDEMILL_TEST_URL: service.url, TIDEMILL_TEST_KEY: key };
    const words = ['-B', '-m', 'unittest', 'discover', TESTS];
    const { stderr } = await run(python, words, { env: { ...process.env, ...settings } });
    // Without polars, which is not in every distribution, its test is skipped.
    assert.match(stderr, /^OK(?: \(skipped=1\))?$/m, stderr);
  });
});

test('the Python client and its tests have exact types', async (context) => {
  const python = await findPython(NEEDS_OF_TYPES);
  if (python === null) {
    context.skip('Python 3.11 with httpx and mypy is missing');
    return;
  }
  const words = ['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', 'tidemill', 'tests'];
  const outcome = await run(python, words, { cwd: PACKAGE }).catch((error: unknown) => error);
  const { stdout } = outcome as { readonly stdout: string };
  assert.match(stdout, /^Success: no issues found in 1[0-9] source files$/m, stdout);
});
