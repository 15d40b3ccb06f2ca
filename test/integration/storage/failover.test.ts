// Failovers between two servers: the address names both, and whichever takes changes is used. What
// was acknowledged is there afterwards, once.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { migrate } from '#adapters/postgres/connection/migrate.ts';
import { NO_FUNCTIONS } from '#adapters/postgres/connection/repeatable-functions.ts';
import { findServer } from '#adapters/postgres/connection/server-addresses.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { ServerPair } from '../../support/server-pair.ts';
import { withServerPair } from '../../support/server-pair.ts';
import { until } from '../../support/until.ts';

const FAR = 1_000_000;
const ADD = { text: 'INSERT INTO noted VALUES ($1)', name: 'add' };
const MIGRATION = {
  name: '0001-noted.sql',
  checksum: 'c',
  sql: 'CREATE TABLE noted (value int PRIMARY KEY)',
};
const LIST = { text: 'SELECT value FROM noted ORDER BY value' };
const NOTIFY = { text: `SELECT pg_notify('heard', 'now')` };

type Writer = {
  readonly acknowledged: Set<number>;
  /** Of unknown outcome: may be there. */
  readonly unknown: Set<number>;
  stop(): Promise<void>;
};

/** Writes one number after another, and never one twice. */
function startWriter(first: number, write: (value: number) => Promise<unknown>): Writer {
  const [acknowledged, unknown] = [new Set<number>(), new Set<number>()];
  const ending = new AbortController();
  const writing = (async () => {
    for (let value = first; !ending.signal.aborted; value += 1) {
      try {
        await write(value);
        acknowledged.add(value);
      } catch (error) {
        if (error instanceof OutcomeUnknown) unknown.add(value);
        else if (!(error instanceof Failure)) throw error;
      }
      await pause(20);
    }
  })();
  return {
    acknowledged,
    unknown,
    async stop() {
      ending.abort();
      await writing;
    },
  };
}

/** Numbers that were acknowledged and are not there, and that are there and had failed. */
async function failOver(
  pair: ServerPair,
  takeAway: () => Promise<void>,
): Promise<readonly number[]> {
  await migrate(pair.url, { migrations: [MIGRATION], repeatable: NO_FUNCTIONS });
  const database = openDatabase({ url: pair.url });
  const heard: string[] = [];
  const listener = openListener(pair.url, [
    { channel: 'heard', onMessage: (payload) => void heard.push(payload), onGap: () => undefined },
  ]);
  const one = startWriter(1, (value) => database.write(ADD, [value]));
  const inTransactions = startWriter(FAR, (value) =>
    database.transaction((session) => session.write(ADD, [value])),
  );
  const writers = [one, inTransactions];
  try {
    assert.equal(await findServer(pair.url), pair.primary.url);
    await until('numbers are written', () => one.acknowledged.size > 10);
    await takeAway();
    await pair.promote();
    const before = writers.map(({ acknowledged }) => acknowledged.size);
    await until('they are again', () =>
      writers.every(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0) + 10),
    );
    await until('notifications arrive again', () => listener.isLive());
    await until('one is heard', async () => {
      await database.write(NOTIFY, []);
      return heard.length > 0;
    });
    for (const writer of writers) await writer.stop();
    const stored = await database.read<{ readonly value: number }>(LIST, []);
    const values = new Set(stored.map(({ value }) => value));
    const acknowledged = writers.flatMap((writer) => [...writer.acknowledged]);
    const lost = acknowledged.filter((value) => !values.has(value));
    const explained = new Set([...acknowledged, ...writers.flatMap(({ unknown }) => [...unknown])]);
    return [...lost, ...[...values].filter((value) => !explained.has(value))];
  } finally {
    for (const writer of writers) await writer.stop();
    await listener.close();
    await database.close();
  }
}

suite('failover', () => {
  test('the primary is killed, and the standby promoted', async () => {
    await withServerPair(async (pair) => {
      assert.deepEqual(await failOver(pair, () => pair.primary.kill()), []);
    });
  });

  test('the primary freezes, and the standby is promoted', async () => {
    await withServerPair(async (pair) => {
      assert.deepEqual(await failOver(pair, async () => pair.primary.freeze()), []);
    });
  });

  test('a former primary that comes back is not used: it was promoted earlier', async () => {
    await withServerPair(async (pair) => {
      await pair.primary.kill();
      await pair.promote();
      await pair.primary.start();
      for (let tries = 0; tries < 5; tries += 1)
        assert.equal(await findServer(pair.url), pair.standby.url);
    });
  });

  test('standbys alone are refused as a database that is not up yet', async () => {
    await withServerPair(async (pair) => {
      await pair.primary.kill();
      await assert.rejects(findServer(pair.url), (error: unknown) => {
        assert.ok(error instanceof Failure && error.code === 'unavailable');
        assert.match(error.message, /none takes changes/);
        return true;
      });
    });
  });
});
