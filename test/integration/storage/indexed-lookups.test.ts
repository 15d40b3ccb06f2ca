// Lookups that are frequent, or that somebody waits for, are found by an index: asked of
// PostgreSQL's own plans, over tables with many rows whose statistics are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { discardJobs, handOutAgain } from '#adapters/postgres/jobs/job-rows.ts';
import { packStepsAfter } from '#adapters/postgres/stores/pack-steps.ts';
import { pageOfResults } from '#adapters/postgres/stores/lab-results.ts';
import { listOrders } from '#adapters/postgres/stores/order-history.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresOrderStore } from '#adapters/postgres/stores/order-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { decimal } from '#lib/decimal.ts';
import { LAB_SORTS } from '#ports/stores/lab-store.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const ROWS = 20_000;

/** A session that notes the plan of each statement beside carrying it out. */
function explained(session: Session) {
  const plans: string[] = [];
  const explain = async ({ text }: Statement<unknown>, values: readonly unknown[]) => {
    type Line = { readonly 'QUERY PLAN': string };
    const lines = await session.read<Line>({ text: `EXPLAIN ${text}` }, values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  };
  const noted: Session = {
    async read(statement, values) {
      await explain(statement, values);
      return session.read(statement, values);
    },
    async write(statement, values) {
      await explain(statement, values);
      return session.write(statement, values);
    },
  };
  return { session: noted, plans };
}

/** Another order for each factor; some have none. */
function figureSql(factor: number): string {
  return `CASE WHEN n % 100 > 0 THEN n * ${factor} % 9973 END`;
}

async function fill(database: Database, statements: readonly string[]): Promise<void> {
  for (const text of [...statements, 'ANALYZE']) await database.write({ text }, []);
}

function assertNoScan(plans: readonly string[], table: string): void {
  assert(plans.length > 0);
  for (const plan of plans) assert(!plan.includes(`Seq Scan on ${table}`), plan);
}

test('jobs that pg-boss holds are found by their ids', async () => {
  await withTestDatabase(async ({ database }) => {
    const queues = ['some'];
    const report = (): void => undefined;
    const { jobs, close } = await openJobs(database, { isRunning: false, queues, report });
    try {
      const ids = Array.from({ length: ROWS }, (_, index) => `job_${index}`);
      await database.transaction((session) => jobs.enqueue(session, 'some', ids, 'usr_1'));
      await fill(database, [
        'UPDATE jobs SET boss_id = gen_random_uuid()',
        `INSERT INTO pgboss.job (id, name, data)
         SELECT boss_id, queue, jsonb_build_object('jobId', job_id) FROM jobs`,
      ]);
      const { session, plans } = explained(database);
      assert.equal(await discardJobs(session, ids.slice(0, 3)), 3);
      assert.equal(plans.length, 2);
      assertNoScan(plans, 'job_common');
      const [left] = await database.read<{ readonly count: number }>(
        { text: 'SELECT count(*) AS count FROM pgboss.job' },
        [],
      );
      assert.equal(left?.count, ROWS - 3);
      // That of a single job: a process looks for all of them, once, when it starts.
      await database.write({ text: `DELETE FROM pgboss.job WHERE data ->> 'jobId' = 'job_9'` }, []);
      await handOutAgain(database, 'some');
      const waiting = { text: 'SELECT job_id FROM jobs WHERE boss_id IS NULL' };
      assert.deepEqual(await database.read(waiting, []), [{ job_id: 'job_9' }]);
    } finally {
      await close();
    }
  });
});

test('working orders of a bot are found among many that have ended', async () => {
  await withTestDatabase(async ({ database }) => {
    await fill(database, [
      `INSERT INTO orders (
         order_id, account_id, client_order_id, side, type, price, amount, filled_amount, state,
         bot_id, updated_at_ms, history
       )
       SELECT 'ord_' || n, 'acc_1', 'own_' || n, 'buy', 'limit', 1, 1, 0,
         CASE WHEN n % 4 = 0 THEN 'open' ELSE 'filled' END,
         CASE WHEN n % 4 = 0 AND n % 1000 > 0 THEN 'bot_' || n % 100 ELSE 'bot_many' END, n, '[]'
       FROM generate_series(1, ${ROWS}) n`,
    ]);
    const { session, plans } = explained(database);
    const read: Database['read'] = (statement, values) => session.read(statement, values);
    const runs = postgresBotRunStore({ ...database, read });
    const orders = await runs.listWorkingBotOrders('bot_many');
    assert.equal(orders.length, ROWS / 1_000);
    assert.equal(plans.length, 1);
    assert.match(plans[0] ?? '', /orders_working_of_bot/);
  });
});

test('accounts with an order in doubt are found among many orders that are in none', async () => {
  await withTestDatabase(async ({ database }) => {
    await fill(database, [
      `INSERT INTO users (user_id, name, plan, created_at_ms) VALUES ('usr_1', 'ada', 'unlimited', 0)`,
      `INSERT INTO accounts (
         account_id, user_id, name, exchange, market_type, is_simulated, is_test_net, status,
         allows_bots, created_at_ms
       )
       SELECT 'acc_' || n, 'usr_1', 'a', 'sim', 'spot', true, false, 'connected', true, 0
       FROM generate_series(1, ${ROWS / 10}) n`,
      `INSERT INTO orders (
         order_id, account_id, client_order_id, market_tag, side, type, price, amount,
         filled_amount, state, placed_at_ms, updated_at_ms, history
       )
       SELECT 'ord_' || n, 'acc_' || n % ${ROWS / 10} + 1, 'own_' || n, 'market_' || n % 10, 'buy',
         'limit', 1, 1, 0,
         CASE WHEN n % 5000 = 0 THEN 'unknown' WHEN n % 3 = 0 THEN 'open' ELSE 'filled' END, n, n, '[]'
       FROM generate_series(1, ${ROWS}) n`,
    ]);
    const { session, plans } = explained(database);
    const read: Database['read'] = (statement, values) => session.read(statement, values);
    const accounts = await postgresOrderStore({ ...database, read }).listAccountsInDoubt(6_000);
    assert.equal(accounts.length, 2);
    assert.match(plans[0] ?? '', /orders_unresolved/);
    assertNoScan(plans, 'orders');
  });
});

test('reconciliation and lists of fills read few of a year of orders', async () => {
  await withTestDatabase(async ({ database }) => {
    await fill(database, [
      `INSERT INTO orders (
         order_id, account_id, client_order_id, venue_order_id, market_tag, side, type, price,
         amount, filled_amount, state, placed_at_ms, updated_at_ms, history
       )
       SELECT 'ord_' || n, 'acc_1', 'own_' || n, CASE WHEN n % 3333 > 0 THEN 'v_' || n END,
         'market_' || n % 3, 'buy', 'limit', 1, 1, 1,
         CASE WHEN n % 5000 = 0 THEN 'open' WHEN n % 3333 = 0 THEN 'rejected' ELSE 'filled' END, n,
         n, '[]'
       FROM generate_series(1, ${2 * ROWS}) n`,
    ]);
    const { session, plans } = explained(database);
    const read: Database['read'] = (statement, values) => session.read(statement, values);
    const orders = postgresOrderStore({ ...database, read });
    const lastMs = 2 * ROWS - 10;
    const traded = await orders.sumTraded('acc_1', ['market_0', 'market_1', 'market_2'], lastMs);
    assert.deepEqual(traded, { net: decimal('18'), gross: decimal('18') });
    assert.match(plans.at(-1) ?? '', /Bitmap Index Scan on orders_by_change/);
    assertNoScan(plans, 'orders');
    const markets = await orders.listMarketsOfOrders('acc_1');
    assert.deepEqual(markets, ['market_0', 'market_1', 'market_2']);
    assert.match(plans.at(-1) ?? '', /orders_by_venue_name/);
    await orders.listDeniedOrders('acc_1', { afterMs: lastMs, limit: 20 });
    assert.match(plans.at(-1) ?? '', /orders_denied/);
    await orders.listAccountsToReconcile({ afterMs: lastMs });
    assert.match(plans.at(-1) ?? '', /orders_denied/);
    assertNoScan(plans, 'orders');
  });
});

test('orders of a year are listed by an index, however the list is narrowed', async () => {
  await withTestDatabase(async ({ database }) => {
    await fill(database, [
      `INSERT INTO users (user_id, name, plan, created_at_ms) VALUES ('usr_1', 'ada', 'unlimited', 0)`,
      `INSERT INTO accounts (
         account_id, user_id, name, exchange, market_type, is_simulated, is_test_net, status,
         allows_bots, created_at_ms
       )
       SELECT 'acc_' || n, 'usr_1', 'a', 'sim', 'spot', true, false, 'connected', true, 0 FROM generate_series(1, 3) n`,
      `INSERT INTO orders (
         order_id, account_id, client_order_id, market_tag, side, type, price, amount,
         filled_amount, state, bot_id, placed_at_ms, updated_at_ms, history
       )
       SELECT 'ord_' || n, 'acc_' || n % 3 + 1, 'own_' || n, 'market_' || n % 10, 'buy', 'limit', 1,
         1, 0, 'filled', 'bot_' || n % 20, n, n, '[]'
       FROM generate_series(1, ${ROWS}) n`,
    ]);
    const { session, plans } = explained(database);
    const nothing = { accountId: null, marketTag: null, botId: null, states: null };
    const all = { userId: 'usr_1', ...nothing, fromMs: null, toMs: null };
    const narrowed = [
      {},
      { accountId: 'acc_2' },
      { accountId: 'acc_2', marketTag: 'market_none' },
      { botId: 'bot_7' },
      { fromMs: 1_000, toMs: 1_100 },
    ];
    for (const [index, changes] of narrowed.entries()) {
      for (const afterId of [null, 'ord_1000']) {
        await listOrders(session, { ...all, ...changes }, afterId, 50);
        assert.match(plans.at(-1) ?? '', /Index Scan (using|on) orders_by_placing/, `${index}`);
        assertNoScan(plans, 'orders');
      }
    }
  });
});

test('a page of the results of a lab is read in the order of its figure', async () => {
  await withTestDatabase(async ({ database }) => {
    await fill(database, [
      `INSERT INTO users (user_id, name, plan, created_at_ms) VALUES ('usr_1', 'ada', 'unlimited', 0)`,
      `INSERT INTO labs (
         lab_id, user_id, status, name, script_id, algorithm, parameters, parameters_count,
         enabled_parameters_count, execution_number, plan, created_at_ms, updated_at_ms
       ) VALUES (
         'lab_1', 'usr_1', 'completed', 'lab', 'scr_1', 'random', '[]', 0, 0, 1, '{}', 0, 0
       )`,
      `INSERT INTO lab_results (
         lab_id, ordinal, combination, generation, population, backtest_id, positions_closed,
         ${LAB_SORTS.join(', ')}
       )
       SELECT 'lab_1', n, n, 0, 0, 'bt_' || n, 5,
         ${LAB_SORTS.map((_, index) => figureSql(7919 + index)).join(', ')}
       FROM generate_series(1, ${ROWS}) n`,
      `INSERT INTO lab_figures SELECT lab_id, ordinal, '{}' FROM lab_results`,
    ]);
    const execution = { labId: 'lab_1', userId: 'usr_1', executionNumber: 1 };
    for (const sort of LAB_SORTS) {
      for (const isDescending of [true, false]) {
        for (const after of [null, { value: 5_000, ordinal: 77 }]) {
          const { session, plans } = explained(database);
          const query = {
            sort,
            isDescending,
            drawdownMax: null,
            positionsMin: 1,
            after,
            limit: 100,
          };
          const page = await pageOfResults(session, execution, query);
          assert.equal(page.length, 100);
          const [plan = ''] = plans;
          assert.match(plan, new RegExp(`using lab_results_by_${sort}`));
          if (after !== null) assert.match(plan, /Index Cond: .*5000/);
        }
      }
    }
  });
});

test('a slice of packed steps reads its runs and their bots alone', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    await store.insertBot(sampleBot(await storedAccount(store)), null);
    const copied =
      'user_id, name, account_id, settings, created_at_ms, is_activated, is_paused, ' +
      'realized_profit, unrealized_profit, roi_percent, activation, script_id';
    await fill(database, [
      `INSERT INTO bots (bot_id, ${copied}) SELECT 'bot_' || lpad(n::text, 6, '0'), ${copied}
         FROM bots, generate_series(1, ${ROWS / 5}) AS n`,
      `INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, placed_digest, event_count,
         placed_count, line_count, positions)
         SELECT bot_id, 1, '{}', 0, '', 0, 0, 0, '[]' FROM bots`,
    ]);
    const { session, plans } = explained(database);
    const place = 'bot_002000 1';
    const slice = await packStepsAfter(session, place, 1_000);
    assert.deepEqual(slice, { goneCount: 0, place: 'bot_002008 1' });
    assertNoScan(plans, 'bot_runs');
    assertNoScan(plans, 'bots');
    // Not from the first bot on either.
    assert.match(plans[0] ?? '', /bots_pkey on bots b .*\n +Index Cond/);
  });
});
