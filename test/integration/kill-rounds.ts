// Kills the service again and again under a stream of keyed orders, and checks after each restart
// that every acknowledged order exists exactly once at the exchange, that no key has two orders,
// and that balances equal the ledger.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AcknowledgedOrder } from '../support/judge-simulated.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { freePort } from '../support/free-port.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { removeFolder } from '../support/remove-folder.ts';

const WORKERS = 8;
// An account fills at most a share of a minute's volume; a few share the stream.
const ACCOUNTS = 4;
const LIFE_MS = { least: 150, most: 1_200 };
const RETRY_DEADLINE_MS = 90_000;
const MARKET_TAG = 'SIM_BTC_USDT';

type Setup = {
  readonly dataDir: string;
  readonly port: number;
  /** What the service serves, such as `--api`; everything when there is none. */
  readonly roles: readonly string[];
};
type Installation = { readonly key: string; readonly accounts: readonly Account[] };
type Account = { readonly accountId: string };

/** What the stream of orders has learned, over all rounds. */
type Journal = {
  /** Idempotency-Key to the order that a 201 named. */
  readonly acknowledged: Map<string, AcknowledgedOrder>;
  /** Requests that were sent and still open, to be tried again under their key. */
  readonly open: Map<string, string>;
};

export type KillReport = {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Of these, with an outcome that was not known then. */
  readonly unknown: number;
  readonly resumed: number;
};

/**
 * `inspect` reads the stopped service's database after all rounds. `roles` are served;
 * everything when there is none.
 */
export async function killRounds(
  rounds: number,
  inspect: (dataDir: string, acknowledged: readonly AcknowledgedOrder[]) => Promise<void>,
  roles: readonly string[] = [],
): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-kill-'));
  const setup: Setup = { dataDir, port: await freePort(), roles };
  let service = await start(setup);
  try {
    const installation = await prepare(dataDir);
    const journal: Journal = { acknowledged: new Map(), open: new Map() };
    let resumed = 0;
    for (let round = 0; round < rounds; round += 1) {
      await playRound(service, installation, journal);
      service = await start(setup);
      resumed += await retryOpen(service, installation, journal);
    }
    assert.equal(await service.end('SIGTERM'), 0);
    const acknowledged = [...journal.acknowledged.values()];
    const orderIds = new Set(acknowledged.map(({ orderId }) => orderId));
    assert.equal(orderIds.size, acknowledged.length, 'each key has an order of its own');
    await inspect(dataDir, acknowledged);
    const unknown = acknowledged.filter(({ status }) => status === 'unknown').length;
    return { rounds, acknowledged: acknowledged.length, unknown, resumed };
  } finally {
    // It would hold the folder, and the test, for ever.
    await service.end('SIGKILL');
    await removeFolder(dataDir);
  }
}

/** Commands use the database of the running service. */
async function prepare(dataDir: string): Promise<Installation> {
  await runCommandHere(dataDir, ['users', 'create', 'stream']);
  const made = await runCommandHere(dataDir, ['keys', 'create', '--user', 'stream', '--name', 'k']);
  const accounts: Account[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const name = `account ${index}`;
    const words = ['accounts', 'create', '--user', 'stream', '--exchange', 'sim', '--name', name];
    const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
    const account = await runCommandHere(dataDir, [...words, '--market-type', 'spot', ...money]);
    accounts.push({ accountId: (account as { account_id: string }).account_id });
  }
  return { key: (made as { key: string }).key, accounts };
}

async function start(setup: Setup): Promise<ServiceProcess> {
  return startServiceProcess({
    dataDir: setup.dataDir,
    port: setup.port,
    roles: setup.roles,
    environment: {
      TIDEMILL_RATE_LIMITS: 'reads=1000000/60,writes=1000000/60,trading=1000000/60',
      TIDEMILL_LOG_LEVEL: 'error',
    },
  });
}

async function playRound(
  service: ServiceProcess,
  installation: Installation,
  journal: Journal,
): Promise<void> {
  const { accounts } = installation;
  const life = { ended: false };
  const workers = Array.from({ length: WORKERS }, async (_, index) => {
    const account = accounts[index % accounts.length];
    assert(account !== undefined);
    for (let count = 0; !life.ended; count += 1) {
      const body = orderBody(account, index + count);
      await send(service, installation, journal, randomUUID(), body);
    }
  });
  const done = Promise.allSettled(workers);
  const lifeMs = LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least);
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  await service.end('SIGKILL');
  life.ended = true;
  await done;
  await Promise.all(workers);
}

function orderBody(account: Account, turn: number): string {
  const isMarket = turn % 2 === 0;
  return JSON.stringify({
    account_id: account.accountId,
    market_tag: MARKET_TAG,
    side: turn % 4 < 2 ? 'buy' : 'sell',
    type: isMarket ? 'market' : 'limit',
    // Marketable limits: they fill at once, so that open orders stay within the account's bound.
    ...(isMarket ? {} : { price: turn % 4 < 2 ? '900000' : '20000' }),
    amount: '0.0003',
  });
}

async function send(
  service: ServiceProcess,
  { key: apiKey }: Installation,
  journal: Journal,
  idempotencyKey: string,
  body: string,
): Promise<number | null> {
  journal.open.set(idempotencyKey, body);
  try {
    const response = await fetch(`${service.url}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body,
    });
    const text = await response.text();
    if (response.status === 201) {
      const { order_id: orderId, status } = JSON.parse(text) as Readonly<Record<string, unknown>>;
      assert(typeof orderId === 'string' && typeof status === 'string', text);
      journal.acknowledged.set(idempotencyKey, { orderId, status });
      journal.open.delete(idempotencyKey);
    } else {
      assert.ok(
        [409, 503, 504].includes(response.status),
        `unexpected ${response.status}: ${text}`,
      );
    }
    return response.status;
  } catch (cause) {
    // The connection broke: whether the order was placed shows when the key is tried again.
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

/** Tries every open request again under its key until it has a response; returns how many. */
async function retryOpen(
  service: ServiceProcess,
  installation: Installation,
  journal: Journal,
): Promise<number> {
  const open = [...journal.open];
  const deadlineMs = Date.now() + RETRY_DEADLINE_MS;
  for (const [key, body] of open) {
    while ((await send(service, installation, journal, key, body)) !== 201) {
      assert.ok(Date.now() < deadlineMs, 'an open request can be carried on');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return open.length;
}
