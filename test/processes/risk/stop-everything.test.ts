// The risk switch of a real service on a real PostgreSQL while other requests of its user hold all
// connections that the user gets, and as a command beside it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import type { RequestedService } from '../../support/requested-service.ts';
import { ask, withRequestedService } from '../../support/requested-service.ts';
import { runCommand } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';

/** More than the pool has connections. */
const REQUESTS_COUNT = 40;
/** As many connections as the statements of one user hold at once. */
const HELD_COUNT = 4;

/** While `work` runs, requests that ask for labs hold all connections that their user gets. */
async function whileShareIsUsedUp(
  setup: RequestedService,
  work: () => Promise<void>,
): Promise<void> {
  const holder = new Client({ connectionString: setup.test.url });
  await holder.connect();
  let requested: Promise<unknown>[] = [];
  try {
    await holder.query('BEGIN; LOCK TABLE labs IN ACCESS EXCLUSIVE MODE');
    requested = Array.from({ length: REQUESTS_COUNT }, () =>
      fetch(`${setup.service.url}/v1/labs`, { headers: { authorization: `Bearer ${setup.key}` } })
        .then((response) => response.text())
        .catch(() => null),
    );
    await until('requests hold connections', async () => (await heldCount(holder)) >= HELD_COUNT);
    await work();
    assert.equal(await heldCount(holder), HELD_COUNT);
  } finally {
    await holder.end();
    await Promise.all(requested);
  }
}

async function heldCount(client: Client): Promise<number> {
  const found = await client.query<{ readonly count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks l
     WHERE NOT l.granted AND l.relation = 'labs'::regclass`,
  );
  return found.rows[0]?.count ?? 0;
}

function restingOrder({ accountId }: Pick<RequestedService, 'accountId'>): object {
  return {
    account_id: accountId,
    market_tag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: '1000',
    amount: '0.01',
  };
}

test('bots are stopped while other requests of their user hold its share', async () => {
  await withRequestedService(async (setup) => {
    await ask(setup, 'POST', '/v1/orders', restingOrder(setup));
    await whileShareIsUsedUp(setup, async () => {
      const done = await ask(setup, 'POST', '/v1/stop-everything', { cancel_orders: true });
      assert.deepEqual(done, {
        bots_stopped: 1,
        brackets_halted: 0,
        orders_cancelled: 1,
        orders_working: 0,
        closing_orders: 0,
        positions_left: 0,
        accounts_left: 0,
        is_complete: true,
      });
    });
    const bot = await ask(setup, 'GET', `/v1/bots/${setup.botId}`, null);
    assert.equal(bot['is_activated'], false);
    const orders = await ask(setup, 'GET', `/v1/accounts/${setup.accountId}/orders`, null);
    assert.deepEqual(orders['data'], []);
  });
});

test('the command stops all bots of the installation, and cancels orders when asked', async () => {
  await withRequestedService(async (setup) => {
    await ask(setup, 'POST', '/v1/orders', restingOrder(setup));
    const where = ['--database-url', setup.test.url];
    const first = await runCommand(setup.dataDir, ['stop-everything', ...where]);
    const all = { account_ids_left: [], is_complete: true };
    const sent = { orders_working: 0, closing_orders: 0, positions_left: 0 };
    const nothing = { brackets_halted: 0, orders_cancelled: 0, ...sent };
    assert.deepEqual(first, { bot_ids: [setup.botId], ...nothing, ...all });
    const words = ['stop-everything', '--user', 'demo', '--cancel-orders', ...where];
    const second = await runCommand(setup.dataDir, words);
    const cancelled = { ...nothing, orders_cancelled: 1 };
    assert.deepEqual(second, { bot_ids: [], ...cancelled, ...all });
  });
});
