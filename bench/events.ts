// `npm run bench:events [-- orders copies steps signals readers idle webhooks]`: what the log of
// events costs those who write it, and how fast and at what memory others read it; all parts, or
// those that are named. Each part has an installation of its own. Orders, steps and signals run in
// turn with and without the log.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { quantile } from './bots/figures.ts';
import { postgresCpuMs, processCpuMs } from './bots/process-cpu.ts';
import { startRunner, untilRunning } from './bots/start-runner.ts';
import { makeWorld } from './bots/world.ts';
import type { Cost, Part } from './events/compare-cost.ts';
import { compareCost, print } from './events/compare-cost.ts';
import { switchLog } from './events/log-switch.ts';
import { copiesCount, partnerCopySwitch } from './events/partner-copy.ts';
import { openReaders } from './events/readers.ts';
import { happen, makeTenants } from './events/tenants.ts';
import { measureWebhooks } from './events/webhooks.ts';
import type { Installation } from './http/installation.ts';
import { makeInstallation } from './http/installation.ts';
import type { LoadRequest } from './http/load.ts';
import { applyLoad } from './http/load.ts';
import { marketOrders } from './http/market-orders.ts';
import { makePartnerWorld, tokenOf } from './partner/world.ts';
import type { ServiceProcess } from '../test/support/service-process.ts';

const SECONDS = 5;

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

const WEBHOOK_NETWORKS = { TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8' };

type Bench = {
  readonly installation: Installation;
  readonly database: Database;
  readonly url: string;
};

async function withService(
  accountCount: number,
  work: (opened: Bench) => Promise<void>,
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

async function measureOrders(): Promise<void> {
  await withService(64, async (opened) => {
    await compareCost('Orders over HTTP', logOf(opened.database), orderLoad(opened));
  });
}

/** Of an end user, whose events are numbered for its partner as well. */
async function measureCopies(): Promise<void> {
  await withService(64, async (opened) => {
    const { database } = opened;
    const load = orderLoad(opened);
    const switchCopy = await partnerCopySwitch(database);
    await compareCost(
      "Orders of an end user, the partner's copy",
      { name: 'the copy', switchTo: switchCopy },
      load,
    );
    await compareCost('Orders of an end user, the whole log', logOf(database), load);
    const [copies, others] = await copiesCount(database);
    print(`  ${copies} copies of ${others} events`);
  });
}

function logOf(database: Database): Part {
  return { name: 'the log', switchTo: (isOn) => switchLog(database, isOn) };
}

function orderLoad({ installation, database, url }: Bench): () => Promise<Cost> {
  const { service } = installation;
  const load = marketOrders(installation);
  return () => httpCost(database, url, service, load);
}

/** What waits for a number is part of the cost. */
async function httpCost(
  database: Database,
  databaseUrl: string,
  service: ServiceProcess,
  request: LoadRequest,
): Promise<Cost> {
  const pid = service.child.pid ?? 0;
  const before = [postgresCpuMs(databaseUrl), processCpuMs(pid)] as const;
  const { requestsPerSecond, succeeded } = await applyLoad(service.url, SECONDS, request);
  await untilNumbered(database);
  return {
    perSecond: requestsPerSecond,
    databaseUs: ((postgresCpuMs(databaseUrl) - before[0]) * 1_000) / succeeded,
    serviceUs: ((processCpuMs(pid) - before[1]) * 1_000) / succeeded,
  };
}

/** Signals of a partner into the inboxes of bots of its end users, which nobody runs. */
async function measureSignals(): Promise<void> {
  const world = await makePartnerWorld([]);
  try {
    await world.startPartnerBots(BOTS, BOTS, ['signal']);
    let count = 0;
    const request: LoadRequest = {
      method: 'POST',
      path: '/v1/whitelabel/signals',
      headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
      nextBody() {
        const action = Math.floor(count / BOTS) % 2 === 0 ? 'buy' : 'exit_long';
        const body = { signal_token: tokenOf(count % BOTS), action };
        count += 1;
        return JSON.stringify(body);
      },
    };
    const { database, url, service } = world;
    await compareCost('Signals of a partner over HTTP', logOf(database), async () => {
      // What waits for bots is as much for each load.
      await database.write({ text: 'DELETE FROM bot_inbox' }, []);
      return httpCost(database, url, service, request);
    });
  } finally {
    await world.end();
  }
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
    await compareCost('Bot steps on signals', logOf(world.database), async () => {
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

const PARTS = {
  orders: measureOrders,
  copies: measureCopies,
  steps: measureSteps,
  signals: measureSignals,
  readers: measureReaders,
  idle: measureIdle,
  webhooks: () => withService(0, measureWebhooks, WEBHOOK_NETWORKS),
} as const;

const named = process.argv.slice(2);
for (const [name, measure] of Object.entries(PARTS))
  if (named.length === 0 || named.includes(name)) await measure();
