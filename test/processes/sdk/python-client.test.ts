// The tests of the Python client, with a real service. Where Python 3.11 or httpx is missing, the
// test says so and checks nothing more.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withRequestedService } from '../../support/requested-service.ts';

const run = promisify(execFile);
const TESTS = fileURLToPath(new URL('../../../clients/python/tests', import.meta.url));
const NEEDS = 'import sys, httpx; sys.exit(sys.version_info < (3, 11))';

/** The one that is found first, and the system's, which has the packages of the system. */
const PYTHONS = ['python3', '/usr/bin/python3'];

async function findPython(): Promise<string | null> {
  for (const python of PYTHONS) {
    const isFit = await run(python, ['-c', NEEDS]).then(
      () => true,
      () => false,
    );
    if (isFit) return python;
  }
  return null;
}

test('the Python client passes its tests', async (context) => {
  const python = await findPython();
  if (python === null) {
    context.skip('Python 3.11 with httpx is missing');
    return;
  }
  await withRequestedService(async ({ service, key }) => {
    const settings = { TIDEMILL_TEST_URL: service.url, TIDEMILL_TEST_KEY: key };
    const words = ['-B', '-m', 'unittest', 'discover', TESTS];
    const { stderr } = await run(python, words, { env: { ...process.env, ...settings } });
    assert.match(stderr, /^OK$/m, stderr);
  });
});
