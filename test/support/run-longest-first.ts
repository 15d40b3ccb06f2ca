// Runs test files as `node --test` does, but begins with the files that take minutes: a campaign
// that begins last leaves a core idle. Usage: node test/support/run-longest-first.ts PATTERN

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import process from 'node:process';

import { runTestFiles } from './run-test-files.ts';
import { longestFirst } from './test-turns.ts';

const [pattern] = process.argv.slice(2);
assert.ok(pattern !== undefined, 'a pattern of files is given');
const files = globSync(pattern);
assert.ok(files.length > 0, `no file is of "${pattern}"`);
await runTestFiles(longestFirst(files));
