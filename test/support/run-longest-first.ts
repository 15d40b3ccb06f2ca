// Runs test files as `node --test` does, but begins with the files that take minutes: a campaign
// that begins last leaves a core idle. Usage: node test/support/run-longest-first.ts PATTERN

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import process from 'node:process';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

import { serviceUser } from '#adapters/system/service-user.ts';
import { longestFirst } from './longest-first.ts';
import { shareCompiledCode } from './share-compiled-code.ts';
import { offerTemplateCluster } from './template-cluster.ts';

/** Two cores are in use with four of them; more only make each wait longer. */
const AT_ONCE = 4;

const [pattern] = process.argv.slice(2);
assert.ok(pattern !== undefined, 'a pattern of files is given');
const files = globSync(pattern);
assert.ok(files.length > 0, `no file is of "${pattern}"`);
shareCompiledCode(getCompileCacheDir(), serviceUser());
const withdraw = await offerTemplateCluster();

const results = run({ files: [...longestFirst(files)], concurrency: AT_ONCE })
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1;
  })
  .compose(new spec());
results.pipe(process.stdout);
await once(results, 'end');
await withdraw();
