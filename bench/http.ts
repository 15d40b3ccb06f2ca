// `npm run bench:http [balance | orders]`: requests per second of the balance and of placing orders
// through the whole service, beside a bare server and a bare program that do the same work in the
// database. The two of a pair run in turn, so that the ratio holds when the machine's speed drifts.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { Installation } from './http/installation.ts';
import { makeInstallation } from './http/installation.ts';
import type { LoadRequest, LoadResult } from './http/load.ts';
import { applyLoad, CONNECTIONS } from './http/load.ts';
import { marketOrders } from './http/market-orders.ts';

const ROUNDS = 5;
const SECONDS = 5;
const ACCOUNTS = 64;
const TARGET_BALANCE_RATIO = 0.6;
const TARGET_ORDER_RATIO = 0.5;
const TARGET_P99_MS = 15;

const ORDERS_PLACED = {
  text: "SELECT count(*) AS count FROM orders WHERE state = 'filled' AND account_id LIKE 'acc%'",
};

type Pair = { readonly ours: LoadResult; readonly bareRequestsPerSecond: number };

/**
 * Beside a program that writes what an order writes, and beside one that writes next to nothing.
 */
type OrderPairs = { readonly sameRows: Pair[]; readonly leastRows: Pair[] };

const installation = await makeInstallation(ACCOUNTS);
const cluster = await attachCluster(installation.dataDir);
const database = openDatabase({ url: cluster.url, connectionsMax: 1 });
try {
  const [only] = process.argv.slice(2);
  if (only !== 'orders') await measureBalance(installation, cluster.url);
  if (only !== 'balance') await measureOrders(installation, cluster.url, database);
} finally {
  await database.close();
  await cluster.detach();
  await installation.end();
}

async function measureBalance({ service, key, accountIds }: Installation, url: string) {
  const [accountId = ''] = accountIds;
  const headers = { authorization: `Bearer ${key}` };
  const path = `/v1/accounts/${accountId}/balance`;
  const bare = spawn(process.execPath, [besides('bare-balance-server.ts'), url, accountId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(bare.stdout), 'line')) as [string];
  const bareUrl = `http://127.0.0.1:${port}`;
  const request: LoadRequest = { method: 'GET', path, headers };
  const bareRequest: LoadRequest = { method: 'GET', path: '/balance', headers: {} };
  await applyLoad(service.url, 2, request);
  await applyLoad(bareUrl, 2, bareRequest);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await applyLoad(service.url, SECONDS, request);
    const theirs = await applyLoad(bareUrl, SECONDS, bareRequest);
    pairs.push({ ours, bareRequestsPerSecond: theirs.requestsPerSecond });
  }
  bare.kill('SIGTERM');
  await once(bare, 'exit');
  const p99Ms = report('GET balance', pairs, TARGET_BALANCE_RATIO);
  print(`  p99 ${p99Ms} ms at ${CONNECTIONS} connections (target: below ${TARGET_P99_MS} ms)`);
}

async function measureOrders(installation: Installation, url: string, database: Database) {
  const { service } = installation;
  const request = marketOrders(installation);
  await applyLoad(service.url, 2, request);
  const filledBefore = await countFilled(database);
  const pairs: OrderPairs = { sameRows: [], leastRows: [] };
  let orders = 0;
  let commits = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await countCommits(database);
    const ours = await applyLoad(service.url, SECONDS, request);
    commits += (await countCommits(database)) - before;
    orders += ours.succeeded;
    const perOrder = Math.round(commits / orders);
    const same = await ordersPerSecondOf('bare-orders.ts', [url, CONNECTIONS, SECONDS]);
    pairs.sameRows.push({ ours, bareRequestsPerSecond: same });
    const least = await ordersPerSecondOf('bare-commits.ts', [url, perOrder, CONNECTIONS, SECONDS]);
    pairs.leastRows.push({ ours, bareRequestsPerSecond: least });
  }
  report('POST order beside the same rows', pairs.sameRows, TARGET_ORDER_RATIO);
  report('POST order beside one small row a commit', pairs.leastRows, TARGET_ORDER_RATIO);
  print(`  ${(commits / orders).toFixed(2)} writing transactions per order, in both programs`);
  const stored = (await countFilled(database)) - filledBefore;
  // Each round ends with up to one order a connection under way, placed but no longer counted.
  const lost = Math.max(0, orders - stored);
  print(`  ${orders} orders acknowledged, ${stored} in the database: ${lost} lost`);
}

async function countFilled(database: Database): Promise<number> {
  const [row] = await database.read<{ count: number }>(ORDERS_PLACED, []);
  return row?.count ?? 0;
}

async function ordersPerSecondOf(program: string, words: readonly unknown[]): Promise<number> {
  const child = spawn(process.execPath, [besides(program), ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return Number(line);
}

/** The next transaction id: transactions that write take one each, all others none. */
async function countCommits(database: Database): Promise<number> {
  const [row] = await database.read<{ commits: number }>(
    {
      text: 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS commits',
    },
    [],
  );
  return row?.commits ?? 0;
}

function report(name: string, pairs: readonly Pair[], target: number): number {
  const ours = median(pairs.map((pair) => pair.ours.requestsPerSecond));
  const bare = median(pairs.map((pair) => pair.bareRequestsPerSecond));
  const ratios = pairs.map((pair) => pair.ours.requestsPerSecond / pair.bareRequestsPerSecond);
  const failed = pairs.reduce((sum, pair) => sum + pair.ours.failed, 0);
  const p99Ms = median(pairs.map((pair) => pair.ours.p99Ms));
  print(`${name}: ${ours.toFixed(0)} requests a second, bare ${bare.toFixed(0)}`);
  print(
    `  ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ` +
      `${Math.max(...ratios).toFixed(2)}; target: at least ${target}); ${failed} failed`,
  );
  return p99Ms;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function besides(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
