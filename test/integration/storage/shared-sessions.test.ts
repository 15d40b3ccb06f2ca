// A pooler that hands one session of the server to several clients is found out and refused by
// name: what belongs to a session would be lost there without a word.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sharesSessions } from '#adapters/postgres/connection/shared-sessions.ts';
import { withTestDatabase } from '../../support/database.ts';
import { openSharingPooler } from '../../support/sharing-pooler.ts';
import { startProgram } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';

test('a server gives each client a session of its own, a sharing pooler does not', async () => {
  await withTestDatabase(async ({ url }) => {
    const pooler = await openSharingPooler(url);
    try {
      assert.deepEqual(
        [await sharesSessions(url), await sharesSessions(pooler.url)],
        [false, true],
      );
    } finally {
      await pooler.close();
    }
  });
});

test('a service does not start behind a sharing pooler, and says what to do', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-pooled-'));
  try {
    await withTestDatabase(async ({ url }) => {
      const pooler = await openSharingPooler(url);
      const words = ['serve', '--api', '--port', '0', '--data-dir', dataDir];
      const service = startProgram(words, { ...process.env, DATABASE_URL: pooler.url });
      try {
        await until('it has ended', () => service.child.exitCode !== null);
      } finally {
        await service.end('SIGKILL');
        await pooler.close();
      }
      assert.equal(service.child.exitCode, 1, service.output());
      assert.match(service.output(), /PgBouncer in transaction mode/);
      assert.match(service.output(), /pool_mode = session/);
    });
  } finally {
    await removeFolder(dataDir);
  }
});
