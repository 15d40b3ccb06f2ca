// Changes to keys, plans and accounts reach what other processes remember; a connection that was
// lost means that nothing is remembered until it is back. What callers see of it is in
// revoked-key.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { OpenedStore } from '#adapters/postgres/open-store.ts';
import { openStore } from '#adapters/postgres/open-store.ts';
import { storedAccount, storedKey } from '#ports/stores/store.fixture.ts';
import type { TestDatabase } from '../../support/database.ts';
import { withTestDatabase } from '../../support/database.ts';

type Process = OpenedStore & {
  readonly database: Database;
  readonly reports: string[];
  readonly heard: { changes: number };
};

const CLOCK = { nowMs: () => 1_000 };

async function withTwoProcesses(
  work: (here: Process, there: Process, test: TestDatabase) => Promise<void>,
): Promise<void> {
  await withTestDatabase(async (test) => {
    const processes = [1, 2].map(() => {
      const database = openDatabase({ url: test.url });
      const reports: string[] = [];
      const heard = { changes: 0 };
      const opened = openStore(database, CLOCK, {
        report: (text) => void reports.push(text),
        onEvents: () => undefined,
        onChange: () => void (heard.changes += 1),
      });
      return { ...opened, database, reports, heard };
    });
    const [here, there] = processes;
    assert.ok(here !== undefined && there !== undefined);
    try {
      await Promise.all(processes.map(({ listener }) => listener.live()));
      await work(here, there, test);
    } finally {
      for (const process of processes) {
        await process.close();
        await process.database.close();
      }
    }
  });
}

/** Asks until the response is as wanted; a change takes a moment to be heard elsewhere. */
async function eventually<T>(
  ask: () => Promise<T>,
  isWanted: (response: T) => boolean,
): Promise<T> {
  for (;;) {
    const response = await ask();
    if (isWanted(response)) return response;
    await nextTurn();
  }
}

test('a key disabled here is heard of there, and here before the response', async () => {
  await withTwoProcesses(async (here, there) => {
    const { key } = await storedKey(here.store);
    const [hereBefore, thereBefore] = [here.heard.changes, there.heard.changes];
    await here.store.setKeyEnabled(key.keyId, false);
    assert.ok(here.heard.changes > hereBefore);
    await eventually(
      async () => there.heard.changes,
      (changes) => changes > thereBefore,
    );
    assert.equal((await there.store.listKeys(key.userId))[0]?.isEnabled, false);
  });
});

test('a changed account is seen there', async () => {
  await withTwoProcesses(async (here, there) => {
    const { userId, accountId } = await storedAccount(here.store);
    await there.store.findAccount(userId, accountId);
    await here.store.setAllowsBots(accountId, false);
    const account = await eventually(
      () => there.store.findAccount(userId, accountId),
      (found) => found?.allowsBots === false,
    );
    assert.equal(account?.accountId, accountId);
  });
});

test('what is remembered is not requested again', async () => {
  await withTwoProcesses(async (here, _there, { database }) => {
    const { userId, accountId } = await storedAccount(here.store);
    await here.store.findAccount(userId, accountId);
    // Past the store and its notification, as nothing in the service does.
    await database.write({ text: 'DELETE FROM accounts' }, []);
    assert.equal((await here.store.findAccount(userId, accountId))?.accountId, accountId);
  });
});

test('a lost connection for notifications makes the store ask each time', async () => {
  await withTwoProcesses(async (here, _there, { database }) => {
    const { userId, accountId } = await storedAccount(here.store);
    await here.store.findAccount(userId, accountId);
    await database.write({ text: 'DELETE FROM accounts' }, []);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tidemill listener' AND datname = current_database()`;
    await database.write({ text: end }, []);
    await eventually(
      () => here.store.findAccount(userId, accountId),
      (found) => found === null,
    );
    assert.equal(here.reports.length, 1);
    await here.listener.live();
    assert.equal(here.listener.isLive(), true);
  });
});
