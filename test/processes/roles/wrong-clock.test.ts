// Two processes whose clocks are five minutes apart, on one database: each key has one order, none
// is given up while the other process is sending it, and the wrong clock is said.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Database } from '#adapters/postgres/connection/database.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { withTestDatabase } from '../../support/database.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('../../support/shifted-clock.ts', import.meta.url));
const MASTER_KEY = '11'.repeat(32);
const ROUNDS = 25;
const SHIFT_MS = 300_000;

type Setup = {
  readonly services: readonly [ServiceProcess, ServiceProcess];
  readonly key: string;
  readonly accountId: string;
  readonly database: Database;
};

/** One with a right clock, and one whose clock is ahead. */
async function withServices(work: (setup: Setup) => Promise<void>): Promise<void> {
  const dataDir = makeSharedFolder('tidemill-clock-');
  const started: ServiceProcess[] = [];
  const start = async (name: string, environment: object): Promise<ServiceProcess> => {
    const service = await startServiceProcess({
      dataDir: path.join(dataDir, name),
      port: await freePort(),
      roles: ['--api'],
      environment: {
        TIDEMILL_MASTER_KEY: MASTER_KEY,
        TIDEMILL_RATE_LIMITS: 'reads=100000/60,writes=100000/60,trading=100000/60',
        ...environment,
      },
    });
    started.push(service);
    return service;
  };
  try {
    await withTestDatabase(async ({ database, url }) => {
      const right = await start('right', { DATABASE_URL: url });
      const wrong = await start('wrong', {
        DATABASE_URL: url,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        TEST_CLOCK_SHIFT_MS: String(SHIFT_MS),
      });
      const [key] = /tm_live_\w+/.exec(right.welcome()) ?? [];
      const [accountId] = /acc_\w+/.exec(right.welcome()) ?? [];
      assert.ok(key !== undefined && accountId !== undefined);
      await work({ services: [right, wrong], key, accountId, database });
      await Promise.all(started.map((service) => service.end('SIGTERM')));
    });
  } finally {
    await Promise.all(started.map((service) => service.end('SIGKILL')));
    await removeFolder(dataDir);
  }
}

/** Places the order of this key; returns its id, or null while the other process is at it. */
async function place(
  { url }: ServiceProcess,
  { key, accountId }: Setup,
  name: string,
): Promise<string | null> {
  const response = await fetch(`${url}/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify({
      account_id: accountId,
      market_tag: 'SIM_BTC_USDT',
      side: 'buy',
      type: 'market',
      amount: '0.0001',
    }),
  });
  const body = (await response.json()) as { readonly order_id?: string };
  if (response.status === 409) return null;
  assert.equal(response.status, 201, JSON.stringify(body));
  return body.order_id ?? null;
}

/** Listing open orders compares all orders of the account with the exchange. */
async function reconcile({ url }: ServiceProcess, { key, accountId }: Setup): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/accounts/${accountId}/orders`, { headers });
  assert.equal(response.status, 200, await response.text());
}

const COUNTS = {
  text: `
    SELECT (SELECT count(*) FROM sim_orders) AS placed,
      (SELECT count(*) FROM orders) AS recorded,
      (SELECT count(*) FROM orders WHERE state = 'unplaced') AS unplaced`,
};

test('a clock that is off by five minutes changes nothing, and is reported', async () => {
  await withServices(async (setup) => {
    const { services, database } = setup;
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `round ${round}`.replace(' ', '-');
      const tried = await Promise.all([
        ...services.map((service) => place(service, setup, name)),
        ...services.map((service) => reconcile(service, setup)),
      ]);
      const orderIds = new Set(tried.filter((id) => typeof id === 'string'));
      assert.equal(orderIds.size, 1, `${name}: one order`);
    }
    const [counts] = await database.read(COUNTS, []);
    assert.deepEqual(counts, { placed: ROUNDS, recorded: ROUNDS, unplaced: 0 });
    assert.match(services[1].output(), /The clock of this machine is -?(?:299|300)\.\d s ahead/);
    assert.doesNotMatch(services[0].output(), /The clock of this machine/);
  });
});
