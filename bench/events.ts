// `npm run bench:events [-- orders steps readers idle webhooks]`: what the log of events costs those
// who write it, and how fast and at what memory others read it; all parts, or those that are named.
// Each part has an installation of its own. Orders and steps run in turn with and without the log.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { quantile } from './bots/figures.ts';
import { postgresCpuMs, processCpuMs } from './bots/process-cpu.ts';
import { startRunner, untilRunning } from './bots/start-runner.ts';
import { makeWorld } from './bots/world.ts';
import { switchLog } from './events/log-switch.ts';
import { openReaders } from './events/readers.ts';
import { startReceiver } from './events/receiver.ts';
import { happen, makeTenants } from './events/tenants.ts';
import type { Installation } from './http/installation.ts';
import { makeInstallation } from './http/installation.ts';
import { applyLoad } from './http/load.ts';
import { marketOrders } from './http/market-orders.ts';

const PAIRS = 6;
const SECONDS = 5;
const COST_MAX = 0.1;

const BOTS = 200;
const SIGNALS_PER_SECOND = 50;

const READERS = 500;
const READER_TENANTS = 5;
const READ_SECONDS = 20;
const READ_P99_MS_MAX = 100;

const IDLE_READERS = 5_000;
/** A user has a hundred streams. */
const IDLE_TENANTS = 50;
const IDLE_MIB_MAX = 200;

const DELIVERIES_PER_SECOND = 200;
const DELIVERY_SECONDS = 15;

type Opened = {
  readonly installation: Installation;
  readonly database: Database;
  readonly url: string;
};

async function withService(
  accountCount: number,
  work: (opened: Opened) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const installation = await makeInstallation(accountCount, {
    roles: ['--api'],
    environment: { TIDEMILL_VENUES: 'none', ...environment },
  });
  const cluster = await attachCluster(installation.dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 4 });
  try {
    await work({ installation, database, url: cluster.url });
  } finally {
    await database.close();
    await cluster.detach();
    await installation.end();
  }
}

type Cost = { readonly perSecond: number; readonly databaseUs: number; readonly serviceUs: number };

/** The same load in turn with and without the log; prints what the log costs. */
async function compare(what: string, database: Database, load: () => Promise<Cost>): Promise<void> {
  const found: { readonly [log in 'on' | 'off']: Cost[] } = { on: [], off: [] };
  await load();
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const log of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      await switchLog(database, log === 'on');
      found[log].push(await load());
    }
  await switchLog(database, true);
  const median = (log: 'on' | 'off', pick: (cost: Cost) => number): number =>
    quantile(found[log].map(pick), 0.5);
  const rates = [median('on', (cost) => cost.perSecond), median('off', (cost) => cost.perSecond)];
  const [withLog = 0, without = 0] = rates;
  const ratios = found.on.map((cost, at) => cost.perSecond / (found.off[at]?.perSecond ?? 1));
  print(`${what}: ${withLog.toFixed(0)} a second with the log, ${without.toFixed(0)} without`);
  print(
    `  ratio ${quantile(ratios, 0.5).toFixed(3)} (${Math.min(...ratios).toFixed(2)} to ` +
      `${Math.max(...ratios).toFixed(2)}; target: at least ${1 - COST_MAX})`,
  );
  for (const [name, pick] of [
    ['database', (cost: Cost) => cost.databaseUs],
    ['service', (cost: Cost) => cost.serviceUs],
  ] as const) {
    const [on, off] = [median('on', pick), median('off', pick)];
    print(
      `  ${name}: ${on.toFixed(0)} µs of processor each with the log, ${off.toFixed(0)} without`,
    );
  }
}

async function measureOrders(): Promise<void> {
  await withService(64, async ({ installation, database, url }) => {
    const { service } = installation;
    const request = marketOrders(installation);
    const pid = service.child.pid ?? 0;
    await compare('Orders over HTTP', database, async () => {
      const before = [postgresCpuMs(url), processCpuMs(pid)] as const;
      const { requestsPerSecond, succeeded } = await applyLoad(service.url, SECONDS, request);
      // What waits for a number is part of the cost.
      await untilNumbered(database);
      return {
        perSecond: requestsPerSecond,
        databaseUs: ((postgresCpuMs(url) - before[0]) * 1_000) / succeeded,
        serviceUs: ((processCpuMs(pid) - before[1]) * 1_000) / succeeded,
      };
    });
  });
}

async function untilNumbered(database: Database): Promise<void> {
  const waiting = { text: 'SELECT count(*) AS count FROM waiting_events' };
  for (;;) {
    const [row] = await database.read<{ readonly count: number }>(waiting, []);
    if (row?.count === 0) return;
    await pause(50);
  }
}

/** Each signal is a step of a bot with an order that fills. */
async function measureSteps(): Promise<void> {
  const world = await makeWorld();
  try {
    const bots = await world.startBots(BOTS, ['listener']);
    const runner = await startRunner(world.url);
    await untilRunning(runner, BOTS);
    let sentCount = 0;
    await compare('Bot steps on signals', world.database, async () => {
      await runner.ask();
      const before = postgresCpuMs(world.url);
      const fromMs = Date.now();
      const count = SIGNALS_PER_SECOND * SECONDS;
      for (let sent = 0; sent < count; sent += 1) {
        await pause(Math.max(0, fromMs + (sent * 1_000) / SIGNALS_PER_SECOND - Date.now()));
        const botId = bots[sentCount % BOTS]?.botId ?? '';
        const action = Math.floor(sentCount / BOTS) % 2 === 0 ? 'long' : 'short';
        sentCount += 1;
        const signalAtMs = Date.now();
        const input = { kind: 'signal', name: 'go', action, signalAtMs, payload: null } as const;
        await world.inbox.send([{ botId, input }], signalAtMs, null);
      }
      await pause(1_000);
      while ((await world.store.numberEvents(1_000)) > 0);
      const { cpuMs, signalled } = await runner.ask();
      return {
        perSecond: (signalled.length * 1_000) / (Date.now() - fromMs),
        databaseUs: ((postgresCpuMs(world.url) - before) * 1_000) / count,
        serviceUs: (cpuMs * 1_000) / count,
      };
    });
    await runner.end();
  } finally {
    await world.end();
  }
}

async function measureReaders(): Promise<void> {
  await withService(0, async ({ installation, database }) => {
    const tenants = await makeTenants(database, READER_TENANTS);
    const userIds = tenants.map(({ userId }) => userId);
    const readers = await openReaders(installation.service.url, tenants, READERS);
    let committedAtMs = 0;
    const tookMs: number[] = [];
    readers.onEvent = () => void tookMs.push(performance.now() - committedAtMs);
    const rounds = READ_SECONDS * 4;
    for (let round = 1; round <= rounds; round += 1) {
      await happen(database, userIds);
      committedAtMs = performance.now();
      while (tookMs.length < round * readers.count) await pause(1);
      await pause(Math.max(0, 250 - (performance.now() - committedAtMs)));
    }
    readers.close();
    const [p50, p99] = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)];
    print(
      `Commit to client with ${READERS} readers: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    );
    print(`  ${tookMs.length} events arrived (target: p99 below ${READ_P99_MS_MAX} ms)`);
  });
}

async function measureIdle(): Promise<void> {
  await withService(0, async ({ installation, database }) => {
    const pid = installation.service.child.pid ?? 0;
    const tenants = await makeTenants(database, IDLE_TENANTS);
    // What the first streams load is not theirs.
    (await openReaders(installation.service.url, tenants, IDLE_TENANTS)).close();
    await pause(2_000);
    const before = residentMib(pid);
    const readers = await openReaders(installation.service.url, tenants, IDLE_READERS);
    await pause(20_000);
    const after = residentMib(pid);
    readers.close();
    const each = ((after - before) * 1_024) / IDLE_READERS;
    print(
      `${IDLE_READERS} idle readers: ${(after - before).toFixed(0)} MiB, ${each.toFixed(1)} KiB each`,
    );
    print(
      `  process ${before.toFixed(0)} to ${after.toFixed(0)} MiB (target: below ${IDLE_MIB_MAX} MiB for them)`,
    );
  });
}

function residentMib(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

async function measureWebhooks(): Promise<void> {
  const networks = { TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  await withService(
    0,
    async ({ installation, database }) => {
      const receiver = await startReceiver();
      const [tenant] = await makeTenants(database, 1);
      if (tenant === undefined) return;
      const made = await fetch(`${installation.service.url}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url }),
      });
      if (made.status !== 201) throw new Error(await made.text());
      const happenedAtMs: number[] = [0];
      const arrived = new Map<number, number>();
      receiver.onMessage = (sequence) => arrived.set(sequence, performance.now());
      const fromMs = performance.now();
      const count = DELIVERIES_PER_SECOND * DELIVERY_SECONDS;
      for (let sent = 0; sent < count; sent += 10) {
        await pause(
          Math.max(0, fromMs + (sent * 1_000) / DELIVERIES_PER_SECOND - performance.now()),
        );
        await happen(
          database,
          Array.from({ length: 10 }, () => tenant.userId),
        );
        happenedAtMs.push(...Array.from({ length: 10 }, () => performance.now()));
      }
      await untilAll(arrived, count);
      const tookMs = [...arrived].map(([sequence, atMs]) => atMs - (happenedAtMs[sequence] ?? 0));
      const seconds = (Math.max(...arrived.values()) - fromMs) / 1_000;
      print(`Webhooks: ${(count / seconds).toFixed(0)} deliveries a second to one receiver`);
      print(
        `  commit to receiver: p50 ${quantile(tookMs, 0.5).toFixed(0)} ms, ` +
          `p99 ${quantile(tookMs, 0.99).toFixed(0)} ms (target: ${DELIVERIES_PER_SECOND} a second)`,
      );
      const backlogMs = performance.now();
      const backlog = 4_000;
      await happen(
        database,
        Array.from({ length: backlog }, () => tenant.userId),
      );
      await untilAll(arrived, count + backlog);
      const drainedSeconds = (performance.now() - backlogMs) / 1_000;
      print(`  a backlog of ${backlog}: ${(backlog / drainedSeconds).toFixed(0)} a second`);
      await receiver.close();
    },
    networks,
  );
}

async function untilAll(arrived: ReadonlyMap<number, number>, count: number): Promise<void> {
  const limitMs = performance.now() + 120_000;
  while (arrived.size < count) {
    if (performance.now() > limitMs) throw new Error(`Only ${arrived.size} of ${count} arrived.`);
    await pause(5);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const PARTS = {
  orders: measureOrders,
  steps: measureSteps,
  readers: measureReaders,
  idle: measureIdle,
  webhooks: measureWebhooks,
} as const;

const named = process.argv.slice(2);
for (const [name, measure] of Object.entries(PARTS))
  if (named.length === 0 || named.includes(name)) await measure();
