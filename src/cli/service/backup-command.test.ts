import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';
import { backupText } from '#cli/service/backup-text.ts';

test('a backup in words', () => {
  const summary = {
    folder: '/b',
    keysFile: null,
    takenAt: '2026-11-24T17:00:00.000Z',
    release: '0.1.0',
    migration: '0146-x.sql',
    tablesCount: 73,
    rowsCount: 1_204,
    bytes: 1_300_000,
  };
  const at = 'as of 2026-11-24T17:00:00.000Z';
  assert.equal(backupText(summary), `1,204 rows of 73 tables, 1.2 MiB, ${at}`);
  assert.match(backupText({ ...summary, bytes: 2_048 }), / 2\.0 KiB,/);
});

test('without a database it is a failure, and a missing word is wrong use', async () => {
  const { run } = emptyInstallation();
  for (const line of ['backup /b', 'restore /b', 'restore /b --check', 'upgrade --check']) {
    const { exitCode, error } = await run(line);
    assert.equal(exitCode, 1, line);
    assert.match(error, /There is no database here/);
  }
  for (const line of ['backup', 'restore', 'upgrade', 'upgrade --now']) {
    assert.equal((await run(line)).exitCode, 2, line);
  }
});
