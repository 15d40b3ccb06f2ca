// Changes to keys, plans and accounts reach what other processes remember; a connection that was
// lost means that nothing is remembered until it is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/database.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import type { OpenedStore } from '#adapters/postgres/open-store.ts';
import { openStore } from '#adapters/postgres/open-store.ts';
import { storedAccount, storedKey } from '#ports/store.sample.ts';
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

/** Asks until the answer is as wanted; a change takes a moment to be heard elsewhere. */
async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await nextTurn();
  }
}

test('a key disabled here stops working there', async () => {
  await withTwoProcesses(async (here, there) => {
    const { key, hash } = await storedKey(here.store);
    assert.equal((await there.store.findPrincipal(hash))?.keyId, key.keyId);
    const changesBefore = there.heard.changes;
    await here.store.setKeyEnabled(key.keyId, false);
    assert.equal(await here.store.findPrincipal(hash), null);
    await eventually(
      () => there.store.findPrincipal(hash),
      (found) => found === null,
    );
    assert.ok(there.heard.changes > changesBefore, 'others who remember are told');
  });
});

test('a new plan and a changed account are seen there', async () => {
  await withTwoProcesses(async (here, there) => {
    const { user, hash } = await storedKey(here.store);
    const { userId, accountId } = await storedAccount(here.store);
    await there.store.findPrincipal(hash);
    await there.store.findAccount(userId, accountId);
    await here.store.setPlan(user.userId, 'starter', null);
    await here.store.setAllowsBots(accountId, false);
    const principal = await eventually(
      () => there.store.findPrincipal(hash),
      (found) => found?.plan === 'starter',
    );
    assert.equal(principal?.userId, user.userId);
    const account = await eventually(
      () => there.store.findAccount(userId, accountId),
      (found) => found?.allowsBots === false,
    );
    assert.equal(account?.accountId, accountId);
  });
});

test('what is remembered is not asked for again', async () => {
  await withTwoProcesses(async (here, _there, { database }) => {
    const { hash, key } = await storedKey(here.store);
    await here.store.findPrincipal(hash);
    // Past the store and its notification, as nothing in the service does.
    await database.write({ text: 'DELETE FROM api_keys' }, []);
    assert.equal((await here.store.findPrincipal(hash))?.keyId, key.keyId);
  });
});

test('a lost connection for notifications makes the store ask each time', async () => {
  await withTwoProcesses(async (here, _there, { database }) => {
    const { hash } = await storedKey(here.store);
    await here.store.findPrincipal(hash);
    await database.write({ text: 'DELETE FROM api_keys' }, []);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tidemill listener' AND datname = current_database()`;
    await database.write({ text: end }, []);
    await eventually(
      () => here.store.findPrincipal(hash),
      (found) => found === null,
    );
    assert.equal(here.reports.length, 1);
    await here.listener.live();
    assert.equal(here.listener.isLive(), true);
  });
});
