// `tidemill upgrade --check` on the database of an older release: it names what a start would
// apply and applies none of it; a start then applies exactly this, and what was there stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { NO_FUNCTIONS } from '#adapters/postgres/connection/repeatable-functions.ts';
import { checkUpgrade } from '#main/backup/check-upgrade.ts';
import { readConfig } from '#main/settings/config.ts';
import { withTestDatabase } from '../../support/database.ts';

/** How many migrations older the database is. */
const OLDER_BY = 10;
const ANY = 'SELECT count(*)::int AS count FROM schema_migration';
const USER =
  "INSERT INTO users (user_id, name, plan, created_at_ms) VALUES ('usr_old', 'old', 'standard', 1)";

test('a database of ten migrations ago is checked, and upgraded as it was said', async () => {
  await withTestDatabase(async ({ url, database }) => {
    await database.write({ text: 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' }, []);
    const { migrations, repeatable } = readSchema();
    const older = migrations.slice(0, -OLDER_BY);
    const newer = migrations.slice(-OLDER_BY).map(({ name }) => name);
    await migrate(url, { migrations: older, repeatable: NO_FUNCTIONS });
    await database.write({ text: USER }, []);

    const config = readConfig({ DATABASE_URL: url }, {}, process.cwd());
    const plan = await checkUpgrade(config, '1.2.3');
    assert.equal(plan.release, '1.2.3');
    assert.equal(plan.appliedCount, older.length);
    assert.deepEqual(plan.migrations, newer);
    const functions = repeatable.functions.map(({ name }) => name);
    assert.deepEqual(plan.functions, functions);
    assert(plan.databaseBytes > 1_000_000);
    assert.match(plan.serverVersion, /^\d+/);
    assert.deepEqual(await database.read({ text: ANY }, []), [{ count: older.length }]);

    assert.deepEqual(await migrate(url), newer);
    const after = await checkUpgrade(config, '1.2.3');
    assert.deepEqual(
      [after.appliedCount, after.migrations, after.functions],
      [migrations.length, [], []],
    );
    const names = await database.read({ text: 'SELECT name FROM users' }, []);
    assert.deepEqual(names, [{ name: 'old' }]);
  });
});

test('a database of a newer release is refused in words', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const newer = "INSERT INTO schema_migration (name, checksum) VALUES ('9999-later.sql', 'x')";
    await database.write({ text: newer }, []);
    const config = readConfig({ DATABASE_URL: url }, {}, process.cwd());
    await assert.rejects(checkUpgrade(config, '1.2.3'), /changed by a newer release.*9999-later/);
  });
});
