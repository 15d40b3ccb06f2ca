import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { readMigrations } from '#adapters/postgres/connection/migrate.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';
import { copyTemplateCluster, offerTemplateCluster } from '../../support/template-cluster.ts';

test('a data directory has the schema of this release where one is offered', async () => {
  const folder = makeSharedFolder('tidemill-copied-');
  const without = join(folder, 'without');
  const dataDir = join(folder, 'data');
  const withdraw = await offerTemplateCluster();
  try {
    copyTemplateCluster(dataDir);
    copyTemplateCluster(dataDir);
    const cluster = await attachCluster(dataDir);
    const database = openDatabase({ url: cluster.url });
    try {
      const text = 'SELECT name FROM schema_migration ORDER BY name';
      const found = await database.read<{ readonly name: string }>({ text }, []);
      assert.deepEqual(
        found.map(({ name }) => name),
        readMigrations().map(({ name }) => name),
      );
    } finally {
      await database.close();
      await cluster.detach();
    }
    await withdraw();
    copyTemplateCluster(without);
    assert.equal(existsSync(without), false);
  } finally {
    await withdraw();
    await removeFolder(folder);
  }
});
