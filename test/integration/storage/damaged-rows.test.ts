// Stored rows that do not fit any more: each costs itself, and is named once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import { sampleBot, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const BOTS_MAX = 100;

test('a damaged bot hides no other bot of its user, on any page', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const bot = sampleBot({ userId, accountId });
      await store.insertBot(bot, BOTS_MAX, null);
      ids.push(bot.botId);
    }
    ids.sort();
    const damaged = [ids[0], ids[2], ids[3]];
    const damage = `UPDATE bots SET settings = '[7]' WHERE bot_id = ANY ($1::text[])`;
    await database.write({ text: damage }, [damaged]);
    const whole = ids.filter((id) => !damaged.includes(id));
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const page: readonly { readonly botId: string }[] = await store.listBots(userId, after, 2);
      found.push(...page.map(({ botId }) => botId));
      if (page.length < 2) break;
      after = page.at(-1)?.botId ?? null;
    }
    assert.deepEqual(found, whole);
  });
});

test('a damaged order hides no other order of its user, on any page', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    const ids: string[] = [];
    for (let placedAtMs = 1; placedAtMs <= 6; placedAtMs += 1) {
      const order = sampleOrder(accountId, { placedAtMs });
      await store.insertIntent(order);
      ids.unshift(order.orderId);
    }
    const damaged = [ids[0], ids[2], ids[3]];
    const damage = `UPDATE orders SET terms = '{"leverage":true,"margin_mode":"cross"}'
      WHERE order_id = ANY ($1::text[])`;
    await database.write({ text: damage }, [damaged]);
    const whose = { userId, accountId: null, marketTag: null, botId: null };
    const filter = { ...whose, states: null, fromMs: null, toMs: null };
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const page: readonly { readonly orderId: string }[] = await store.listOrders(
        filter,
        after,
        2,
      );
      found.push(...page.map(({ orderId }) => orderId));
      if (page.length < 2) break;
      after = page.at(-1)?.orderId ?? null;
    }
    assert.deepEqual(
      found,
      ids.filter((id) => !damaged.includes(id)),
    );
    // By these the account is worked: one that is left out would read as absent.
    await assert.rejects(store.listWorkingOrders(accountId));
  });
});

test('a row that cannot be read is named once', () => {
  const remarks: string[] = [];
  const database = { report: (message: string) => void remarks.push(message) };
  const read = () =>
    storedRows(database, 'things', [1, 2, 3], String, (row) => {
      if (row === 2) throw new TypeError('no thing');
      return row;
    });
  assert.deepEqual(
    [read(), read()],
    [
      [1, 3],
      [1, 3],
    ],
  );
  assert.deepEqual(remarks, ['A row cannot be read and is left out: things 2: no thing']);
});
