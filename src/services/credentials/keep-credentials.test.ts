// Credentials as time goes by.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { LogFields } from '#venue-port/world/log.ts';
import { sampleAccount, sampleCredentials, sampleUser } from '#ports/stores/store.fixture.ts';
import { purgePreviousCredentials, warnOfExpiry } from '#services/credentials/keep-credentials.ts';

const NOW_MS = Date.UTC(2026, 10, 21);

async function setUp() {
  const store = memoryStore();
  const lines: (readonly [string, LogFields])[] = [];
  const note = (event: string, fields: LogFields): void => void lines.push([event, fields]);
  const log = { debug: note, info: note, warn: note, error: note };
  const connect = async (expiresAtMs: number | null) => {
    const user = sampleUser();
    await store.insertUser(user);
    const account = sampleAccount(user.userId);
    const credentials = sampleCredentials(account, { expiresAtMs });
    await store.connectAccount(account, credentials, null);
    return credentials;
  };
  const at = (nowMs: number) => ({ credentials: store, clock: { nowMs: () => nowMs }, log });
  return { store, lines, connect, at };
}

test('keys that expire within fourteen days, or have expired, are said in the log', async () => {
  const { lines, connect, at } = await setUp();
  const days = [-1, 13, 15];
  const made = await Promise.all(days.map((day) => connect(NOW_MS + day * DAY_MS)));
  await connect(null);
  await warnOfExpiry(at(NOW_MS));
  assert.deepEqual(lines, [
    [
      'account.key_expired',
      { account_id: made[0]?.accountId, expires_at: '2026-11-20T00:00:00.000Z' },
    ],
    [
      'account.key_expires',
      { account_id: made[1]?.accountId, expires_at: '2026-12-04T00:00:00.000Z' },
    ],
  ]);
});

test('credentials before a rotation are deleted when their day is over', async () => {
  const { store, lines, connect, at } = await setUp();
  const before = await connect(null);
  const facts = { status: 'connected', positionMode: null, marginMode: null } as const;
  const retained = { retainedUntilMs: NOW_MS + DAY_MS, completion: null };
  await store.replaceCredentials({ ...before, version: 2 }, facts, retained);
  await purgePreviousCredentials(at(NOW_MS + DAY_MS - 1));
  assert.equal((await store.findPreviousCredentials(before.accountId))?.version, 1);
  await purgePreviousCredentials(at(NOW_MS + DAY_MS));
  assert.equal(await store.findPreviousCredentials(before.accountId), null);
  assert.deepEqual(lines, [['credentials.purged', { count: 1 }]]);
});
