// Pages of the database that reads of orders touch, which no other load of the machine disturbs:
// what lists, placing, reconciliation and a start of bots read.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { DAY_MS } from '#lib/time.ts';
import type { OrderFilter } from '#ports/stores/order-store.ts';
import type { Installation } from './installation.ts';

type Plan = {
  readonly Plan: {
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
  };
};

const PAGE = 50;

/** Each by its name. */
export async function countPages({
  database,
  accountId,
  botId,
}: Installation): Promise<ReadonlyMap<string, number>> {
  const state = { count: 0 };
  const store = postgresStore(counting(database, state));
  const owners = { text: 'SELECT user_id FROM accounts WHERE account_id = $1' };
  const [owner] = await database.read<{ readonly user_id: string }>(owners, [accountId]);
  const all: OrderFilter = {
    userId: owner?.user_id ?? '',
    accountId: null,
    marketTag: null,
    botId: null,
    states: null,
    fromMs: null,
    toMs: null,
  };
  const nowMs = Date.now();
  const lately = nowMs - DAY_MS;
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    'orders, newest': () => store.listOrders(all, null, PAGE),
    'orders of a bot': () => store.listOrders({ ...all, botId }, null, PAGE),
    'orders of the first month': () =>
      store.listOrders({ ...all, toMs: nowMs - 340 * DAY_MS }, null, PAGE),
    'ended orders of an account': () => store.listEndedOrders(accountId, null, PAGE),
    'working orders of an account': () => store.listWorkingOrders(accountId),
    'accounts to reconcile': () => store.listAccountsToReconcile({ afterMs: lately }),
    'accounts in doubt': () => store.listAccountsInDoubt(lately),
    'orders denied lately': () =>
      store.listDeniedOrders(accountId, { afterMs: lately, limit: PAGE }),
    'markets of an account': () => store.listMarketsOfOrders(accountId),
    'traded in the last minute': () => store.sumTraded(accountId, ['SIM_BTC_USDT'], nowMs - 60_000),
  };
  const pages = new Map<string, number>();
  for (const [name, read] of Object.entries(reads)) {
    state.count = 0;
    await read();
    pages.set(name, state.count);
  }
  return pages;
}

/** Explains what is read, adds up its pages, and passes it on. */
function counting(database: Database, state: { count: number }): Database {
  return {
    ...database,
    async read(statement, values) {
      const text = `EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT json) ${statement.text}`;
      const [row] = await database.read<{ readonly 'QUERY PLAN': readonly Plan[] }>(
        { text },
        values,
      );
      for (const { Plan: root } of row?.['QUERY PLAN'] ?? [])
        state.count += root['Shared Hit Blocks'] + root['Shared Read Blocks'];
      return database.read(statement, values);
    },
  };
}
