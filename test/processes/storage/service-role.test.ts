// The service works under a role that reads and writes rows and can do nothing else; who owns the
// database migrates it. A data directory of a release before has the owner alone.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { runsAsRoot } from '#adapters/embedded-postgres/find-server.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate } from '#adapters/postgres/connection/migrate.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { migrateFor, SERVICE_ROLE } from '#adapters/postgres/service-role.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { readConfig } from '#main/settings/config.ts';
import { connectDatabase } from '#main/opening/connect-database.ts';
import { diagnoseDatabase } from '#main/doctor/diagnose-database.ts';
import { jobsContract } from '#ports/work/jobs.contract.ts';
import { storeContract } from '#ports/stores/store.contract.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase, withTestDatabase } from '../../support/database.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const OPTIONS = { patienceMs: 20_000, report: () => undefined };
const CURRENT_USER = { text: 'SELECT current_user AS name' };
/** A server elsewhere may want a password of the role. */
const skip = process.env['TEST_DATABASE_URL'] ? 'needs the server of the packages' : false;

function urlAs(url: string, role: string): string {
  const changed = new URL(url);
  changed.searchParams.set('user', role);
  return changed.href;
}

type ServiceDatabase = { readonly test: TestDatabase; readonly service: Database };

async function openAsService(): Promise<ServiceDatabase> {
  const test = await createTestDatabase();
  await migrateFor(test.url, { name: SERVICE_ROLE, isOurs: true });
  return { test, service: openDatabase({ url: urlAs(test.url, SERVICE_ROLE) }) };
}

async function closeBoth({ test, service }: ServiceDatabase, hasFailed: boolean): Promise<void> {
  await service.close();
  await (hasFailed ? test.keep() : test.drop());
}

const REFUSED = [
  'CREATE TABLE made (a int)',
  'CREATE TEMPORARY TABLE made (a int)',
  'CREATE SCHEMA made',
  'CREATE ROLE made SUPERUSER',
  `CREATE FUNCTION made() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  'CREATE EXTENSION dblink',
  'CREATE TABLE pgboss.made (a int)',
  'DROP TABLE orders',
  'TRUNCATE orders',
  'ALTER TABLE orders ADD COLUMN made int',
  'CREATE INDEX made ON orders (state)',
  `COPY orders TO PROGRAM 'true'`,
  `COPY orders FROM '/etc/passwd'`,
  `SELECT pg_read_file('/etc/passwd')`,
  `SELECT lo_import('/etc/passwd')`,
  'ALTER SYSTEM SET fsync = off',
  'SELECT * FROM hidden.secrets',
  `UPDATE schema_migration SET checksum = ''`,
  'SET ROLE tidemill',
  `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`,
] as const;

suite('the role of the service', { skip }, () => {
  test('it changes no table, reaches no other schema, file or program', async () => {
    const both = await openAsService();
    const { database: owner } = both.test;
    await owner.write({ text: 'CREATE SCHEMA hidden CREATE TABLE secrets (a int)' }, []);
    for (const text of REFUSED) {
      await assert.rejects(both.service.write({ text }, []), (error: Error) => {
        const { code } = (error.cause ?? error) as { readonly code?: string };
        assert.equal(code, '42501', `${text}: ${error.message}`);
        return true;
      });
    }
    await closeBoth(both, false);
  });

  storeContract(async () => {
    const both = await openAsService();
    return {
      store: postgresStore(both.service),
      close: (hasFailed) => closeBoth(both, hasFailed),
    };
  });

  jobsContract(async () => {
    const both = await openAsService();
    const opened = await openJobs(both.service, { isRunning: true, report: () => undefined });
    return {
      jobs: opened.jobs,
      inTransaction: (work) => both.service.transaction(work),
      async close(hasFailed) {
        await opened.close();
        await closeBoth(both, hasFailed);
      },
    };
  });

  test('a wallet of the simulated exchange is opened and read', async () => {
    const both = await openAsService();
    const store = makePostgresSimStore(both.service);
    const opening = { accountId: 'acc_1', marketType: 'spot', deposits: [], nowMs: 0 } as const;
    assert.equal(await openSimWallet(store, opening), true);
    assert.equal((await store.load('acc_1'))?.accountId, 'acc_1');
    await closeBoth(both, false);
  });

  test('where an owner is named, it migrates and gives the rights', async () => {
    const name = `runtime_${process.pid}`;
    await withTestDatabase(async ({ url, database: owner }) => {
      await owner.write({ text: `CREATE ROLE ${name} LOGIN` }, []);
      try {
        const alone = { DATABASE_URL: urlAs(url, name) };
        const withOwner = { ...alone, TIDEMILL_DATABASE_OWNER_URL: url };
        for (const environment of [withOwner, alone]) {
          const { database, close } = await connectDatabase(
            readConfig(environment, {}, '/'),
            OPTIONS,
          );
          assert.deepEqual(await database.read(CURRENT_USER, []), [{ name }]);
          assert.equal(await postgresStore(database).insertUser(sampleUser()), true);
          const { close: closeJobs } = await openJobs(database, {
            isRunning: false,
            queues: ['some'],
            report: () => undefined,
          });
          await closeJobs();
          await close();
        }
      } finally {
        await owner.write({ text: `DROP OWNED BY ${name}` }, []);
        await owner.write({ text: `DROP ROLE ${name}` }, []);
      }
    });
  });

  test('without an owner, what may not migrate says so', async () => {
    const name = `stranger_${process.pid}`;
    await withTestDatabase(async ({ url, database: owner }) => {
      await owner.write({ text: `CREATE ROLE ${name} LOGIN` }, []);
      await owner.write(
        { text: `GRANT SELECT ON schema_migration, schema_function TO ${name}` },
        [],
      );
      await owner.write({ text: 'DELETE FROM schema_migration' }, []);
      const config = readConfig({ DATABASE_URL: urlAs(url, name) }, {}, '/');
      await assert.rejects(connectDatabase(config, OPTIONS), /may not change it/);
      await owner.write({ text: `DROP OWNED BY ${name}` }, []);
      await owner.write({ text: `DROP ROLE ${name}` }, []);
    });
  });
});

test('a data directory that has the owner alone gets the role, and keeps what it has', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-roles-'));
  try {
    const before = await attachCluster(dataDir);
    await migrate(before.url);
    const owner = openDatabase({ url: before.url });
    const user = sampleUser();
    await postgresStore(owner).insertUser(user);
    const config = readConfig({ TIDEMILL_DATA_DIR: dataDir }, {}, '/');
    for (let round = 0; round < 2; round += 1) {
      const { database, close } = await connectDatabase(config, OPTIONS);
      assert.deepEqual(await database.read(CURRENT_USER, []), [{ name: SERVICE_ROLE }]);
      assert.deepEqual(await postgresStore(database).findUserByName(user.name), user);
      await close();
    }
    const checks = await Array.fromAsync(diagnoseDatabase(config));
    assert.equal(checks.find(({ name }) => name === 'database role')?.result, 'ok');
    // A folder of mkdtemp is closed to others, so root's server can run in a namespace only.
    const isRoot = runsAsRoot(dataDir);
    assert.equal(
      checks.some(({ name }) => name === 'database user'),
      isRoot,
    );
    await owner.close();
    await before.detach();
  } finally {
    await removeFolder(dataDir);
  }
});
