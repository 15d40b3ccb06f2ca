// The log of events in PostgreSQL, under what a suite of all stores cannot do: transactions that
// commit in another order than they wrote, a database that dies within one, days that pass, clocks
// that jump, and a reader that compares the log with the orders.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Client } from 'pg';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { OrderState } from '#venue-port/order/order.ts';
import { ORDER_STATES } from '#venue-port/order/order.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleId, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { checkPlace } from '#domain/event-log/read-place.ts';
import { compareEvents } from '../../support/compare-events.ts';
import { withTestDatabase } from '../../support/database.ts';
import { keepEventDays } from '../../support/keep-event-days.ts';

const RACED_ORDERS = 24;
const TRIES_PER_ORDER = 12;

async function sequencesOf(store: Store, userId: string): Promise<readonly number[]> {
  const slice = await store.readEvents({ userId, after: 0, types: null, limit: 1_000 });
  return slice.events.map(({ sequence }) => sequence);
}

/** A few numbers of a row, by SQL. */
async function ask<Row>(database: Database, text: string): Promise<readonly Row[]> {
  return database.read<Row>({ text }, []);
}

test('what commits late is numbered late, and a reader in between misses nothing', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    const late = sampleOrder(accountId, { marketTag: 'A' });
    await store.insertIntent(late);
    const slow = new Client({ connectionString: url });
    await slow.connect();
    await slow.query('BEGIN');
    const change = `UPDATE orders SET state = 'open' WHERE order_id = $1`;
    await slow.query(change, [late.orderId]);
    await store.insertIntent(sampleOrder(accountId, { marketTag: 'B' }));
    assert.equal(await store.numberEvents(10), 2);
    assert.deepEqual(await sequencesOf(store, userId), [1, 2]);
    await slow.query('COMMIT');
    await slow.end();
    assert.equal(await store.numberEvents(10), 1);
    const { events } = await store.readEvents({ userId, after: 2, types: null, limit: 10 });
    assert.deepEqual(
      events.map(({ sequence, type, objectId }) => [sequence, type, objectId]),
      [[3, 'order.opened', late.orderId]],
    );
  });
});

test('what is rolled back is no event and takes no number', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    const order = sampleOrder(accountId);
    await store.insertIntent(order);
    const broken = database.transaction(async (session) => {
      const text = `UPDATE orders SET state = 'open' WHERE order_id = $1`;
      await session.write({ text }, [order.orderId]);
      throw new Error('given up');
    });
    await assert.rejects(broken, /given up/);
    await store.numberEvents(10);
    assert.deepEqual(await sequencesOf(store, userId), [1]);
    await compareEvents(database);
  });
});

test('the log is what the orders went through, whatever is raced and killed', async () => {
  await withTestDatabase(async ({ url, database }) => {
    const store = postgresStore(database);
    const accounts = await Promise.all([1, 2, 3].map(() => storedAccount(store)));
    const doomed = openDatabase({ url, applicationName: 'doomed', connectionsMax: 8 });
    const stores = [store, postgresStore(doomed)];
    const kill = `
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'doomed' AND datname = current_database()`;
    const raced = Array.from({ length: RACED_ORDERS }, async (_, index) => {
      const account = accounts[index % accounts.length];
      assert(account !== undefined);
      const order = sampleOrder(account.accountId, { marketTag: sampleId('market') });
      await store.insertIntent(order);
      for (let at = 1; at <= TRIES_PER_ORDER; at += 1) {
        const change = anyChange(order.orderId, index * TRIES_PER_ORDER + at);
        // Whether a change whose connection was killed was committed, the log and the order know.
        const tries = stores.map((each) => each.transition(change, null));
        await Promise.allSettled([...tries, store.numberEvents(5)]);
        if (at % 4 === 0 && index === 0) await ask(database, kill);
      }
    });
    await Promise.all(raced);
    await doomed.close();
    assert.ok((await compareEvents(database)) > RACED_ORDERS);
  });
});

test('the comparison notices an event that is missing, one too many, and a gap', async () => {
  const spoil = [
    `DELETE FROM waiting_events WHERE position = (SELECT max(position) FROM waiting_events)`,
    `INSERT INTO waiting_events (object_id, at_ms, state, filled_amount)
      SELECT object_id, at_ms, state, filled_amount
      FROM waiting_events LIMIT 1`,
    `UPDATE event_counts SET newest = newest + 1`,
  ];
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    for (const text of spoil) {
      const { accountId } = await storedAccount(store);
      await store.insertIntent(sampleOrder(accountId));
      await store.numberEvents(10);
      assert.equal(await compareEvents(database), 1);
      await store.insertIntent(sampleOrder(accountId, { marketTag: 'B' }));
      await database.write({ text }, []);
      await assert.rejects(compareEvents(database), { code: 'ERR_ASSERTION' });
      const tables = 'waiting_events, events, event_counts, orders';
      await database.write({ text: `TRUNCATE ${tables} CASCADE` }, []);
    }
  });
});

suite('days', () => {
  const AGE = (days: number): string =>
    `UPDATE event_days SET day = floor(extract(epoch FROM clock_timestamp()) / 86400) - ${days}`;
  const DAYS = `
    SELECT slot, day - floor(extract(epoch FROM clock_timestamp()) / 86400)::int AS age
    FROM event_days ORDER BY opened`;

  test('a day goes as a whole, and numbers go on', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const { accountId, userId } = await storedAccount(store);
      const place = async () => {
        await store.insertIntent(sampleOrder(accountId, { marketTag: sampleId('market') }));
        await store.numberEvents(10);
      };
      await place();
      await place();
      await database.write({ text: AGE(7) }, []);
      await keepEventDays(database, 7);
      await place();
      assert.deepEqual(await sequencesOf(store, userId), [1, 2, 3]);
      await database.write({ text: `${AGE(8)} WHERE slot = 0` }, []);
      await keepEventDays(database, 7);
      await place();
      assert.deepEqual(await sequencesOf(store, userId), [3, 4]);
      const bounds = await store.readEvents({ userId, after: 0, types: null, limit: 1 });
      assert.deepEqual(checkPlace(1, bounds), { ok: false, rejection: 'expired' });
      assert.equal(checkPlace(2, bounds).ok, true);
      assert.deepEqual(checkPlace(5, bounds), { ok: false, rejection: 'ahead' });
    });
  });

  test('a long reader is not waited for, and events go on meanwhile', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const store = postgresStore(database);
      const { accountId, userId } = await storedAccount(store);
      await store.insertIntent(sampleOrder(accountId));
      await store.numberEvents(10);
      const backup = new Client({ connectionString: url });
      await backup.connect();
      await backup.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
      await database.write({ text: AGE(30) }, []);
      await keepEventDays(database, 7);
      await store.insertIntent(sampleOrder(accountId, { marketTag: 'B' }));
      await store.numberEvents(10);
      assert.deepEqual(await sequencesOf(store, userId), [1, 2]);
      await backup.query('COMMIT');
      await backup.end();
      await keepEventDays(database, 7);
      assert.deepEqual(await sequencesOf(store, userId), [2]);
    });
  });

  test('a day that was opened while the clock was ahead counts as today', async () => {
    await withTestDatabase(async ({ database }) => {
      await database.write({ text: AGE(-400) }, []);
      await keepEventDays(database, 7);
      assert.deepEqual(await ask(database, DAYS), [{ slot: 0, age: 0 }]);
    });
  });

  test('after an absence, events that waited are not emptied with the day before it', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const { accountId, userId } = await storedAccount(store);
      const place = () =>
        store.insertIntent(sampleOrder(accountId, { marketTag: sampleId('market') }));
      await place();
      await store.numberEvents(10);
      await place();
      await database.write({ text: AGE(30) }, []);
      // Whatever a start does first.
      await store.numberEvents(10);
      await keepEventDays(database, 7);
      assert.deepEqual(await sequencesOf(store, userId), [2]);
      await place();
      await store.numberEvents(10);
      await keepEventDays(database, 7);
      assert.deepEqual(await sequencesOf(store, userId), [2, 3]);
      assert.deepEqual(await ask(database, DAYS), [{ slot: 1, age: 0 }]);
    });
  });

  test('a day begins with its first event, and once', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const { accountId } = await storedAccount(store);
      await database.write({ text: AGE(1) }, []);
      await store.insertIntent(sampleOrder(accountId));
      await Promise.all([
        store.numberEvents(10),
        keepEventDays(database, 7),
        store.numberEvents(10),
      ]);
      const [yesterday, today] = [
        { slot: 0, age: -1 },
        { slot: 1, age: 0 },
      ];
      assert.deepEqual(await ask(database, DAYS), [yesterday, today]);
    });
  });

  test('where no slot is free, the newest counts as the day of its newest event', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const { accountId, userId } = await storedAccount(store);
      const fill = `
        INSERT INTO event_days (slot, day)
        SELECT slot, floor(extract(epoch FROM clock_timestamp()) / 86400) - 40
        FROM generate_series(1, 15) AS slot`;
      await database.write({ text: AGE(40) }, []);
      await database.write({ text: fill }, []);
      await store.insertIntent(sampleOrder(accountId));
      await store.numberEvents(10);
      await keepEventDays(database, 14);
      assert.deepEqual(await sequencesOf(store, userId), [1]);
      assert.deepEqual(await ask(database, DAYS), [{ slot: 15, age: 0 }]);
    });
  });

  test('without a free slot new events go to the newest', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const fill = `
        INSERT INTO event_days (slot, day)
        SELECT slot, floor(extract(epoch FROM clock_timestamp()) / 86400) - 16 + slot
        FROM generate_series(1, 15) AS slot`;
      await database.write({ text: fill }, []);
      await database.write({ text: `${AGE(16)} WHERE slot = 0` }, []);
      await keepEventDays(database, 14);
      const newest = async () =>
        (await ask<{ readonly slot: number }>(database, DAYS)).at(-1)?.slot;
      const { accountId, userId } = await storedAccount(store);
      await store.insertIntent(sampleOrder(accountId, { marketTag: 'A' }));
      await store.numberEvents(10);
      assert.equal(await newest(), 15);
      // Slot 0 is free for the day after.
      await database.write({ text: 'UPDATE event_days SET day = day - 1' }, []);
      await store.insertIntent(sampleOrder(accountId, { marketTag: 'B' }));
      await store.numberEvents(10);
      assert.equal(await newest(), 0);
      assert.deepEqual(await sequencesOf(store, userId), [1, 2]);
    });
  });
});

/** A change to any state with any fill, the same for the same number. */
function anyChange(orderId: string, number: number): OrderTransition {
  const state = (at: number): OrderState => ORDER_STATES[at % ORDER_STATES.length] ?? 'open';
  return {
    orderId,
    from: ORDER_STATES,
    to: state(number * 7),
    filledAmount: number % 3 === 0 ? ZERO : decimal(String((number * 5) % 4)),
    venueOrderId: null,
    reason: null,
    atMs: 1_700_000_000_000 + number,
  };
}
