// Findings of the doctor about a real server: that of tests may lose what it acknowledged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnoseServer } from '#main/doctor/diagnose-production.ts';
import { withTestDatabase } from '../../support/database.ts';

test('a server that does not flush is not fit for production', async () => {
  await withTestDatabase(async ({ database }) => {
    const checks = await diagnoseServer(database);
    const results = new Map(checks.map(({ name, result }) => [name, result]));
    assert.equal(results.size, 4);
    assert.equal(results.get('copies of the database'), 'warn');
    const durability = checks.find(({ name }) => name === 'durability');
    assert.equal(durability?.result, 'fail');
    assert.match(durability.detail, /fsync and full_page_writes and synchronous_commit off/);
  });
});
