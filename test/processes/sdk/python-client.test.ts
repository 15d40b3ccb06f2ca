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

async function whatIsMissing(): Promise<string | null> {
  try {
    await run('python3', ['-c', NEEDS]);
    return null;
  } catch (error) {
    return `not run, Python 3.11 with httpx is missing: ${String(error)}`;
  }
}

test('the Python client passes its tests', async (context) => {
  const missing = await whatIsMissing();
  if (missing !== null) {
    assert.match(missing, /Python/);
    context.diagnostic(missing);
    return;
  }
  await withRequestedService(async ({ service, key }) => {
    const settings = { TIDEMILL_TEST_URL: service.url, TIDEMILL_TEST_KEY: key };
    const words = ['-B', '-m', 'unittest', 'discover', TESTS];
    const { stderr } = await run('python3', words, { env: { ...process.env, ...settings } });
    assert.match(stderr, /^OK$/m, stderr);
  });
});
