// `npm run bench:recovery [-- rounds=20]`: how long the service takes to work again when all of its
// connections to the database die silently: their bytes vanish, nobody is notified, new ones work.
// API, worker and bots are processes of their own behind a proxy. `failover` measures the same when
// the database's server is killed, or vanishes, and its synchronous standby takes over, where
// Debian's PostgreSQL is installed. Ends with 1 when an acknowledged order is not there exactly
// once.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { SilentProxy } from '../test/support/silent-proxy.ts';
import { openSilentProxy } from '../test/support/silent-proxy.ts';
import { quantile, table } from './bots/figures.ts';
import { postgresTools, startPair } from './recovery/standby.ts';
import type { ProbeName, Trio } from './recovery/trio.ts';
import { PROBE_NAMES, startTrio } from './recovery/trio.ts';
import { removeFolder } from '../test/support/remove-folder.ts';

const words = process.argv.slice(2);
const rounds = Number(words.find((word) => word.startsWith('rounds='))?.slice(7) ?? 20);
/** The rounds fall into all phases of what repeats. */
const REST_MS = 2_300;
const PROMOTED_AFTER_MS = 3_000;

if (words.includes('failover')) await measureFailovers();
else await measureSilence();

type Times = { readonly [name in ProbeName]: number };

async function measureSilence(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-recovery-db-'));
  const cluster = await attachCluster(dataDir);
  const proxy = await openSilentProxy(cluster.url);
  try {
    await inTrio(proxy, cluster.url, async (trio) => {
      const quiet = await timesOf(trio);
      const found: Times[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await pause(REST_MS + 137 * round);
        proxy.silence();
        const times = await timesOf(trio);
        found.push(times);
        print(
          `round ${round}: ${PROBE_NAMES.map((name) => `${name} ${seconds(times[name])}`).join(', ')}`,
        );
      }
      print(tableOf([quiet], found));
    });
  } finally {
    await proxy.close();
    await cluster.detach();
    await removeFolder(dataDir);
  }
}

/** The server is killed; and in another installation it vanishes, so that nobody hears of it. */
async function measureFailovers(): Promise<void> {
  const tools = postgresTools();
  if (tools === null)
    return print('PostgreSQL of Debian is not installed: there is nothing to measure.');
  for (const kind of ['killed', 'vanished'] as const) {
    const pair = await startPair(tools);
    const proxy = await openSilentProxy(pair.primaryUrl);
    try {
      await inTrio(proxy, pair.standbyUrl, async (trio) => {
        const quiet = await timesOf(trio);
        const lostAtMs = Date.now();
        if (kind === 'vanished') proxy.blockNew(true);
        await pair.killPrimary();
        const requested = timesOf(trio);
        await pause(PROMOTED_AFTER_MS);
        await pair.promote();
        proxy.pointTo(pair.standbyUrl);
        proxy.blockNew(false);
        print(`${kind}: the standby responds ${seconds(Date.now() - lostAtMs)} after`);
        print(tableOf([quiet], [await requested]));
      });
    } finally {
      await proxy.close();
      await pair.end();
    }
  }
}

/** Runs `work`, then compares the acknowledged orders with the stored ones. */
async function inTrio(
  { url }: SilentProxy,
  directUrl: string,
  work: (trio: Trio) => Promise<void>,
): Promise<void> {
  const trio = await startTrio(url);
  try {
    await work(trio);
    const stored = await storedOrders(directUrl);
    const lost = [...trio.orders.values()].filter((orderId) => !stored.includes(orderId));
    const extraCount = stored.length - trio.orders.size;
    print(
      `${trio.orders.size} orders acknowledged, ${lost.length} lost, ${extraCount} more placed`,
    );
    print(`${trio.errors().length} error lines`);
    if (lost.length > 0 || extraCount > 0) process.exitCode = 1;
  } finally {
    await trio.end();
  }
}

async function storedOrders(url: string): Promise<readonly string[]> {
  const database = openDatabase({ url });
  try {
    const text = "SELECT order_id FROM orders WHERE state <> 'unplaced'";
    const rows = await database.read<{ readonly order_id: string }>({ text }, []);
    return rows.map(({ order_id: orderId }) => orderId);
  } finally {
    await database.close();
  }
}

/** All are requested at once, and each again until it is done. */
async function timesOf({ probes }: Trio): Promise<Times> {
  const fromMs = performance.now();
  const timed = PROBE_NAMES.map(async (name) => {
    await probes[name]();
    return [name, performance.now() - fromMs] as const;
  });
  return Object.fromEntries(await Promise.all(timed)) as Times;
}

function tableOf(quiet: readonly Times[], found: readonly Times[]): string {
  const head = ['until', 'undisturbed', 'least', 'median', 'p90', 'most'];
  const rows = PROBE_NAMES.map((name) => {
    const own = found.map((times) => times[name]);
    const undisturbed = Math.max(...quiet.map((times) => times[name]));
    const shares = [0, 0.5, 0.9, 1].map((share) => seconds(quantile(own, share)));
    return [name, seconds(undisturbed), ...shares];
  });
  return table([head, ...rows]);
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
