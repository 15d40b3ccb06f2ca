// Test files run as `node --test` does, in the order given, with what files of processes share: one
// migrated database and compiled code.

import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import process from 'node:process';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

import { serviceUser } from '#adapters/system/service-user.ts';
import { shareCompiledCode } from './share-compiled-code.ts';
import { offerTemplateCluster } from './template-cluster.ts';

/** Two cores are in use with four of them; more only make each wait longer. */
const AT_ONCE = 4;

/** Prints what they print; the exit code is 1 when one of them fails. */
export async function runTestFiles(files: readonly string[]): Promise<void> {
  shareCompiledCode(getCompileCacheDir(), serviceUser());
  const withdraw = await offerTemplateCluster();
  const results = run({ files: [...files], concurrency: AT_ONCE })
    .on('test:fail', ({ todo }) => {
      if (todo === undefined || todo === false) process.exitCode = 1;
    })
    .compose(new spec());
  results.pipe(process.stdout);
  await once(results, 'end');
  await withdraw();
}
