// A migrated database's files, made once for many tests that start a service in a folder of its
// own: the copy takes a fifth of a second, making a database and migrating it takes some.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { migrate } from '#adapters/postgres/connection/migrate.ts';
import { removeFolder } from './remove-folder.ts';
import { makeSharedFolder } from './shared-folder.ts';

const CLUSTER = 'cluster';
const PRIVATE = 0o700;

/** Makes it for this process and those that it starts; returns what removes it. */
export async function offerTemplateCluster(): Promise<() => Promise<void>> {
  const folder = makeSharedFolder('tidemill-template-');
  const cluster = await attachCluster(folder);
  await migrate(cluster.url);
  await cluster.detach();
  process.env['TEST_TEMPLATE_CLUSTER'] = join(folder, CLUSTER);
  return async () => {
    delete process.env['TEST_TEMPLATE_CLUSTER'];
    await removeFolder(folder);
  };
}

/**
 * Gives a data directory without a database one where the files are offered; a test that is run
 * alone has a first start as users have it.
 */
export function copyTemplateCluster(dataDir: string): void {
  const template = process.env['TEST_TEMPLATE_CLUSTER'];
  const cluster = join(dataDir, CLUSTER);
  if (template === undefined || existsSync(cluster)) return;
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE });
  // With their owner, who is the service's user where root runs the tests.
  execFileSync('cp', ['-Rp', template, cluster]);
}
