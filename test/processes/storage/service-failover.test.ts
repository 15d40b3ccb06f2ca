// A whole service over a primary and a standby that commits wait for: orders go on after the
// primary is killed or frozen and the standby promoted, and each is there once.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../support/free-port.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import type { ServerPair } from '../../support/server-pair.ts';
import { withServerPair } from '../../support/server-pair.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';
import { until } from '../../support/until.ts';

const ORDER = { market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'limit', price: '1000' };
const RESPONSE_MS_MAX = 20_000;

type Sender = {
  /** Ids of orders that were acknowledged, by their keys. */
  readonly acknowledged: ReadonlyMap<string, string>;
  stop(): Promise<void>;
};

/** Places one order after another, each until it is acknowledged. */
function startSender({ url, welcome }: ServiceProcess, name: string): Sender {
  const [key = ''] = /tm_live_\w+/.exec(welcome()) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(welcome()) ?? [];
  const acknowledged = new Map<string, string>();
  const ending = new AbortController();
  const place = async (idempotencyKey: string): Promise<string | null> => {
    const response = await fetch(`${url}/v1/accounts/${accountId}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ ...ORDER, amount: '0.01' }),
      signal: AbortSignal.timeout(RESPONSE_MS_MAX),
    }).catch(() => null);
    if (response === null) return null;
    const body = (await response.json()) as { readonly order_id?: string };
    assert.ok([201, 409, 503].includes(response.status), JSON.stringify(body));
    return response.status === 201 ? (body.order_id ?? '') : null;
  };
  const sending = (async () => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const idempotencyKey = `${name}-${number}`;
      let orderId = await place(idempotencyKey);
      while (orderId === null && !ending.signal.aborted) {
        await pause(100);
        orderId = await place(idempotencyKey);
      }
      if (orderId !== null) acknowledged.set(idempotencyKey, orderId);
      await pause(50);
    }
  })();
  return {
    acknowledged,
    async stop() {
      ending.abort();
      await sending;
    },
  };
}

/** Ids of all orders that are stored. */
async function storedOrders(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly id: string }>('SELECT order_id AS id FROM orders');
  await client.end();
  return rows.map(({ id }) => id);
}

async function ordersThroughFailover(pair: ServerPair, takeAway: () => Promise<void>) {
  const dataDir = makeSharedFolder('tidemill-failover-');
  const environment = { DATABASE_URL: pair.url, TIDEMILL_RATE_LIMITS: 'trading=6000/60' };
  let service: ServiceProcess | null = null;
  try {
    const port = await freePort();
    service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
    const sender = startSender(service, 'one');
    await until('orders are placed', () => sender.acknowledged.size > 5);
    await takeAway();
    await pair.promote();
    const promotedMs = performance.now();
    const before = sender.acknowledged.size;
    await until('an order is placed again', () => sender.acknowledged.size > before);
    const firstOrderMs = performance.now() - promotedMs;
    await until('more of them are', () => sender.acknowledged.size > before + 5);
    await sender.stop();
    const stored = await storedOrders(pair.standby.url);
    const ids = [...sender.acknowledged.values()];
    const lost = ids.filter((id) => !stored.includes(id));
    // The last one may have been placed while the sender stopped.
    const doubled = stored.length - ids.length;
    return { firstOrderMs, lost, doubled, distinct: new Set(ids).size === ids.length };
  } finally {
    await service?.end('SIGKILL');
    await removeFolder(dataDir);
  }
}

suite('a service through a failover', () => {
  for (const way of ['kill', 'freeze'] as const)
    test(`after a ${way} of the primary no order is lost and none is doubled`, async (context) => {
      await withServerPair(async (pair) => {
        const report = await ordersThroughFailover(pair, async () => pair.primary[way]());
        context.diagnostic(JSON.stringify(report));
        assert.deepEqual([report.lost, report.distinct], [[], true]);
        assert.ok(report.doubled <= 1, `${report.doubled} more than acknowledged`);
      });
    });
});
