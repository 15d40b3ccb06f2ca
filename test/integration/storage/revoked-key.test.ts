// A revoked key stops at once in a process that did not revoke it, also when the connection that
// would have brought the news is cut at that instant. The edge's clock stands still, so nothing
// that it remembers runs out by itself.

import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { Listener } from '#adapters/postgres/connection/listener.ts';
import { openStore } from '#adapters/postgres/open-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleKey, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';
import { withTestDatabase } from '../../support/database.ts';
import { AMPLE_BUDGETS, makeTestService } from '../../support/test-service.ts';

const CLOCK = { nowMs: () => 1_000 };

const CUT_LISTENERS: Statement<unknown> = {
  text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'tidemill listener' AND datname = current_database()`,
};

type Harness = {
  readonly keyId: string;
  /** The status that the serving process returns for a request with the key. */
  readonly ask: () => Promise<number>;
  readonly listener: Listener;
  /** How often the serving process queried the store about the key. */
  readonly lookups: { count: number };
  /** The store as the process sees it that revokes. */
  readonly elsewhere: Store;
  readonly database: Database;
};

async function withServingProcess(work: (harness: Harness) => Promise<void>): Promise<void> {
  await withTestDatabase(async ({ url, database }) => {
    const own = openDatabase({ url });
    const caches: { forgetPrincipals(): void }[] = [];
    const { store, listener, close } = openStore(own, CLOCK, {
      report: () => undefined,
      onEvents: () => undefined,
      onChange() {
        for (const cache of caches) cache.forgetPrincipals();
      },
    });
    const lookups = { count: 0 };
    const findPrincipal: Store['findPrincipal'] = (secretHash) => {
      lookups.count += 1;
      return store.findPrincipal(secretHash);
    };
    const service = await makeTestService((deps) => {
      const ports = { ...deps.ports, keys: { ...store, findPrincipal } };
      return { ...deps, ports, hearsChanges: () => listener.isLive() };
    }, AMPLE_BUDGETS);
    caches.push(service.api);
    const { key, keyId } = await makeKey(store);
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (): Promise<number> =>
      (await service.api.app.inject({ url: '/v1/exchanges', headers })).statusCode;
    const elsewhere = postgresStore(database);
    try {
      await listener.live();
      await work({ keyId, ask, listener, lookups, elsewhere, database });
    } finally {
      await service.close();
      await close();
      await own.close();
    }
  });
}

async function makeKey(store: Store): Promise<{ readonly key: string; readonly keyId: string }> {
  const user = sampleUser();
  await store.insertUser(user);
  const key = `tm_live_${randomBytes(22).toString('hex').slice(0, 43)}`;
  const row = sampleKey(user.userId, { scopes: [], expiresAtMs: null });
  await store.insertKey(row, hash('sha256', key, 'buffer'), null);
  return { key, keyId: row.keyId };
}

async function untilRefused(ask: () => Promise<number>): Promise<void> {
  while ((await ask()) !== 401) await nextTurn();
}

test('a key is looked up once, and a revoke elsewhere ends it', async () => {
  await withServingProcess(async ({ keyId, ask, lookups, elsewhere }) => {
    assert.deepEqual([await ask(), await ask(), lookups.count], [200, 200, 1]);
    await elsewhere.deleteKey(keyId);
    await untilRefused(ask);
    assert.equal(await ask(), 401);
  });
});

test('a revoke in the moment in which the listening connection is cut ends it too', async () => {
  await withServingProcess(async ({ keyId, ask, listener, elsewhere, database }) => {
    assert.equal(await ask(), 200);
    await Promise.all([database.write(CUT_LISTENERS, []), elsewhere.deleteKey(keyId)]);
    await untilRefused(ask);
    await listener.live();
    assert.equal(await ask(), 401);
  });
});

test('while the listening connection is lost, every request asks the store', async () => {
  await withServingProcess(async ({ keyId, ask, listener, lookups, elsewhere, database }) => {
    assert.equal(await ask(), 200);
    const name = `(SELECT current_database())`;
    const allow = (isAllowed: boolean): Promise<unknown> =>
      database.write(
        { text: `UPDATE pg_database SET datallowconn = ${isAllowed} WHERE datname = ${name}` },
        [],
      );
    await allow(false);
    await database.write(CUT_LISTENERS, []);
    while (listener.isLive()) await nextTurn();
    const before = lookups.count;
    assert.deepEqual([await ask(), await ask(), lookups.count - before], [200, 200, 2]);
    await elsewhere.deleteKey(keyId);
    assert.equal(await ask(), 401, 'the very next request after the revoke is refused');
    await allow(true);
    await listener.live();
    assert.equal(await ask(), 401);
  });
});
