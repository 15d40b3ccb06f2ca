// `npm run bench:trouble [-- requests=100 starts=1 only=hung,refused]`: how long requests take that name no exchange
// in trouble, while all ten real exchanges are slow, hang, refuse connections or return errors,
// beside a quiet time of the same service; and how soon a service is ready that starts then.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { freePort } from '../test/support/free-port.ts';
import { removeFolder } from '../test/support/remove-folder.ts';
import { runCommandHere } from '../test/support/run-command-here.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import type { Installation } from './http/installation.ts';
import { makeInstallation } from './http/installation.ts';
import { openTroubledProxy, TROUBLES } from './trouble/troubled-proxy.ts';

/** Until the lists of all exchanges have been read. */
const WARM_MS = 15_000;
/** After a trouble begins, so that requests meet it before and after it is known. */
const BEGUN_MS = 1_000;
const TARGET_RATIO = 2;
/** Figures of fewer milliseconds are those of the machine. */
const LEAST_MS = 10;

const EVERY_EXCHANGE =
  'binance,binanceusdm,bitget,bybit,coinbase,gate,hyperliquid,kraken,kucoin,okx';
const PATHS = [
  '/v1/exchanges',
  '/v1/markets',
  '/v1/markets?exchange=sim',
  '/v1/markets/SIM_BTC_USDT/price',
  '/v1/markets/SIM_BTC_USDT/ticker',
  '/v1/markets/SIM_BTC_USDT/candles?interval=60',
  '/v1/markets/SIM_BTC_USDT/candle-columns?interval=60',
  '/v1/markets/SIM_BTC_USDT/history',
  '/v1/markets/SIM_BTC_USDT/stream',
  '/v1/accounts',
  '/v1/accounts/{account_id}/balance',
  '/v1/fills',
  '/v1/whitelabel/exchanges',
  '/v1/whitelabel/markets',
] as const;

const options = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string]));
const REQUESTS = Number(options.get('requests') ?? 100);
const STARTS = Number(options.get('starts') ?? 1);
const ONLY = options.get('only')?.split(',') ?? TROUBLES;
const CHOSEN = TROUBLES.filter((trouble) => ONLY.includes(trouble));

const venue = await startVenueServer();
const proxy = await openTroubledProxy(venue.address);
const environment = { TIDEMILL_VENUES: EVERY_EXCHANGE, TIDEMILL_VENUE_LOOPBACK: proxy.url };
const installation = await makeInstallation(1, { environment });
try {
  await runCommandHere(installation.dataDir, ['partners', 'create', 'bench']);
  await runCommandHere(installation.dataDir, ['partners', 'enable-exchange', 'bench', 'sim']);
  await measure(installation);
} finally {
  await installation.end();
}
for (let at = 0; at < STARTS; at += 1) await measureStarts();
await proxy.close();
await venue.close();

async function measure(of: Installation): Promise<void> {
  await latenciesOf(of, 3);
  await pause(WARM_MS);
  const quiet = await latenciesOf(of, REQUESTS);
  await printState('quiet', of, quiet);
  const columns: [string, Latencies][] = [['quiet', quiet]];
  for (const trouble of CHOSEN) {
    await proxy.setTrouble(trouble);
    await pause(BEGUN_MS);
    const latencies = await latenciesOf(of, REQUESTS);
    columns.push([trouble, latencies]);
    await printState(trouble, of, latencies);
    await proxy.setTrouble(null);
    await pause(WARM_MS);
  }
  const again = await latenciesOf(of, REQUESTS);
  columns.push(['quiet again', again]);
  print(`p50 / p99 in milliseconds of ${REQUESTS} requests, one after another`);
  print(['path', ...columns.map(([name]) => name)].join(' | '));
  for (const path of PATHS) {
    const cells = columns.map(([, latencies]) => shown(latencies.get(path) ?? []));
    print([path, ...cells].join(' | '));
    const quietMs = [quiet, again].map((latencies) => at(latencies.get(path) ?? [], 0.99));
    const limitMs = TARGET_RATIO * Math.max(LEAST_MS, ...quietMs);
    for (const [name, latencies] of columns)
      if (at(latencies.get(path) ?? [], 0.99) > limitMs) miss(`${path}, ${name}`);
  }
}

type Latencies = ReadonlyMap<string, readonly number[]>;

/** How the exchanges are at the end of a measurement, and what it found: the whole takes long. */
async function printState(
  name: string,
  { service, key }: Installation,
  latencies: Latencies,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${service.url}/v1/exchanges`, { headers });
  const { data } = (await response.json()) as {
    data: { is_open: boolean; markets_count: number }[];
  };
  const openCount = data.filter((of) => of.is_open).length;
  const marketsCount = data.reduce((sum, of) => sum + of.markets_count, 0);
  print(`${name}: ${openCount} of ${data.length} exchanges open, ${marketsCount} markets`);
  for (const [path, each] of latencies) print(`  ${path} | ${shown(each)}`);
}

/** Milliseconds of each path, which are requested in turn. */
async function latenciesOf(
  { service, key, accountIds }: Installation,
  count: number,
): Promise<Latencies> {
  const found = new Map<string, number[]>(PATHS.map((path) => [path, []]));
  for (let round = 0; round < count; round += 1)
    for (const path of PATHS) {
      const url = `${service.url}${path.replace('{account_id}', accountIds[0] ?? '')}`;
      found.get(path)?.push(await timed(url, key));
    }
  return found;
}

/** Until the response is there; of a stream, its first piece. */
async function timed(url: string, key: string): Promise<number> {
  const end = new AbortController();
  const beganMs = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url, { headers, signal: end.signal });
  if (url.endsWith('/stream')) await response.body?.getReader().read();
  else await response.arrayBuffer();
  const tookMs = performance.now() - beganMs;
  end.abort();
  if (response.status >= 300) miss(`${url}: ${response.status}`);
  return tookMs;
}

/** A first start, and a second one of the same installation, in each trouble. */
async function measureStarts(): Promise<void> {
  for (const trouble of [null, ...CHOSEN]) {
    await proxy.setTrouble(trouble);
    const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-bench-'));
    const took = [await readyAfter(dataDir), await readyAfter(dataDir)];
    print(
      `ready, ${trouble ?? 'quiet'}: ${took.map((ms) => `${Math.round(ms)} ms`).join(', then ')}`,
    );
    await removeFolder(dataDir);
    await proxy.setTrouble(null);
  }
}

async function readyAfter(dataDir: string): Promise<number> {
  const port = await freePort();
  const beganMs = performance.now();
  const service = await startServiceProcess({ dataDir, port, environment });
  const tookMs = performance.now() - beganMs;
  await service.end('SIGTERM');
  return tookMs;
}

function at(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function shown(latencies: readonly number[]): string {
  return `${at(latencies, 0.5).toFixed(1)} / ${at(latencies, 0.99).toFixed(0)}`;
}

function miss(what: string): void {
  print(`missed: ${what}`);
  process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
