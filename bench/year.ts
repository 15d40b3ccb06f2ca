// `npm run bench:year [-- orders=60000 lines=100000 bots=400 running=40]`: an installation in its
// first month and in its twelfth, with so many orders and lines of bots in each month. Lists,
// placing an order and running the bots again after SIGKILL are to take as long in both. Then
// old months of lines are dropped under orders, and a backup is taken. Rows are copies of real
// ones, written by SQL.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import { postgresLineMonthStore } from '#adapters/postgres/stores/line-month-store.ts';
import { DAY_MS } from '#lib/time.ts';
import { withTestDatabase } from '../test/support/database.ts';
import { freePort } from '../test/support/free-port.ts';
import { removeFolder } from '../test/support/remove-folder.ts';
import type { ServiceProcess } from '../test/support/service-process.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { dropParts } from '#services/retention/drop-parts.ts';
import { quantile } from './bots/figures.ts';
import { countPages } from './year/count-pages.ts';
import type { Installation, Sizes } from './year/installation.ts';
import { ask } from './year/installation.ts';
import { copyBots, liveMonth, MONTHS } from './year/live-month.ts';
import type { AfterKill } from './year/run-after-kill.ts';
import { runAfterKill, startBots } from './year/run-after-kill.ts';

/** Code is compiled before it is measured. */
const WARM_UPS = 30;
const REQUESTS = 100;
const KILLS = 3;
const FAST = 'reads=100000/60,trading=100000/60,writes=100000/60';
const ORDER = { market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market', amount: '0.0001' };

const SIZES: Sizes = { orders: 60_000, lines: 100_000, bots: 400, running: 40 };

type Figures = ReadonlyMap<string, readonly number[]>;

function sizesOf(words: readonly string[]): Sizes {
  const given = new Map(words.map((word) => [word.split('=')[0], Number(word.split('=')[1])]));
  const sizeOf = (name: keyof Sizes): number => given.get(name) ?? SIZES[name];
  return {
    orders: sizeOf('orders'),
    lines: sizeOf('lines'),
    bots: sizeOf('bots'),
    running: sizeOf('running'),
  };
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

async function measure(installation: Installation, sizes: Sizes): Promise<Figures> {
  const { accountId, botId } = installation;
  const figures = new Map<string, readonly number[]>();
  const lists = [
    `/v1/accounts/${accountId}/orders`,
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
    await timeOf(WARM_UPS, get);
    figures.set(`GET ${name}`, await timeOf(REQUESTS, get));
  }
  const place = () => ask(installation, 'POST', `/v1/accounts/${accountId}/orders`, ORDER);
  await timeOf(WARM_UPS, place);
  figures.set('POST an order', await timeOf(REQUESTS, place));
  const runs: AfterKill[] = [];
  for (let count = 0; count < KILLS; count += 1)
    runs.push(await runAfterKill(installation, sizes.running));
  const name = `SIGKILL to ${sizes.running} bots running`;
  figures.set(
    name,
    runs.map(({ waitedMs }) => waitedMs),
  );
  figures.set(
    'processor time of their process until then',
    runs.map(({ cpuMs }) => cpuMs),
  );
  figures.set(
    'of the database until then',
    runs.map(({ databaseCpuMs }) => databaseCpuMs),
  );
  return figures;
}

/** Drops months of lines that are older than 90 days while orders are placed. */
async function dropUnderOrders(installation: Installation): Promise<string> {
  const { database, accountId } = installation;
  const parts = postgresLineMonthStore(database);
  // The service has looked for old lines at its start.
  await database.write({ text: 'DELETE FROM retention_rounds' }, []);
  const state = { isOver: false };
  const beganMs = performance.now();
  const dropping = (async () => {
    const never = new AbortController().signal;
    const olds = await parts.claimOldMonths('bench', Date.now() - 90 * DAY_MS);
    const dropped = await dropParts({ parts, archive: null }, 'bench', olds, never);
    state.isOver = true;
    return { count: dropped.length, seconds: (performance.now() - beganMs) / 1_000 };
  })();
  const durations: number[] = [];
  const path = `/v1/accounts/${accountId}/orders`;
  try {
    for (let side = 'sell'; !state.isOver; side = side === 'buy' ? 'sell' : 'buy') {
      const place = () => ask(installation, 'POST', path, { ...ORDER, side });
      durations.push(...(await timeOf(1, place)));
    }
  } finally {
    await dropping;
  }
  const { count, seconds } = await dropping;
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)].map(rounded);
  return (
    `dropped ${count} months of lines in ${seconds.toFixed(1)} s; ` +
    `${durations.length} orders meanwhile, p50 ${p50} ms, p99 ${p99} ms`
  );
}

function rounded(value: number): string {
  return value.toFixed(1);
}

function printTable(first: Figures, last: Figures): void {
  console.log('| least, p50, p95, ms | month 1 | month 12 |\n|---|---|---|');
  for (const [name, durations] of first) {
    const cell = (of: readonly number[]) =>
      [0, 0.5, 0.95].map((share) => rounded(quantile(of, share))).join(', ');
    console.log(`| ${name} | ${cell(durations)} | ${cell(last.get(name) ?? [])} |`);
  }
}

function printPages(first: ReadonlyMap<string, number>, last: ReadonlyMap<string, number>): void {
  console.log('| pages read | month 1 | then |\n|---|---|---|');
  for (const [name, pages] of first)
    console.log(`| ${name} | ${pages} | ${last.get(name) ?? ''} |`);
}

async function liveYear(
  database: Database,
  databaseUrl: string,
  service: ServiceProcess,
): Promise<void> {
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
  const botId = String(bot['bot_id']);
  const installation = { database, databaseUrl, url, key, accountId, scriptId, botId };
  await ask(installation, 'POST', `/v1/accounts/${accountId}/orders`, ORDER);
  await copyBots(installation, sizes.bots);
  await startBots(installation, sizes.running);
  await liveMonth(installation, 1, sizes);
  const firstPages = await countPages(installation);
  printPages(firstPages, firstPages);
  const first = await measure(installation, sizes);
  for (let month = 2; month <= MONTHS; month += 1) await liveMonth(installation, month, sizes);
  printPages(firstPages, await countPages(installation));
  const last = await measure(installation, sizes);
  printTable(first, last);
  console.log(await dropUnderOrders(installation));
  const text = `SELECT pg_size_pretty(pg_database_size(current_database())) AS size`;
  const [row] = await database.read<{ readonly size: string }>({ text }, []);
  console.log(`size of the database: ${row?.size ?? ''}`);
  console.log(await backUp(databaseUrl));
}

async function backUp(databaseUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-year-backup-'));
  try {
    const [duration = 0] = await timeOf(1, () =>
      writeBackup(databaseUrl, join(folder, 'backup'), '0.0.0'),
    );
    return `a backup took ${(duration / 1_000).toFixed(1)} s`;
  } finally {
    await removeFolder(folder);
  }
}

await withTestDatabase(async ({ url, database }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-year-'));
  const environment = { DATABASE_URL: url, TIDEMILL_RATE_LIMITS: FAST };
  const port = await freePort();
  const service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  try {
    await liveYear(database, url, service);
  } finally {
    await service.end('SIGTERM');
    await removeFolder(dataDir);
  }
});
