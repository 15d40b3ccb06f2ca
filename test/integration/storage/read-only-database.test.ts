// A database that takes no changes is said by the doctor: reads of it succeed, so every check that
// only reads would call it sound.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#main/settings/config.ts';
import { diagnoseDatabase } from '#main/doctor/diagnose-database.ts';
import { withTestDatabase } from '../../support/database.ts';
import { removeFolder } from '../../support/remove-folder.ts';

async function checkOf(url: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-read-only-'));
  try {
    const config = readConfig({ DATABASE_URL: url, TIDEMILL_DATA_DIR: dataDir }, {}, '/');
    const checks = await Array.fromAsync(diagnoseDatabase(config));
    return checks.find(({ name }) => name === 'database');
  } finally {
    await removeFolder(dataDir);
  }
}

test('the doctor fails a database that is read-only, and no other', async () => {
  await withTestDatabase(async ({ name, url, database }) => {
    assert.equal((await checkOf(url))?.result, 'ok');
    const text = `ALTER DATABASE "${name}" SET default_transaction_read_only = on`;
    await database.write({ text }, []);
    // The role's connections from here on are read-only, as all of a standby are.
    const found = await checkOf(url);
    assert.equal(found?.result, 'fail');
    assert.match(found.detail, /read-only/);
    assert.match(found.advice ?? '', /DATABASE_URL/);
  });
});
