// Budgets of what is refused before its work begins: a backtest or a lab that was refused counts as
// a write. Backtests of end users have a budget of each end user.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { LightMyRequestResponse as ReceivedResponse } from 'fastify';
import { memoryRateLimitStore } from '#adapters/memory/memory-rate-limit-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { sharedRateLimiter } from '#api/http/callers/rate-limiter.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import type { Scope } from '#domain/access/scope.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { closeAfter, makeTestService } from '../support/test-service.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const SCRIPT_ID = 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c';
const WINDOW = { start_at: '2024-01-01T00:00:00Z', end_at: '2024-02-01T00:00:00Z' };
const GRID = {
  type: 'spot_grid',
  config: {
    market_tag: SPOT_TAG,
    lower_price: '50000',
    upper_price: '70000',
    grid_count: 10,
    investment: '500',
  },
  ...WINDOW,
};

type Headers = Readonly<Record<string, string>>;

async function setUp(
  t: TestContext,
  change: (deps: EdgeDeps) => EdgeDeps = (deps) => deps,
  budgets = PUBLISHED_BUDGETS,
) {
  const service = await makeTestService(change, budgets);
  closeAfter(t, service);
  const makeCaller = async (scopes: readonly Scope[] = []) => {
    const key = await service.makeKey(scopes);
    return (method: 'GET' | 'POST', url: string, payload: object, headers: Headers = {}) =>
      service.api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(method === 'GET' ? {} : { payload }),
      });
  };
  const call = await makeCaller();
  const backtest = {
    script_id: SCRIPT_ID,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    ...WINDOW,
  };
  return { service, call, makeCaller, backtest };
}

function left(response: ReceivedResponse): string {
  return String(response.headers['ratelimit']).replace(/;t=.*/, '');
}

test('refused backtests and labs are returned, and count as writes', async (t) => {
  const { call, backtest } = await setUp(t);
  const key = { 'idempotency-key': 'one' };
  assert.equal(left(await call('POST', '/v1/backtests', backtest, key)), '"expensive";r=19');
  const refused = [
    ['invalid_request', '/v1/backtests', {}],
    ['invalid_request', '/v1/backtests', { ...backtest, end_at: WINDOW.start_at }],
    ['script_not_found', '/v1/backtests', { ...backtest, script_id: '\u00e9' }],
    ['account_not_found', '/v1/backtests', { ...backtest, account_id: 'acc_none' }],
    ['idempotency_key_reuse', '/v1/backtests', { ...backtest, interval: 15 }, key],
    ['lab_not_found', '/v1/labs/lab_none/start', WINDOW],
    ['bot_not_found', '/v1/bots/bot_none/comparisons', { day: '2024-01-01' }],
  ] as const;
  for (const [code, url, payload, headers] of refused) {
    const response = await call('POST', url, payload, headers);
    assertProblem(response, code, true);
    assert.equal(left(response), '"expensive";r=19', code);
  }
  const again = await call('POST', '/v1/backtests', backtest, key);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(left(again), '"expensive";r=19', 'a response that is sent again is no new run');
  const write = await call('POST', '/v1/scripts', {});
  assert.equal(left(write), `"writes";r=${60 - refused.length - 1 - 1}`);
});

test('a missing scope does not use it up either', async (t) => {
  const { makeCaller, backtest } = await setUp(t);
  const call = await makeCaller(['read']);
  for (let count = 0; count < 2; count += 1) {
    const response = await call('POST', '/v1/backtests', backtest);
    assertProblem(response, 'insufficient_scope', true);
    assert.equal(left(response), '"expensive";r=20');
  }
});

test('refused requests are limited: without writes left they stay counted', async (t) => {
  const { call, service, backtest } = await setUp(t);
  const codes: string[] = [];
  for (let count = 0; count < 82; count += 1) {
    const response = await call('POST', '/v1/backtests', {});
    codes.push(`${response.statusCode} ${left(response)}`);
  }
  assert.equal(codes[59], '400 "expensive";r=20');
  assert.equal(codes[60], '400 "expensive";r=19');
  assert.equal(codes[79], '400 "expensive";r=0');
  assert.deepEqual(codes.slice(80), ['429 "expensive";r=0', '429 "expensive";r=0']);
  service.clock.advance(3_600_000);
  assert.equal((await call('POST', '/v1/backtests', backtest)).statusCode, 202);
});

test('a window that was used up by what another process returned goes on', async (t) => {
  const store = memoryRateLimitStore();
  // The keys of both are counted as one.
  const rateLimits: typeof store = {
    ...store,
    countRequest: (_keyId, ...counted) => store.countRequest('key', ...counted),
    returnRequest: (_keyId, ...returned) => store.returnRequest('key', ...returned),
  };
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const shared = (deps: EdgeDeps): EdgeDeps => ({
    ...deps,
    ports: { ...deps.ports, rateLimits },
  });
  const one = { ...PUBLISHED_BUDGETS, expensive: { requests: 1, windowMs: 3_600_000 } };
  const waiting = await setUp(
    t,
    (deps) => {
      const { backtests } = deps.services;
      const insertBacktest: typeof backtests.insertBacktest = async () => {
        started.resolve();
        await gate.promise;
        throw new Failure('unavailable', 'the database is away');
      };
      const services = { ...deps.services, backtests: { ...backtests, insertBacktest } };
      return shared({ ...deps, services });
    },
    one,
  );
  const other = await setUp(t, shared, one);
  const requested = waiting.call('POST', '/v1/backtests', waiting.backtest);
  await started.promise;
  const tooMany = await other.call('POST', '/v1/backtests', other.backtest);
  assertProblem(tooMany, 'rate_limited', true);
  gate.resolve();
  const failed = await requested;
  assertProblem(failed, 'temporarily_unavailable', true);
  assert.equal(left(failed), '"expensive";r=1');
  other.service.clock.advance(5_000);
  const next = await other.call('POST', '/v1/backtests', other.backtest);
  assert.equal(next.statusCode, 202, next.body);
});

test('what may have been done stays counted', async (t) => {
  const { call, backtest } = await setUp(t, (deps) => {
    const { backtests } = deps.services;
    const insertBacktest: typeof backtests.insertBacktest = () => {
      throw new OutcomeUnknown('the connection broke', { source: 'store' });
    };
    return { ...deps, services: { ...deps.services, backtests: { ...backtests, insertBacktest } } };
  });
  const response = await call('POST', '/v1/backtests', backtest);
  assertProblem(response, 'temporarily_unavailable', true);
  assert.equal(left(response), '"expensive";r=19');
});

test('several keys of a user get back what they have together', async (t) => {
  const two = { ...PUBLISHED_BUDGETS, expensive: { requests: 2, windowMs: 3_600_000 } };
  const { service, makeCaller, call, backtest } = await setUp(
    t,
    (deps) => ({ ...deps, tenantBudgets: { users: 1, partners: 1 } }),
    two,
  );
  const callers = [call, await makeCaller(), await makeCaller()];
  for (let round = 0; round < 4; round += 1) {
    for (const ask of callers)
      assert.equal((await ask('POST', '/v1/backtests', {})).statusCode, 400);
  }
  const statuses: number[] = [];
  for (const ask of [callers[1], callers[2], callers[1]]) {
    statuses.push((await ask?.('POST', '/v1/backtests', backtest))?.statusCode ?? 0);
  }
  assert.deepEqual(statuses, [202, 202, 429]);
  assert.deepEqual(service.defects(), []);
});

test('each end user has a budget of backtests, whichever key of the partner asks', async (t) => {
  const two = { ...PUBLISHED_BUDGETS, expensive: { requests: 2, windowMs: 3_600_000 } };
  const { call, makeCaller } = await setUp(t, (deps) => deps, two);
  const credentials = { api_key: 'k', api_secret: 's' };
  const makeUser = async (name: string) => {
    const wish = { external_id: name, exchange: 'still', credentials };
    const made = await call('POST', '/v1/whitelabel/users', wish);
    return made.json<{ user_id: string }>().user_id;
  };
  const [first, second] = [await makeUser('first'), await makeUser('second')];
  const run = (userId: string, headers: Headers = {}, ask = call, body: object = GRID) =>
    ask('POST', `/v1/whitelabel/users/${userId}/backtests`, body, headers);
  for (let count = 0; count < 3; count += 1) {
    assertProblem(await run('usr_none'), 'user_not_found', true);
    assertProblem(await run(first, {}, call, {}), 'invalid_request', true);
  }
  const ran = await run(first);
  assert.equal(ran.statusCode, 202, ran.body);
  assert.match(left(ran), /^"writes";r=/);
  assert.equal((await run(first, {}, await makeCaller())).statusCode, 202);
  const key = { 'idempotency-key': 'again' };
  const tooMany = await run(first, key);
  assert.match(assertProblem(tooMany, 'rate_limited', true).detail, /of this "user_id"/);
  assert.equal(tooMany.headers['ratelimit-policy'], '"expensive_of_user_id";q=2;w=3600');
  assert.equal(tooMany.headers['retry-after'], '3600');
  assert.equal((await run(second)).statusCode, 202, 'the others run theirs');
});

test('a request that was counted in this process is returned here', async () => {
  let isAway = true;
  const unavailable = () => Promise.reject(new Failure('unavailable', 'the database is away'));
  const store = {
    countRequest: unavailable,
    returnRequest: () => (isAway ? unavailable() : Promise.resolve(null)),
  };
  const two = { requests: 2, windowMs: 1_000 };
  const budgets = { ...PUBLISHED_BUDGETS, reads: two };
  const limiter = sharedRateLimiter(store, budgets, SILENT);
  const count = async () => (await limiter.count('k', 'reads', 0)).used;
  assert.deepEqual([await count(), await count(), await count()], [1, 2, 3]);
  assert.equal((await limiter.giveBack('k', 'reads', 1_000))?.used, 1);
  isAway = false;
  assert.equal((await limiter.giveBack('k', 'reads', 1_000))?.used, 0);
  assert.equal(await limiter.giveBack('k', 'reads', 2_000), null);
});
