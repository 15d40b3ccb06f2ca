// Shares of the service for one user, with many keys and without any: requests carried out
// together, budgets of all keys of a user, and callers whose key nobody knows.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import type { TestService } from '../support/test-service.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

type Ending = { after(end: () => Promise<void>): void };

async function setUp(t: Ending, ...parameters: Parameters<typeof makeTestService>) {
  const service = await makeTestService(...parameters);
  closeAfter(t, service);
  return service;
}

function ask(
  service: TestService,
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS',
  url: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
) {
  const own = token === null ? {} : { authorization: `Bearer ${token}` };
  return service.api.app.inject({ method, url, headers: { ...own, ...headers } });
}

/** Lists of accounts wait for the gate; how many wait, and how many ever came. */
function held(deps: EdgeDeps) {
  const gate = Promise.withResolvers<void>();
  const seen = { nowCount: 0, mostCount: 0, cameCount: 0 };
  const { accounts } = deps.services;
  const listAccounts: typeof accounts.listAccounts = async (...requested) => {
    seen.cameCount += 1;
    seen.nowCount += 1;
    seen.mostCount = Math.max(seen.mostCount, seen.nowCount);
    await gate.promise;
    seen.nowCount -= 1;
    return accounts.listAccounts(...requested);
  };
  const services = { ...deps.services, accounts: { ...accounts, listAccounts } };
  return { deps: { ...deps, services }, gate, seen };
}

async function settled(): Promise<void> {
  for (let count = 0; count < 50; count += 1) await new Promise((done) => setImmediate(done));
}

test('of a user eight requests are carried out at once, and 32 more wait', async (t) => {
  let harness: ReturnType<typeof held> | null = null;
  const service = await setUp(
    t,
    (deps) => {
      harness = held(deps);
      return harness.deps;
    },
    AMPLE_BUDGETS,
  );
  assert.ok(harness !== null);
  const { gate, seen } = harness as ReturnType<typeof held>;
  const keys = [await service.makeKey([]), await service.makeKey([])];
  const requested = Array.from({ length: 50 }, (_, index) =>
    ask(service, 'GET', '/v1/accounts', keys[index % 2] ?? ''),
  );
  await settled();
  assert.deepEqual(seen, { nowCount: 8, mostCount: 8, cameCount: 8 });
  const victim = await service.makeKey([], SECOND_USER);
  assert.equal((await ask(service, 'GET', '/v1/exchanges', victim)).statusCode, 200);
  assert.equal((await ask(service, 'GET', '/healthz', null)).statusCode, 200);
  const stop = await ask(service, 'POST', '/v1/bots/bot_unknown/stop', keys[0] ?? '');
  assert.equal(stop.statusCode, 404, 'what stops something has places of its own');
  gate.resolve();
  const responses = await Promise.all(requested);
  const refused = responses.filter(({ statusCode }) => statusCode !== 200);
  assert.equal(refused.length, 50 - 8 - 32);
  for (const response of refused) {
    assertProblem(response, 'temporarily_unavailable', true);
    assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
  }
  assert.equal(seen.mostCount, 8);
  const figures = (await ask(service, 'GET', '/metrics', null)).body;
  assert.match(figures, /tidemill_requests_refused_total\{share="at_once"\} 10\n/);
});

test('all keys of a user have so many budgets together, and no more', async (t) => {
  const two = { requests: 2, windowMs: 60_000 };
  const budgets = { ...AMPLE_BUDGETS, reads: two };
  const change = (deps: EdgeDeps): EdgeDeps => ({
    ...deps,
    tenantBudgets: { users: 3, partners: 5 },
  });
  const service = await setUp(t, change, budgets);
  const useUp = async (userId: string | undefined): Promise<number> => {
    let servedCount = 0;
    for (let count = 0; count < 10; count += 1) {
      const key = await service.makeKey([], userId);
      keys.push(key);
      for (const _ of [1, 2]) {
        const response = await ask(service, 'GET', '/v1/accounts', key);
        if (response.statusCode === 200) servedCount += 1;
        else assertRefused(response);
      }
    }
    return servedCount;
  };
  const keys: string[] = [];
  // The first key alone is not counted. The first user is a partner.
  assert.equal(await useUp(undefined), 2 + 2 * 5);
  const plain = sampleUser();
  await service.store.insertUser(plain);
  assert.equal(await useUp(plain.userId), 2 + 2 * 3);
  const stop = await ask(service, 'POST', '/v1/bots/bot_unknown/stop', keys[9] ?? '');
  assert.equal(stop.statusCode, 404, 'a stop counts in the budget of its key alone');
  service.clock.advance(60_000);
  assert.equal((await ask(service, 'GET', '/v1/accounts', keys[9] ?? '')).statusCode, 200);
});

function assertRefused(response: Awaited<ReturnType<typeof ask>>): void {
  assertProblem(response, 'rate_limited', true);
  assert.equal(response.headers['ratelimit-policy'], '"reads";q=2;w=60');
  assert.equal(response.headers['ratelimit'], '"reads";r=0;t=60');
  assert.equal(response.headers['retry-after'], '60');
}

function unknownKey(): string {
  return `tm_live_${randomBytes(22).toString('hex').slice(0, 43)}`;
}

function limited(deps: EdgeDeps) {
  const seen = { lookedUp: 0 };
  const { keys } = deps.ports;
  const findPrincipal: typeof keys.findPrincipal = (hash) => {
    seen.lookedUp += 1;
    return keys.findPrincipal(hash);
  };
  const changed: EdgeDeps = {
    ...deps,
    unknownCallers: { requests: 5, windowMs: 50_000 },
    trustedProxies: [{ bits: 32, first: 0x7f000001n, prefixBits: 32 }],
    ports: { ...deps.ports, keys: { ...keys, findPrincipal } },
  };
  return { changed, seen };
}

async function limitedService(t: Ending) {
  let seen = { lookedUp: 0 };
  const service = await setUp(t, (deps) => {
    const harness = limited(deps);
    ({ seen } = harness);
    return harness.changed;
  });
  return { service, seen };
}

test('unknown keys of an address get a 401, then 429 without a query', async (t) => {
  const { service, seen } = await limitedService(t);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (address: string) =>
    ask(service, 'GET', '/v1/accounts', unknownKey(), from(address));
  const guesses = await Promise.all(Array.from({ length: 100 }, () => guess('192.0.2.1')));
  assert.equal(guesses.filter(({ statusCode }) => statusCode === 401).length, 5);
  assert.equal(seen.lookedUp, 5);
  const [refused] = guesses.filter(({ statusCode }) => statusCode === 429);
  assert.ok(refused !== undefined);
  assertProblem(refused, 'rate_limited', true);
  assert.equal(refused.headers['retry-after'], '10');
  assert.equal(refused.headers['ratelimit'], '"unknown_keys";r=0;t=10');
  const lines = service.log.filter(({ event }) => event === 'unknown_caller');
  assert.deepEqual(
    lines.map(({ fields }) => fields),
    [{ address: '192.0.2.1', requests: 1 }],
  );
  assert.equal(service.log.filter(({ event }) => event === 'request').length, 0);
  assert.equal((await guess('192.0.2.2')).statusCode, 401);
  service.clock.advance(60_000);
  assertProblem(await guess('192.0.2.1'), 'invalid_api_key', false);
  const later = service.log.filter(({ event }) => event === 'unknown_caller').at(-1);
  assert.deepEqual(later?.fields, { address: '192.0.2.1', requests: 100 });
});

test('whatever is refused without a key is one line a minute for its address', async (t) => {
  const { service } = await limitedService(t);
  const from = { 'x-forwarded-for': '192.0.2.9' };
  const requested = [
    ['GET', '/errors/none', 404],
    ['POST', '/healthz', 405],
    ['GET', '/docs/none', 401],
  ] as const;
  for (const [method, url, status] of requested) {
    for (let round = 0; round < 2; round += 1) {
      const response = await ask(service, method, url, null, from);
      assert.equal(response.statusCode, status, url);
    }
  }
  const events = service.log.map(({ event, fields }) => [event, fields['address']]);
  assert.deepEqual(
    events.filter(([event]) => event === 'request' || event === 'unknown_caller'),
    [['unknown_caller', '192.0.2.9']],
  );
});

test('methods that a public path lacks count by the address, and so does OPTIONS', async (t) => {
  const { service } = await limitedService(t);
  const requested = [
    ['POST', '/healthz', 405],
    ['DELETE', '/hooks/none', 405],
    ['OPTIONS', '/v1/orders', 204],
  ] as const;
  for (const [index, [method, url, status]] of requested.entries()) {
    const from = { 'x-forwarded-for': `192.0.2.${index}` };
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1)
      statuses.push((await ask(service, method, url, null, from)).statusCode);
    assert.deepEqual(statuses, [...Array(5).fill(status), 429, 429, 429], `${method} ${url}`);
  }
});

test('requests without a key count, and those of an IPv6 network together', async (t) => {
  const { service, seen } = await limitedService(t);
  for (let host = 1; host <= 5; host += 1) {
    const from = { 'x-forwarded-for': `2001:db8:1:2::${host}` };
    assertProblem(await ask(service, 'GET', '/v1/accounts', null, from), 'unauthorized', false);
  }
  const from = { 'x-forwarded-for': '2001:db8:1:2:ffff::1' };
  assertProblem(await ask(service, 'GET', '/v1/accounts', null, from), 'rate_limited', true);
  const other = { 'x-forwarded-for': '2001:db8:1:3::1' };
  assertProblem(await ask(service, 'GET', '/v1/accounts', null, other), 'unauthorized', false);
  assert.equal(seen.lookedUp, 0);
});

test('a good key is not locked out by guesses from the same address', async (t) => {
  const { service } = await limitedService(t);
  const key = await service.makeKey([]);
  assert.equal((await ask(service, 'GET', '/v1/accounts', key)).statusCode, 200);
  for (let count = 0; count < 20; count += 1) {
    await ask(service, 'GET', '/v1/accounts', unknownKey());
  }
  assertProblem(await ask(service, 'GET', '/v1/accounts', unknownKey()), 'rate_limited', true);
  service.api.forgetPrincipals();
  assert.equal((await ask(service, 'GET', '/v1/accounts', key)).statusCode, 200);
  const [listed] = await service.store.listKeys('usr_first');
  await service.store.deleteKey(listed?.keyId ?? '');
  service.api.forgetPrincipals();
  assertProblem(await ask(service, 'GET', '/v1/accounts', key), 'invalid_api_key', false);
  assertProblem(await ask(service, 'GET', '/v1/accounts', key), 'rate_limited', true);
});
