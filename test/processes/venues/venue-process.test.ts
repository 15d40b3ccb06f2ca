// An account at a real exchange, from the connection to the revoked key, with the loopback venue in
// place of the exchange, while the venue process is killed and frozen.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { prepareClusterPaths } from '#adapters/embedded-postgres/cluster-paths.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { openVenueLink } from '#adapters/venue-link/open-venue-link.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { connectAccount, PLENTIFUL_RATE_LIMITS } from '../../support/connect-account.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Key = { readonly key: string; readonly secret: string };
type Json = { readonly [field: string]: unknown };
type Reply = { readonly status: number; readonly body: Json };
type Call = (method: string, url: string, body?: Json, name?: string) => Promise<Reply>;
type Harness = {
  readonly venue: VenueServer;
  readonly dataDir: string;
  readonly service: ServiceProcess;
  readonly call: Call;
  /** A key of the account "ada" at the venue. */
  newKey(this: void): Key;
};

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';
const MARKET_TAG = 'BINANCE_BTC_USDT';

/** The venue process of a service; null while there is none. */
function venueProcessOf(service: ServiceProcess): number | null {
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const parent = /^PPid:\t(\d+)$/m.exec(status)?.[1];
      if (words.includes('--venues') && Number(parent) === service.child.pid) return Number(name);
    } catch {
      // It has ended meanwhile.
    }
  }
  return null;
}

/** Where the only venue process of a data directory listens. */
function venueSocketOf(dataDir: string): string {
  const { runtime } = prepareClusterPaths(dataDir);
  const [name = ''] = readdirSync(runtime).filter((each) => /^venues-.*\.sock$/.test(each));
  return path.join(runtime, name);
}

async function startHarness(t: TestContext): Promise<Harness> {
  const venue = await startVenueServer();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-venue-'));
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: {
      TIDEMILL_VENUES: 'binance',
      TIDEMILL_VENUE_LOOPBACK: venue.address,
      TIDEMILL_RATE_LIMITS: PLENTIFUL_RATE_LIMITS,
    },
  });
  t.after(async () => {
    await service.end('SIGKILL');
    await venue.close();
    await removeFolder(dataDir);
  });
  const balances = { USDT: '100000', BTC: '1' };
  const newKey = (): Key =>
    venue.control('account', { venue: 'binance', id: 'ada', balances }) as Key;
  return { venue, dataDir, service, call: callerOf(service), newKey };
}

function callerOf(service: ServiceProcess): Call {
  const [apiKey] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  return async (method, url, body, name) => {
    const response = await fetch(`${service.url}/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(name === undefined ? {} : { 'idempotency-key': name }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
}

async function connect(call: Call, { key, secret }: Key): Promise<string> {
  const credentials = { api_key: key, api_secret: secret };
  const account = { exchange: 'binance', market_type: 'spot', name: 'Ada', credentials };
  return connectAccount(async () => {
    const reply = await call('POST', '/accounts', account, 'connect');
    assert.ok(!JSON.stringify(reply.body).includes(secret));
    return reply;
  });
}

function untilServed(call: Call, accountId: string): Promise<void> {
  return until('balances are served again', async () => {
    const { status } = await call('GET', `/accounts/${accountId}/balance`);
    return status === 200;
  });
}

test('an order is there once when the venue process is killed and frozen', { skip }, async (t) => {
  const { venue, service, call, newKey } = await startHarness(t);
  const accountId = await connect(call, newKey());
  const terms = { side: 'buy', type: 'limit', price: '55000', amount: '0.01' };
  const order = { account_id: accountId, market_tag: MARKET_TAG, ...terms };
  const placed = await call('POST', '/orders', order, 'order');
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const processId = venueProcessOf(service);
    assert.ok(processId !== null);
    process.kill(processId, signal);
    await until('another process has its place', () => {
      const now = venueProcessOf(service);
      return now !== null && now !== processId;
    });
    await untilServed(call, accountId);
    const again = await call('POST', '/orders', order, 'order');
    assert.deepEqual(again.body, placed.body);
    const { status, body } = await call('GET', `/accounts/${accountId}/orders`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((body['data'] as unknown[]).length, 1);
  }
  const lines = service.output().split('\n');
  const deaths = lines.filter((line) => line.includes('venues.died'));
  const byWatchdog = deaths.map((line) => (JSON.parse(line) as Json)['by_watchdog']);
  assert.deepEqual(byWatchdog, [false, true], 'the log says which death the watchdog caused');
  assert.ok(
    deaths.every((line) => line.includes('"restart_ms":500')),
    deaths.join('\n'),
  );
  assert.ok(lines.some((line) => line.includes('venues.silent') && line.includes('kills it')));

  const truth = venue.control('truth', { venue: 'binance', account: 'ada' }) as {
    readonly accounts: readonly { readonly orders: readonly Json[] }[];
  };
  assert.equal(truth.accounts[0]?.orders.length, 1, 'the venue has the order once');

  const stopped = await call('POST', '/stop-everything', { cancel_orders: true }, 'stop');
  assert.equal(stopped.status, 200, JSON.stringify(stopped.body));
  const { body } = await call('GET', `/accounts/${accountId}/orders`);
  assert.deepEqual(body['data'], [], 'the risk switch cancels at real exchanges too');
});

test('an exchange that is down is named and not open', { skip }, async (t) => {
  const { venue, call, newKey } = await startHarness(t);
  const accountId = await connect(call, newKey());
  const isOpen = async (): Promise<unknown> => {
    const { body } = await call('GET', '/exchanges');
    return (body['data'] as readonly Json[]).find(({ exchange }) => exchange === 'binance')?.[
      'is_open'
    ];
  };
  await until('the exchange is open', async () => (await isOpen()) === true);
  venue.control('maintenance', { venue: 'binance', isOn: true });
  const { status, body } = await call('GET', `/accounts/${accountId}/balance`);
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(String(body['detail']), /"binance"/);
  await until('the exchange is not open', async () => (await isOpen()) === false);
  venue.control('maintenance', { venue: 'binance', isOn: false });
  await until('the exchange is open again', async () => (await isOpen()) === true);
});

test('a defect in one call leaves the venue process to all others', { skip }, async (t) => {
  const { dataDir, service, call, newKey } = await startHarness(t);
  const accountId = await connect(call, newKey());
  const processId = venueProcessOf(service);
  const link = openVenueLink({
    connect: () => connectTo(venueSocketOf(dataDir)),
    onLost: () => undefined,
    time: SYSTEM_LINK_TIME,
    connectTimeoutMs: 60_000,
    replyTimeoutMs: 60_000,
    actsBeginWithinMs: 60_000,
    silenceMs: 60_000,
  });
  t.after(link.close);
  const noMethod = 'toString' as 'fetchBalances';
  await assert.rejects(link.call('binance', noMethod, []), Failure);
  await until('the defect is logged', () => service.output().includes('"method":"toString"'));
  await untilServed(call, accountId);
  assert.equal(venueProcessOf(service), processId);
});

test('a revoked key disables its account until another one is set', { skip }, async (t) => {
  const { venue, service, call, newKey } = await startHarness(t);
  const first = newKey();
  const accountId = await connect(call, first);
  const statusOf = async (): Promise<unknown> =>
    (await call('GET', `/accounts/${accountId}`)).body['status'];
  assert.equal(await statusOf(), 'connected');
  await untilServed(call, accountId);

  venue.control('key', { venue: 'binance', key: first.key, isRevoked: true });
  const refused = await call('GET', `/accounts/${accountId}/balance`);
  assert.notEqual(refused.status, 200);
  await until('the account is marked', async () => (await statusOf()) === 'invalid_credentials');

  const second = newKey();
  const rotated = await call('PUT', `/accounts/${accountId}/credentials`, {
    api_key: second.key,
    api_secret: second.secret,
  });
  assert.equal(rotated.status, 200, JSON.stringify(rotated.body));
  assert.equal(await statusOf(), 'connected');
  await untilServed(call, accountId);
  for (const { secret } of [first, second])
    assert.ok(!service.output().includes(secret), 'no secret is logged');
});

test('a key that may no longer trade makes its account one to read', { skip }, async (t) => {
  const { venue, call, newKey } = await startHarness(t);
  const { key, secret } = newKey();
  const accountId = await connect(call, { key, secret });
  await untilServed(call, accountId);
  venue.control('key', { venue: 'binance', key, canTrade: false });
  const terms = { side: 'buy', type: 'limit', price: '55000', amount: '0.01' };
  const order = { account_id: accountId, market_tag: MARKET_TAG, ...terms };
  const refused = await call('POST', '/orders', order, 'order');
  assert.equal(refused.status, 502, JSON.stringify(refused.body));
  await until('the account is marked', async () => {
    const { body } = await call('GET', `/accounts/${accountId}`);
    assert.notEqual(body['status'], 'invalid_credentials');
    return body['status'] === 'read_only';
  });
  await untilServed(call, accountId);
});
