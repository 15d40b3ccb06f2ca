// Two venue processes share accounts; one is frozen, wakes, and is killed. The venue's own list of
// orders is the judge: what is reported as not sent never arrives, and nothing arrives twice.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { postgresAccountLeases } from '#adapters/postgres/stores/account-lease-store.ts';
import type { AccountLeaseStore, VenueProcess } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT, shardOfAccount } from '#ports/stores/account-lease-store.ts';
import { connectAccount, PLENTIFUL_RATE_LIMITS } from '../../support/connect-account.ts';
import { createTestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import type { StartedProgram } from '../../support/start-program.ts';
import { startProgram } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Json = { readonly [field: string]: unknown };
type Reply = { readonly status: number; readonly body: Json };
type Member = StartedProgram & { readonly owner: string };

const VENUE_KEY = Buffer.alloc(32, 9).toString('base64');
const TERMS = { market_tag: 'BINANCE_BTC_USDT', side: 'buy', type: 'limit', amount: '0.01' };

async function startHarness(t: TestContext) {
  const venue = await startVenueServer();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-takeover-'));
  const database = await createTestDatabase();
  const programs: StartedProgram[] = [];
  t.after(async () => {
    await Promise.all(programs.map((each) => each.end('SIGKILL')));
    await venue.close();
    await database.drop();
    await removeFolder(dataDir);
  });
  const environment = {
    TIDEMILL_VENUES: 'binance',
    TIDEMILL_VENUE_LOOPBACK: venue.address,
    TIDEMILL_VENUE_KEY: VENUE_KEY,
    TIDEMILL_RATE_LIMITS: PLENTIFUL_RATE_LIMITS,
    DATABASE_URL: database.url,
  };
  const port = await freePort();
  const service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  programs.push(service);
  const [apiKey] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const call = async (method: string, url: string, body?: Json, name = ''): Promise<Reply> => {
    const response = await fetch(`${service.url}/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(name === '' ? {} : { 'idempotency-key': name }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const start = async (settings: NodeJS.ProcessEnv = {}): Promise<Member> => {
    const words = ['serve', '--venues', '--data-dir', dataDir];
    const program = startProgram(words, { ...process.env, ...environment, ...settings });
    programs.push(program);
    await until('it serves', () => program.output().includes('venues.serving'));
    const owner = /"owner":"([0-9a-f-]+)"/.exec(program.output())?.[1] ?? assert.fail();
    return { ...program, owner };
  };
  const leases = postgresAccountLeases(database.database);
  const key = venue.control('account', {
    venue: 'binance',
    id: 'ada',
    balances: { USDT: '100000', BTC: '1' },
  }) as { readonly key: string; readonly secret: string };
  return { call, start, key, ...readersOf(call, leases, venue) };
}

type Call = (method: string, url: string, body?: Json, name?: string) => Promise<Reply>;

function readersOf(call: Call, leases: AccountLeaseStore, venue: VenueServer) {
  const ordersOf = async (accountId: string): Promise<Reply> =>
    call('GET', `/accounts/${accountId}/orders`);
  return {
    ordersOf,
    holderOf: async (accountId: string): Promise<string | null> =>
      (await leases.findAccountRoutes()).owners.get(shardOfAccount(accountId)) ?? null,
    processOf: async ({ owner }: Member): Promise<VenueProcess> => {
      const { processes } = await leases.findAccountRoutes();
      return processes.find((each) => each.owner === owner) ?? assert.fail('it is not alive');
    },
    /** Until each has half of the accounts. */
    untilShared: (members: readonly Member[]) =>
      until('the accounts are shared', async () => {
        const owners = [...(await leases.findAccountRoutes()).owners.values()];
        const half = ACCOUNT_SHARDS_COUNT / 2;
        return members.every(
          ({ owner }) => owners.filter((each) => each === owner).length === half,
        );
      }),
    untilServed: (accountId: string) =>
      until('balances are served', async () => {
        const { status } = await call('GET', `/accounts/${accountId}/balance`);
        return status === 200;
      }),
    /** Until no order of the account is of unknown outcome. */
    untilSettled: (accountId: string) =>
      until('all orders are settled', async () => {
        // Each question costs requests of the venue's budget.
        await pause(1_000);
        const { status, body } = await ordersOf(accountId);
        const states = status === 200 ? (body['data'] as readonly Json[]) : [{ status: 'unknown' }];
        return states.every((order) => order['status'] === 'open');
      }),
    /** The venue's own list of the account's orders. */
    truth: (): readonly Json[] => {
      const { accounts } = venue.control('truth', { venue: 'binance', account: 'ada' }) as {
        readonly accounts: readonly { readonly orders: readonly Json[] }[];
      };
      return accounts[0]?.orders ?? [];
    },
  };
}

test('accounts of a frozen or killed venue process are traded by the other one', async (t) => {
  const harness = await startHarness(t);
  const { call, start, key, truth, ordersOf, holderOf } = harness;
  const first = await start();
  const credentials = { api_key: key.key, api_secret: key.secret };
  const account = { exchange: 'binance', market_type: 'spot', name: 'Ada', credentials };
  const accountId = await connectAccount(() => call('POST', '/accounts', account, 'connect'));
  const place = (name: string, price: string) =>
    call('POST', '/orders', { account_id: accountId, price, ...TERMS }, name);
  const before = await place('first', '55000');
  assert.equal(before.status, 201, JSON.stringify(before.body));

  // The second is as if on another machine: its socket is not found, so it is called over TLS.
  const second = await start({ TIDEMILL_VENUE_ADDRESS: '127.0.0.1:0' });
  await harness.untilShared([first, second]);
  rmSync((await harness.processOf(second)).socketPath);
  await harness.untilServed(accountId);

  const isFirst = (await holderOf(accountId)) === first.owner;
  const [frozen, other] = isFirst ? [first, second] : [second, first];
  frozen.child.kill('SIGSTOP');
  const prices = ['54000', '53000', '52000'];
  const during = await Promise.all(prices.map((price) => place(`at-${price}`, price)));
  for (const { status, body } of during)
    assert.ok(status === 201 || status >= 500, JSON.stringify(body));
  await until(
    'the other one has the account',
    async () => (await holderOf(accountId)) === other.owner,
  );
  await harness.untilServed(accountId);
  await harness.untilSettled(accountId);
  const arrived = truth();

  frozen.child.kill('SIGCONT');
  await harness.untilShared([frozen, other]);
  await harness.untilServed(accountId);
  await harness.untilSettled(accountId);
  assert.deepEqual(truth(), arrived, 'the process that woke has sent nothing');
  assert.equal(((await ordersOf(accountId)).body['data'] as unknown[]).length, arrived.length);

  const isFrozen = (await holderOf(accountId)) === frozen.owner;
  const [dies, stays] = isFrozen ? [frozen, other] : [other, frozen];
  await dies.end('SIGKILL');
  await until(
    'the last one has the account',
    async () => (await holderOf(accountId)) === stays.owner,
  );
  await harness.untilServed(accountId);
  assert.deepEqual((await place('first', '55000')).body, before.body);
  const placed = await place('last', '51000');
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  await harness.untilSettled(accountId);
  const found = truth();
  assert.equal(found.length, arrived.length + 1);
  assert.equal(((await ordersOf(accountId)).body['data'] as unknown[]).length, found.length);
});
