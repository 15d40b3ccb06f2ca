// Two processes for the API and two for bots over two servers that Patroni takes care of, while
// orders are placed and bots get signals: the primary is killed, frozen and handed over, and
// nothing is lost, doubled or stopped. BOTS changes how many bots there are.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { BusyInstallation } from '../../support/busy-installation.ts';
import { withBusyInstallation } from '../../support/busy-installation.ts';
import type { PatroniCluster } from '../../support/patroni-cluster.ts';
import { hasPatroni, withPatroniCluster } from '../../support/patroni-cluster.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BOTS = Number(process.env['BOTS'] ?? 30);
const BEFORE_MS = 10_000;
const AFTER_MS = 30_000;
const HANDOVER_MS_MAX = 120_000;
const skip = hasPatroni ? false : 'needs Debian’s patroni, etcd-server and postgresql-15';

type Handover = (cluster: PatroniCluster) => Promise<void>;

const HANDOVERS: Readonly<Record<string, Handover>> = {
  killed: async (cluster) => (await cluster.primary()).kill(),
  frozen: async (cluster) => (await cluster.primary()).freeze(),
  'handed over in order': async (cluster) => cluster.switchover(),
};

suite('two servers under Patroni', { skip }, () => {
  for (const [name, handOver] of Object.entries(HANDOVERS))
    test(`nothing is lost when the primary is ${name}`, async (t) => {
      await withPatroniCluster(async (cluster) => {
        const { url } = cluster;
        const primaryUrl = async (): Promise<string> => (await cluster.primary()).url;
        await withBusyInstallation(
          async (busy) => {
            for (const role of ['api', 'api', 'bots', 'bots'] as const)
              await busy.start({ role, root: ROOT });
            await busy.startBots(BOTS);
            const figures = await goThrough(cluster, busy, handOver);
            const report = await busy.judge();
            const stored = await storedOrders(await primaryUrl());
            assert.equal(stored, report.ordersCount, 'an order is lost or there twice');
            const statuses = [...report.statuses].map(([status, count]) => `${count} x ${status}`);
            t.diagnostic(
              `promoted after ${figures.promotedMs} ms, from then on the first order after ` +
                `${figures.orderMs} ms and the first signal read by a bot after ` +
                `${figures.botMs} ms; ${report.ordersCount} orders, ${report.signalsCount} ` +
                `signals; responses: ${statuses.join(', ')}`,
            );
          },
          { url, primaryUrl },
        );
      });
    });
});

type HandoverFigures = {
  readonly promotedMs: number;
  readonly orderMs: number;
  readonly botMs: number;
};

async function goThrough(
  cluster: PatroniCluster,
  busy: BusyInstallation,
  handOver: Handover,
): Promise<HandoverFigures> {
  const before = await cluster.primary();
  const after = cluster.nodes.find((node) => node !== before) ?? before;
  const busyForMs = BEFORE_MS + HANDOVER_MS_MAX + AFTER_MS;
  const ending = new AbortController();
  const working = busy.keepBusy(busyForMs, ending.signal);
  await pause(BEFORE_MS);
  const startMs = performance.now();
  await handOver(cluster);
  await until('the other one is promoted', after.isPrimary, HANDOVER_MS_MAX);
  const promotedMs = performance.now();
  const [orderMs, botMs] = await Promise.all([
    untilMore(after.url, 'SELECT count(*)::int AS count FROM orders'),
    untilMore(
      after.url,
      "SELECT count(*)::int AS count FROM bot_log_lines WHERE message = 'heard'",
    ),
  ]);
  await pause(AFTER_MS);
  before.thaw();
  ending.abort();
  await working;
  return {
    promotedMs: Math.round(promotedMs - startMs),
    orderMs: Math.round(orderMs - promotedMs),
    botMs: Math.round(botMs - promotedMs),
  };
}

/** When the count has grown. */
async function untilMore(url: string, text: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const count = async (): Promise<number> =>
    (await client.query<{ readonly count: number }>(text)).rows[0]?.count ?? 0;
  try {
    const first = await count();
    await until('there are more', async () => (await count()) > first, HANDOVER_MS_MAX);
    return performance.now();
  } finally {
    await client.end();
  }
}

async function storedOrders(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly count: number }>(
    'SELECT count(*)::int AS count FROM orders',
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
