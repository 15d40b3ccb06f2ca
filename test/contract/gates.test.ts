// The gates in front of every operation: the budget and its headers by a clock driven by hand, keys
// that are revoked or expire, a key store that is away, failures of the world, and the orderly end.

import { hash } from 'node:crypto';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { AssertionFailed } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { holdCalls } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService, closeAfter } from '../support/test-service.ts';

type Ending = { after(end: () => Promise<void>): void };

async function setUp(t: Ending, ...parameters: Parameters<typeof makeTestService>) {
  const service = await makeTestService(...parameters);
  closeAfter(t, service);
  const key = await service.makeKey([]);
  return { service, key, get: (url: string, token = key) => get(service, url, token) };
}

function get(service: TestService, url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return service.api.app.inject({ method: 'GET', url, headers });
}

const BALANCE = '/v1/accounts/acc_own/balance';

test('the published budgets', () => {
  assert.deepEqual(PUBLISHED_BUDGETS, {
    reads: { requests: 120, windowMs: 60_000 },
    writes: { requests: 60, windowMs: 60_000 },
    trading: { requests: 60, windowMs: 60_000 },
    expensive: { requests: 20, windowMs: 3_600_000 },
  });
});

test('a window starts with the first request, ends, and starts anew', async (t) => {
  const { service, get } = await setUp(t);
  const startedAtMs = service.clock.nowMs();
  const first = await get('/v1/accounts');
  assert.equal(first.headers['ratelimit-policy'], '"reads";q=120;w=60');
  assert.equal(first.headers['ratelimit'], '"reads";r=119;t=60');
  assert.equal(first.headers['x-ratelimit-limit'], '120');
  assert.equal(first.headers['x-ratelimit-remaining'], '119');
  assert.equal(first.headers['x-ratelimit-reset'], String(startedAtMs / 1_000 + 60));
  service.clock.advance(30_500);
  for (let count = 2; count <= 119; count += 1) await get('/v1/accounts');
  const last = await get('/v1/accounts');
  assert.equal(last.statusCode, 200);
  assert.equal(last.headers['ratelimit'], '"reads";r=0;t=30');
  const refused = await get('/v1/accounts');
  assertProblem(refused, 'rate_limited', true);
  assert.equal(refused.headers['ratelimit'], '"reads";r=0;t=30');
  assert.equal(refused.headers['retry-after'], '30');
  service.clock.advance(29_499);
  const late = await get('/v1/accounts');
  assertProblem(late, 'rate_limited', true);
  assert.equal(late.headers['retry-after'], '1');
  service.clock.advance(1);
  assert.equal((await get('/v1/accounts')).headers['ratelimit'], '"reads";r=119;t=60');
});

test('stopping everything is not used up by orders of the same key', async (t) => {
  const one = { requests: 1, windowMs: 60_000 };
  const service = await makeTestService(undefined, { ...AMPLE_BUDGETS, trading: one, writes: one });
  closeAfter(t, service);
  const key = await service.makeKey(['trading']);
  const post = async (url: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await service.api.app.inject({ method: 'POST', url, headers, payload: {} })).statusCode;
  };
  assert.equal(await post('/v1/orders'), 400);
  assert.equal(await post('/v1/orders'), 429);
  assert.equal(await post('/v1/stop-everything'), 200);
  assert.equal(await post('/v1/stop-everything'), 429, 'it is no free way either');
});

test('tiers and keys have budgets of their own', async (t) => {
  const one = { requests: 1, windowMs: 60_000 };
  const { service, key, get } = await setUp(t, undefined, { ...AMPLE_BUDGETS, reads: one });
  assert.equal((await get('/v1/accounts')).statusCode, 200);
  assert.equal((await get('/v1/accounts')).statusCode, 429);
  assert.equal((await get('/v1/accounts', await service.makeKey([]))).statusCode, 200);
  const cancelled = await service.api.app.inject({
    method: 'DELETE',
    url: '/v1/orders/none',
    headers: { authorization: `Bearer ${key}` },
  });
  assertProblem(cancelled, 'order_not_found', true);
  assert.match(String(cancelled.headers['ratelimit']), /^"writes";/);
});

test('a request without the scope is counted, one without a key is not', async (t) => {
  const { service } = await setUp(t);
  const lacking = await service.makeKey(['bots']);
  await get(service, '/v1/accounts', lacking);
  const second = await get(service, '/v1/accounts', lacking);
  assertProblem(second, 'insufficient_scope', true);
  assert.equal(second.headers['x-ratelimit-remaining'], '118');
});

test('a shared counter counts for all; when it is away, this process counts alone', async (t) => {
  let isAway = false;
  const counted: string[] = [];
  const { service, get } = await setUp(t, (deps) => ({
    ...deps,
    ports: {
      ...deps.ports,
      rateLimits: {
        async countRequest(_keyId, tier, limit, windowMs, nowMs) {
          if (isAway) throw new Failure('unavailable', 'the database is away');
          counted.push(tier);
          return { used: limit, resetAtMs: nowMs + windowMs };
        },
        returnRequest: async () => null,
      },
    },
  }));
  const shared = await get('/v1/accounts');
  assert.equal(shared.headers['ratelimit'], '"reads";r=0;t=60');
  assert.deepEqual(counted, ['reads']);
  isAway = true;
  const alone = await get('/v1/accounts');
  assert.equal(alone.statusCode, 200);
  assert.equal(alone.headers['ratelimit'], '"reads";r=119;t=60');
  assert(service.log.some(({ event }) => event === 'rate_limit_counted_locally'));
});

test('a disabled key is refused once the edge hears of it, and soon after anyway', async (t) => {
  const { service, key, get } = await setUp(t);
  assert.equal((await get('/v1/accounts')).statusCode, 200);
  const [listed] = await service.store.listKeys(null);
  await service.store.setKeyEnabled(listed?.keyId ?? '', false);
  service.api.forgetPrincipals();
  assertProblem(await get('/v1/accounts', key), 'invalid_api_key', false);
  const other = await service.makeKey([]);
  assert.equal((await get('/v1/accounts', other)).statusCode, 200);
  for (const row of await service.store.listKeys(null)) await service.store.deleteKey(row.keyId);
  service.clock.advance(LIMITS.principalCacheMs);
  assertProblem(await get('/v1/accounts', other), 'invalid_api_key', false);
});

test('a key expires on the millisecond, also while it is remembered', async (t) => {
  const { service } = await setUp(t);
  const key = `tm_live_${'E'.repeat(43)}`;
  const nowMs = service.clock.nowMs();
  await service.store.insertKey(
    {
      keyId: 'key_expiring',
      userId: 'usr_first',
      name: 'expiring',
      prefix: key.slice(0, 12),
      scopes: [],
      isEnabled: true,
      createdAtMs: nowMs,
      lastUsedAtMs: null,
      expiresAtMs: nowMs + 1_000,
      addresses: [],
      endUserId: null,
    },
    hash('sha256', key, 'buffer'),
    null,
  );
  service.clock.advance(999);
  assert.equal((await get(service, '/v1/accounts', key)).statusCode, 200);
  service.clock.advance(1);
  assertProblem(await get(service, '/v1/accounts', key), 'invalid_api_key', false);
});

test('a key store that is away is never the fault of the key: 503', async (t) => {
  const { service, get } = await setUp(t, (deps) => ({
    ...deps,
    ports: {
      ...deps.ports,
      keys: {
        ...deps.ports.keys,
        findPrincipal: async () => {
          throw new Failure('unavailable', 'the database is away');
        },
      },
    },
  }));
  const response = await get('/v1/accounts');
  assertProblem(response, 'temporarily_unavailable', false);
  assert.equal(response.headers['www-authenticate'], undefined);
  assert.deepEqual(service.defects(), []);
});

test('each failure of the world has its reply', async (t) => {
  const { service, get } = await setUp(t);
  const cases = [
    [new Failure('unavailable', 'secret cause'), 'temporarily_unavailable'],
    [new Failure('timeout', 'secret cause'), 'upstream_timeout'],
    [new Failure('rate_limited', 'secret cause'), 'temporarily_unavailable'],
    [new Failure('conflict', 'secret cause'), 'temporarily_unavailable'],
    [new Failure('corrupt_reply', 'secret cause'), 'upstream_error'],
    [new Failure('unauthorized', 'secret cause'), 'upstream_error'],
    [new OutcomeUnknown('secret cause'), 'upstream_timeout'],
  ] as const;
  for (const [failure, code] of cases) {
    service.exchange.beforeCall = async () => {
      throw failure;
    };
    const response = await get(BALANCE);
    assertProblem(response, code, true);
    assert(!response.body.includes('secret'));
  }
  assert.deepEqual(service.defects(), []);
});

test('an unexpected error: 500 with an instance to quote, logged with its cause', async (t) => {
  const { service, get } = await setUp(t);
  const cause = new RangeError('behind it');
  const defect = new TypeError(`secret cause tm_live_${'x'.repeat(43)}`, { cause });
  service.exchange.beforeCall = async () => {
    throw defect;
  };
  const response = await get(BALANCE);
  const problem = assertProblem(response, 'internal_error', true);
  assert.equal(problem.instance, `urn:uuid:${String(response.headers['x-request-id'])}`);
  assert(!response.body.includes('secret'));
  const line = service.log.find(({ event }) => event === 'request_defect');
  assert.equal(`urn:uuid:${String(line?.fields['request_id'])}`, problem.instance);
  assert.match(String(line?.fields['cause']), /secret cause tm_live_\[redacted\]/);
  assert.match(String(line?.fields['cause']), /caused by RangeError: behind it/);
});

for (const error of [new TypeError('not a function'), new AssertionFailed('Invariant: it holds')])
  test(`a ${error.name} is the fault of one request, and the service goes on`, async (t) => {
    const { service, get } = await setUp(t);
    assert.match((await service.api.app.inject('/metrics')).body, /^tidemill_defects_total 0$/m);
    service.exchange.beforeCall = async () => {
      throw error;
    };
    assertProblem(await get(BALANCE), 'internal_error', true);
    service.exchange.beforeCall = async () => {};
    assert.equal((await get(BALANCE)).statusCode, 200);
    assert.match((await service.api.app.inject('/metrics')).body, /^tidemill_defects_total 1$/m);
    assert.equal(service.defects().length, 1);
  });

test('one line in the log per request, without the key', async (t) => {
  const { service, key, get } = await setUp(t);
  await get(`${BALANCE}?api_key=${key}`);
  const lines = service.log.filter(({ event }) => event === 'request');
  assert.equal(lines.length, 1);
  const fields = lines[0]?.fields ?? {};
  assert.equal(fields['operation'], 'getAccountBalance');
  assert.equal(fields['status'], 400);
  assert.equal(fields['code'], 'invalid_request');
  assert.equal(fields['user_id'], 'usr_first');
  assert(!JSON.stringify(service.log).includes('tm_live_'));
});

test('a line in the log says what was requested, by whom, and under which names', async (t) => {
  const { service, key } = await setUp(t);
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const ask = (url: string, headers: object) =>
    service.api.app.inject({
      method: 'DELETE',
      url,
      headers: { host: 'tidemill.test', authorization: `Bearer ${key}`, ...headers },
      remoteAddress: '192.0.2.7',
    });
  const lineOf = () =>
    service.log.findLast(({ event }) => event === 'request')?.fields as Record<string, unknown>;
  const named = { 'x-request-id': 'shop-42.a_b', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const reply = await ask('/v1/orders/ord_none?hint=1', named);
  assert.equal(reply.headers['x-request-id'], 'shop-42.a_b');
  assert.partialDeepStrictEqual(lineOf(), {
    request_id: 'shop-42.a_b',
    path: '/v1/orders/{order_id}',
    order_id: 'ord_none',
    trace_id: trace,
    client_address: '192.0.2.7',
  });
  for (const sent of ['two words', 'x'.repeat(129), '']) {
    const own = await ask('/v1/nowhere?secret=1', { 'x-request-id': sent, traceparent: 'none' });
    assert.notEqual(own.headers['x-request-id'], sent);
    assert.partialDeepStrictEqual(lineOf(), { path: '/v1/nowhere', trace_id: null });
  }
});

test('a read that went well is a line at level debug, everything else at level info', async (t) => {
  const { service, key, get } = await setUp(t);
  const levelOfLast = () => service.log.findLast(({ event }) => event === 'request')?.level;
  await get(BALANCE);
  assert.equal(levelOfLast(), 'debug');
  await get('/v1/accounts/unknown/balance');
  assert.equal(levelOfLast(), 'info');
  await service.api.app.inject({
    method: 'DELETE',
    url: '/v1/orders/unknown',
    headers: { host: 'tidemill.test', authorization: `Bearer ${key}` },
  });
  assert.equal(levelOfLast(), 'info');
});

test('the uses of keys are reported to the store together', async (t) => {
  const { service, get } = await setUp(t);
  await get('/v1/accounts');
  service.clock.advance(5);
  await get('/v1/accounts');
  await service.api.flushKeyUses();
  const [row] = await service.store.listKeys(null);
  assert.equal(row?.lastUsedAtMs, service.clock.nowMs());
});

test('the uses of keys are held while the store is away, and reported afterwards', async (t) => {
  const touched: number[] = [];
  let beforeTouch = async (): Promise<void> => {};
  const { service, get } = await setUp(t, (deps) => {
    const touchKeys: typeof deps.ports.keys.touchKeys = async (uses) => {
      await beforeTouch();
      touched.push(...uses.map(({ usedAtMs }) => usedAtMs));
    };
    return { ...deps, ports: { ...deps.ports, keys: { ...deps.ports.keys, touchKeys } } };
  });
  await get('/v1/accounts');
  const firstUsedAtMs = service.clock.nowMs();
  beforeTouch = () => Promise.reject(new Failure('unavailable', 'the database is away'));
  await assert.rejects(service.api.flushKeyUses(), Failure);
  await assert.rejects(service.api.flushKeyUses(), Failure, 'still away: not taken for recovered');
  // A use during the call is part of the next one.
  beforeTouch = async () => {
    service.clock.advance(5);
    await get('/v1/accounts');
    beforeTouch = async () => {};
  };
  await service.api.flushKeyUses();
  await service.api.flushKeyUses();
  await service.api.flushKeyUses();
  assert.deepEqual(touched, [firstUsedAtMs, firstUsedAtMs + 5]);
});

test('every method of HTTP is refused by its own name, where it is not served', async (t) => {
  const { service } = await setUp(t, undefined, AMPLE_BUDGETS);
  const key = await service.makeKey(['read']);
  const headers = { authorization: `Bearer ${key}` };
  // CONNECT asks for a tunnel and is no request of a path.
  for (const method of METHODS.filter((name) => name !== 'CONNECT')) {
    const ask = (url: string) => service.api.app.inject({ method, url, headers });
    if (!['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'].includes(method)) {
      const refused = await ask(`/v1/orders/ord_1?x=1`);
      const { detail } = assertProblem(refused, 'method_not_allowed', true);
      assert(detail.endsWith(`, not "${method}".`), detail);
      assert.equal(refused.headers.allow, 'GET, HEAD, DELETE, OPTIONS');
      const line = service.log.findLast(({ event }) => event === 'request');
      assert.equal(line?.fields['method'], method);
      assert.equal(line?.fields['operation'], 'method_not_allowed');
      assertProblem(await ask('/readyz'), 'method_not_allowed', false);
    }
    if (method === 'HEAD') continue;
    assertProblem(await ask('/v1/nothing'), 'not_found', true);
    assertProblem(await ask('/v1/orders/%zz'), 'invalid_request', true);
  }
});

test('the figures count by operation and status, and hold what other parts give', async (t) => {
  const { service, get } = await setUp(t);
  await get(BALANCE);
  await get('/v1/accounts/none/balance');
  const { body } = await service.api.app.inject('/metrics');
  const total = 'tidemill_http_requests_total{operation="getAccountBalance"';
  assert(body.includes(`${total},status="200"} 1\n`));
  assert(body.includes(`${total},status="404"} 1\n`));
  const count = 'tidemill_http_request_duration_seconds_count{operation="getAccountBalance"} 2\n';
  assert(body.includes(count));
  assert(body.includes('tidemill_test_gauge 42\n'));
});

test('a service that is not ready says why', async (t) => {
  const { service } = await setUp(t, (deps) => ({ ...deps, isReady: async () => false }));
  const response = await service.api.app.inject('/readyz');
  const { detail } = assertProblem(response, 'temporarily_unavailable', false);
  assert.match(detail, /database is away/);
});

test('the end: what is under way is completed, what comes is turned away', async (t) => {
  const { service, key } = await setUp(t);
  const address = await service.api.listen({ host: '127.0.0.1', port: 0 });
  const held = holdCalls(service.exchange);
  const headers = { authorization: `Bearer ${key}` };
  const underWay = fetch(address + BALANCE, { headers });
  await held.reached;
  const closing = service.api.close();
  const turnedAway = await service.api.app.inject({ method: 'GET', url: '/v1/accounts', headers });
  assertProblem(turnedAway, 'temporarily_unavailable', false);
  assert.equal(turnedAway.headers.connection, 'close');
  held.goOn();
  assert.equal((await underWay).status, 200);
  await closing;
  await assert.rejects(fetch(address));
});

test('the end has a deadline: what lasts longer is cut off', async (t) => {
  const { service, key } = await setUp(t);
  const address = await service.api.listen({ host: '127.0.0.1', port: 0 });
  const held = holdCalls(service.exchange);
  const headers = { authorization: `Bearer ${key}` };
  const cutOff = assert.rejects(fetch(address + BALANCE, { headers }));
  await held.reached;
  await service.api.close(10);
  await cutOff;
});
