// Runs test files as `node --test` does, but begins with the files that take minutes: a campaign
// that begins last leaves a core idle. Usage: node test/support/run-longest-first.ts PATTERN

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import process from 'node:process';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

import { longestFirst } from './longest-first.ts';

/** Most of these files wait for processes, so that two cores carry five of them. */
const AT_ONCE = 5;

const [pattern] = process.argv.slice(2);
assert.ok(pattern !== undefined, 'a pattern of files is given');
const files = globSync(pattern);
assert.ok(files.length > 0, `no file is of "${pattern}"`);

run({ files: [...longestFirst(files)], concurrency: AT_ONCE })
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
