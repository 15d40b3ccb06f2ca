// `npm run bench:year [-- orders=60000 lines=100000 bots=400]`: an installation in its first month
// and in its twelfth, with so many orders and lines of bots in each month. Lists and placing an
// order are to take as long in both. Then old lines are pruned under orders. Rows are copies of
// real ones, written by SQL.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { DAY_MS } from '#lib/time.ts';
import { withTestDatabase } from '../test/support/database.ts';
import { freePort } from '../test/support/free-port.ts';
import { removeFolder } from '../test/support/remove-folder.ts';
import type { ServiceProcess } from '../test/support/service-process.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { quantile } from './bots/figures.ts';

const MONTH_MS = 30 * DAY_MS;
const MONTHS = 12;
const REQUESTS = 40;
const FAST = 'reads=100000/60,trading=100000/60,writes=100000/60';
const ORDER = { market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market', amount: '0.0001' };

const SIZES = { orders: 60_000, lines: 100_000, bots: 400 };

type Installation = {
  readonly database: Database;
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly botId: string;
};

type Figures = ReadonlyMap<string, readonly number[]>;

function sizesOf(words: readonly string[]): typeof SIZES {
  const given = new Map(words.map((word) => [word.split('=')[0], Number(word.split('=')[1])]));
  const { orders, lines, bots } = SIZES;
  return {
    orders: given.get('orders') ?? orders,
    lines: given.get('lines') ?? lines,
    bots: given.get('bots') ?? bots,
  };
}

async function ask(
  { url, key }: Pick<Installation, 'url' | 'key'>,
  method: string,
  path: string,
  body: unknown = null,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** Columns of a table that are copied as they are: all but those that are generated or given. */
async function columnsOf(database: Database, table: string, given: readonly string[]) {
  const text = `SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = ''
      AND attgenerated = '' AND NOT attname = ANY ($2::text[]) ORDER BY attnum`;
  const rows = await database.read<{ readonly name: string }>({ text }, [table, given]);
  return rows.map(({ name }) => name).join(', ');
}

/** One month's rows, spread evenly over it; without the events of each. */
async function liveMonth(
  { database, accountId, botId }: Installation,
  month: number,
  sizes: typeof SIZES,
): Promise<void> {
  const beganMs = Date.now() - (MONTHS - month) * MONTH_MS - 3_600_000;
  const times = ['placed_at_ms', 'updated_at_ms'];
  const names = ['client_order_id', 'venue_order_id'];
  const orders = await columnsOf(database, 'orders', ['order_id', 'bot_id', ...names, ...times]);
  const simulated = await columnsOf(database, 'sim_orders', [...names, ...times]);
  const run = (text: string, values: readonly unknown[] = []) =>
    database.transaction(async (session) => {
      await session.write({ text: 'SET LOCAL session_replication_role = replica' }, []);
      await session.write({ text: 'SET LOCAL statement_timeout = 0' }, []);
      await session.write({ text }, values);
    });
  const at = `$2::bigint + n * (${MONTH_MS}::bigint / $3)`;
  const name = `lpad(($4::int)::text, 2, '0') || lpad(n::text, 9, '0')`;
  const values = [accountId, beganMs - MONTH_MS, sizes.orders, month];
  await run(
    `INSERT INTO orders (order_id, client_order_id, venue_order_id, bot_id, placed_at_ms,
        updated_at_ms, ${orders})
      SELECT 'ord_y' || ${name}, 'y' || ${name}, 'v' || ${name}, b.bot_id, ${at}, ${at}, ${orders}
      FROM (SELECT ${orders} FROM orders WHERE account_id = $1 AND bot_id IS NULL LIMIT 1) AS t,
        generate_series(1, $3::int) AS n
        JOIN (SELECT bot_id, row_number() OVER () AS place FROM bots) AS b
          ON b.place = 1 + n % ${sizes.bots}`,
    values,
  );
  await run(
    `INSERT INTO sim_orders (client_order_id, venue_order_id, placed_at_ms, updated_at_ms,
        ${simulated})
      SELECT 'y' || ${name}, 'v' || ${name}, ${at}, ${at}, ${simulated}
      FROM (SELECT ${simulated} FROM sim_orders WHERE account_id = $1 LIMIT 1) AS t,
        generate_series(1, $3::int) AS n WHERE $4::int > 0`,
    values,
  );
  await run(
    `INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
      SELECT b.bot_id, $2::bigint + n * (${MONTH_MS}::bigint / $1), 'info',
        'bought 0.0001 at 65000.1 because the average of 20 minutes was crossed, line ' || n
      FROM generate_series(1, $1::int) AS n
        JOIN (SELECT bot_id, row_number() OVER () AS place FROM bots) AS b
          ON b.place = 1 + n % ${sizes.bots}
      WHERE $3 <> ''`,
    [sizes.lines, beganMs - MONTH_MS, botId],
  );
  await database.write({ text: 'ANALYZE' }, []);
}

/** More bots like the one that there is, never started. */
async function copyBots({ database }: Installation, count: number): Promise<void> {
  const columns = await columnsOf(database, 'bots', ['bot_id', 'name']);
  const text = `INSERT INTO bots (bot_id, name, ${columns})
    SELECT 'bot_y' || lpad(n::text, 8, '0'), 'bot ' || n, ${columns}
    FROM bots, generate_series(2, $1::int) AS n`;
  await database.write({ text }, [count]);
}

async function timeOf(times: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const beganMs = performance.now();
    await work();
    durations.push(performance.now() - beganMs);
  }
  return durations;
}

async function measure(installation: Installation): Promise<Figures> {
  const { accountId, botId } = installation;
  const figures = new Map<string, readonly number[]>();
  const lists = [
    '/v1/orders',
    '/v1/fills',
    `/v1/accounts/${accountId}/orders/history`,
    `/v1/accounts/${accountId}/fills`,
    `/v1/accounts/${accountId}/ledger`,
    `/v1/accounts/${accountId}/balance`,
    '/v1/events',
    '/v1/audit',
    '/v1/bots',
    `/v1/bots/${botId}/logs`,
    `/v1/bots/${botId}/orders`,
  ];
  for (const path of lists) {
    const name = path.replace(accountId, '{account}').replace(botId, '{bot}');
    const get = () => ask(installation, 'GET', path);
    await timeOf(5, get);
    figures.set(`GET ${name}`, await timeOf(REQUESTS, get));
  }
  const place = () => ask(installation, 'POST', `/v1/accounts/${accountId}/orders`, ORDER);
  await timeOf(5, place);
  figures.set('POST an order', await timeOf(REQUESTS, place));
  return figures;
}

/** Prunes lines of more than 90 days while orders are placed; rows a second, and the orders. */
async function pruneUnderOrders(installation: Installation): Promise<string> {
  const { database, accountId } = installation;
  const store = postgresRetentionStore(database);
  const wanted = { kind: 'lines', ownerId: 'bench', beforeMs: Date.now() - 90 * DAY_MS } as const;
  // The service has looked for old lines at its start.
  await database.write({ text: 'DELETE FROM retention_rounds' }, []);
  const state = { isOver: false, deletedCount: 0 };
  const beganMs = performance.now();
  const pruning = (async () => {
    while (!state.isOver) {
      const slice = await store.pruneSlice({ ...wanted, rowsMax: 5_000 });
      state.deletedCount += slice.deletedCount;
      state.isOver = slice.isOver;
    }
    return (performance.now() - beganMs) / 1_000;
  })();
  const durations: number[] = [];
  const path = `/v1/accounts/${accountId}/orders`;
  try {
    for (let side = 'sell'; !state.isOver; side = side === 'buy' ? 'sell' : 'buy') {
      const place = () => ask(installation, 'POST', path, { ...ORDER, side });
      durations.push(...(await timeOf(1, place)));
    }
  } finally {
    await pruning;
  }
  const seconds = await pruning;
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)].map(rounded);
  return (
    `pruned ${state.deletedCount} lines in ${seconds.toFixed(1)} s; ` +
    `${durations.length} orders meanwhile, p50 ${p50} ms, p99 ${p99} ms`
  );
}

function rounded(value: number): string {
  return value.toFixed(1);
}

function printTable(first: Figures, last: Figures): void {
  console.log('| p50 (p95), ms | month 1 | month 12 |\n|---|---|---|');
  for (const [name, durations] of first) {
    const cell = (of: readonly number[]) =>
      `${rounded(quantile(of, 0.5))} (${rounded(quantile(of, 0.95))})`;
    console.log(`| ${name} | ${cell(durations)} | ${cell(last.get(name) ?? [])} |`);
  }
}

async function liveYear(database: Database, service: ServiceProcess): Promise<void> {
  const sizes = sizesOf(process.argv.slice(2));
  const [key = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(service.welcome()) ?? [];
  const [scriptId = ''] = /scr_\w+/.exec(service.welcome()) ?? [];
  const { url } = service;
  const made = { name: 'b', script_id: scriptId, account_id: accountId };
  const bot = await ask({ url, key }, 'POST', '/v1/bots', {
    ...made,
    market_tag: 'SIM_BTC_USDT',
  });
  const installation = { database, url, key, accountId, botId: String(bot['bot_id']) };
  await ask(installation, 'POST', `/v1/accounts/${accountId}/orders`, ORDER);
  await copyBots(installation, sizes.bots);
  await liveMonth(installation, 1, sizes);
  const first = await measure(installation);
  for (let month = 2; month <= MONTHS; month += 1) await liveMonth(installation, month, sizes);
  const last = await measure(installation);
  printTable(first, last);
  console.log(await pruneUnderOrders(installation));
  const text = `SELECT pg_size_pretty(pg_database_size(current_database())) AS size`;
  const [row] = await database.read<{ readonly size: string }>({ text }, []);
  console.log(`size of the database: ${row?.size ?? ''}`);
}

await withTestDatabase(async ({ url, database }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-year-'));
  const environment = { DATABASE_URL: url, TIDEMILL_RATE_LIMITS: FAST };
  const port = await freePort();
  const service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  try {
    await liveYear(database, service);
  } finally {
    await service.end('SIGTERM');
    await removeFolder(dataDir);
  }
});
