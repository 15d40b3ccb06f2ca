// Kills a program that places orders through the client, and the service, again and again. In the
// end each order is there once.

import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Statement } from '#adapters/postgres/connection/database.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import type { TestDatabase } from '../support/database.ts';
import { withTestDatabase } from '../support/database.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { startServiceProcess } from '../support/service-process.ts';
import type { StartedProgram } from '../support/start-program.ts';
import { startProgram } from '../support/start-program.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ORDERING_CLIENT = fileURLToPath(new URL('ordering-client.ts', import.meta.url));
type StoredOrder = { readonly order_id: string; readonly client_order_id: string };
const STORED: Statement<StoredOrder> = {
  text: 'SELECT order_id, client_order_id FROM orders WHERE account_id = $1',
};
const PLACED: Statement<Pick<StoredOrder, 'client_order_id'>> = {
  text: 'SELECT client_order_id FROM sim_orders',
};
const LIFE_MS = { least: 300, most: 2_500 };

export type LossPlan = {
  readonly ordersCount: number;
  /** Kills of both, at most. */
  readonly killsMax: number;
  readonly seed: number;
};

export type LossReport = {
  readonly ordersCount: number;
  readonly clientKills: number;
  readonly serviceKills: number;
};

/** Throws where an order is missing or there twice. */
export async function loseNothing(plan: LossPlan): Promise<LossReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-loss-'));
  try {
    let report: LossReport | null = null;
    await withTestDatabase(async (test) => {
      report = await campaign(plan, test, dataDir);
    });
    assert(report !== null, 'the campaign has a report');
    return report;
  } finally {
    await removeFolder(dataDir);
  }
}

async function campaign(
  { ordersCount, killsMax, seed }: LossPlan,
  test: TestDatabase,
  dataDir: string,
): Promise<LossReport> {
  const generator = seededGenerator(seed);
  const chance = (): number => nextDouble(generator);
  const environment = {
    DATABASE_URL: test.url,
    TIDEMILL_RATE_LIMITS: 'trading=100000/60,writes=100000/60',
    TIDEMILL_TENANT_REQUESTS: '16/64',
  };
  const port = await freePort();
  const startService = (): Promise<ServiceProcess> =>
    startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  let service = await startService();
  const [key = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(service.welcome()) ?? [];
  const notes = path.join(dataDir, 'placed.txt');
  const words = [service.url, key, accountId, String(ordersCount), notes];
  const startClient = (): StartedProgram => startProgram(words, process.env, ORDERING_CLIENT);
  let client = startClient();
  let [clientKills, serviceKills] = [0, 0];
  try {
    for (;;) {
      const lifeMs = LIFE_MS.least + chance() * (LIFE_MS.most - LIFE_MS.least);
      const isOver = await endsWithin(client, lifeMs);
      if (isOver) break;
      if (clientKills + serviceKills >= killsMax) continue;
      if (chance() < 0.5) {
        await client.end('SIGKILL');
        client = startClient();
        clientKills += 1;
      } else {
        await service.end('SIGKILL');
        service = await startService();
        serviceKills += 1;
      }
    }
    assert.equal(client.child.exitCode, 0, client.output());
    await inspect(test, accountId, ordersCount, await readFile(notes, 'utf8'));
    return { ordersCount, clientKills, serviceKills };
  } finally {
    await client.end('SIGKILL');
    await service.end('SIGTERM');
  }
}

async function endsWithin({ child }: StartedProgram, durationMs: number): Promise<boolean> {
  const untilMs = Date.now() + durationMs;
  while (Date.now() < untilMs) {
    if (child.exitCode !== null || child.signalCode !== null) return true;
    await pause(20);
  }
  return false;
}

/** Notes, orders and the exchange's own orders are the same, one for each that was requested. */
async function inspect(
  { database }: TestDatabase,
  accountId: string,
  ordersCount: number,
  notes: string,
): Promise<void> {
  const noted = notes.trim().split('\n');
  const numbers = new Set(noted.map((line) => line.split(' ')[0]));
  const ids = new Set(noted.map((line) => line.split(' ')[1] ?? ''));
  assert.equal(numbers.size, ordersCount);
  assert.equal(ids.size, ordersCount, 'no two orders have one id');
  const stored = await database.read(STORED, [accountId]);
  assert.deepEqual(new Set(stored.map((row) => row.order_id)), ids);
  assert.equal(stored.length, ordersCount);
  const placed = await database.read(PLACED, []);
  const names = (rows: readonly { client_order_id: string }[]): readonly string[] =>
    rows.map((row) => row.client_order_id).toSorted();
  assert.deepEqual(names(placed), names(stored));
}
