// Files of tests that share a process fail the run as they would alone.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const IMPORT_TESTS = new URL('import-tests.ts', import.meta.url).href;
const PASSING = "import { test } from 'node:test'; test('passes', () => {});";
const FAILING = "import { test } from 'node:test'; test('fails', () => { throw new Error(); });";
const ENDING = "import { test } from 'node:test'; test('ends', () => process.exit(0));";
const UNAWAITED: { readonly [what: string]: string } = {
  'a rejection': "Promise.reject(new Error('unawaited'));",
  'a rejection after a wait': "pause(1).then(() => { throw new Error('unawaited'); });",
  'an error in a timer': "setTimeout(() => { throw new Error('unawaited'); }, 1);",
};

/** Loads files of these texts in one process of its own. */
function runTogether(files: { readonly [name: string]: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-together-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const source =
      `import { importTests } from '${IMPORT_TESTS}';` +
      `await importTests('${folder}/*.test.mjs');`;
    const words = ['--input-type=module', '--test-reporter=tap', '--eval', source];
    // Without what says that a test started it, which would change what it prints.
    const env = { PATH: process.env['PATH'] };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env,
    });
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('all files are run', () => {
  const { status, stdout } = runTogether({ 'a.test.mjs': PASSING, 'b.test.mjs': PASSING });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^# pass 2$/m);
});

test('a failure fails the run, and names the file', () => {
  const { status, stdout } = runTogether({ 'a.test.mjs': FAILING, 'b.test.mjs': PASSING });
  assert.equal(status, 1);
  assert.match(stdout, /^not ok 1 - fails$/m);
  assert.match(stdout, /location: '.*a\.test\.mjs:1:/);
  assert.match(stdout, /^# pass 1$/m);
});

test('a file that cannot be loaded fails under its name, and the others run', () => {
  const { status, stdout } = runTogether({ 'a.test.mjs': 'syntax error', 'b.test.mjs': PASSING });
  assert.equal(status, 1);
  assert.match(stdout, /^not ok 1 - .*a\.test\.mjs$/m);
  assert.match(stdout, /^# pass 1$/m);
});

test('a test that ends the process fails the run', () => {
  const { status, stderr } = runTogether({ 'a.test.mjs': ENDING, 'b.test.mjs': PASSING });
  assert.equal(status, 1);
  assert.match(stderr, /ended before its last test/);
});

test('a pattern that finds nothing is a mistake', () => {
  const { status, stderr } = runTogether({ 'a.mjs': PASSING });
  assert.equal(status, 1);
  assert.match(stderr, /There are no tests at/);
});

for (const [what, statement] of Object.entries(UNAWAITED))
  test(`${what} that no test waits for fails the run`, () => {
    const source = `import { test } from 'node:test';
      import { setTimeout as pause } from 'node:timers/promises';
      test('starts it', async () => { await pause(1); ${statement} await pause(50); });`;
    const { status, stdout } = runTogether({ 'a.test.mjs': source, 'b.test.mjs': PASSING });
    assert.equal(status, 1);
    assert.match(stdout, /unawaited/);
  });
