// Many files of tests in one process: starting a process and loading what the other files load too
// is most of what a small file costs by itself. Each file can still be run alone.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './property-seed.ts';
import { after, test } from './runner-without-promises.ts';

const ROOT = new URL('../../', import.meta.url);

/**
 * Loads the files that the patterns find, in the order of their names. One that cannot be loaded is
 * a failed test of its name, and so is a process that ends before its last test.
 */
export async function importTests(...patterns: readonly string[]): Promise<void> {
  const files = globSync(patterns, { cwd: fileURLToPath(ROOT) }).toSorted();
  assert.ok(files.length > 0, `There are no tests at ${patterns.join(', ')}.`);
  failWhenCutShort();
  for (const file of files) {
    try {
      await import(new URL(file, ROOT).href);
    } catch (error) {
      test(file, () => assert.ifError(error));
    }
  }
}

/** Without it `process.exit(0)` in one test would pass for success of all that were to come. */
function failWhenCutShort(): void {
  let isWhole = false;
  after(() => {
    isWhole = true;
  });
  process.on('exit', () => {
    if (isWhole) return;
    process.stderr.write('The process was ended before its last test.\n');
    process.exitCode = 1;
  });
}
