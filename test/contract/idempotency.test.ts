// The same request twice: replayed, refused while the first is under way, and never carried out a
// second time.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS } from '#lib/time.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { exchangeRaw, rawRequest } from '../support/raw-http.ts';
import { holdCalls, SPOT_TAG } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  closeAfter,
  SECOND_USER,
} from '../support/test-service.ts';

const ORDER = {
  account_id: 'acc_own',
  market_tag: SPOT_TAG,
  side: 'buy',
  type: 'limit',
  price: '60000',
  amount: '0.01',
};

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['trading']);
  const place = (idempotencyKey: string, changes: object = {}, token = key) =>
    service.api.app.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey },
      payload: { ...ORDER, ...changes },
    });
  return { service, key, place };
}

function lastError(service: TestService): unknown {
  return service.log.findLast(({ event }) => event === 'request_failed')?.fields['code'];
}

test('a retry gets the same bytes, marked, and places nothing', async (t) => {
  const { service, place } = await setUp(t);
  const first = await place('one');
  const second = await place('one');
  assert.equal(first.statusCode, 201);
  assert.equal(second.statusCode, 201);
  assert.equal(second.body, first.body);
  assert.equal(second.headers.location, first.headers.location);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id']);
  assert.notEqual(second.headers['x-ratelimit-remaining'], first.headers['x-ratelimit-remaining']);
  assert.equal(service.exchange.placed.length, 1);
});

test('quotes, the order of fields and white space do not make another request', async (t) => {
  const { service, key, place } = await setUp(t);
  const first = await place('one');
  const reversed = Object.fromEntries(Object.entries(ORDER).toReversed());
  const second = await service.api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': '"one"',
      'content-type': 'application/json',
    },
    payload: JSON.stringify(reversed, null, 4),
  });
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
});

test('a refusal is an outcome too; it is retained although the cause is gone', async (t) => {
  const { place } = await setUp(t);
  const first = await place('one', { amount: '1000' });
  const second = await place('one', { amount: '1000' });
  assertProblem(first, 'insufficient_funds', true);
  assertProblem(second, 'insufficient_funds', true);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  const invalid = await place('two', { amount: '0' });
  assertProblem(invalid, 'invalid_request', true);
  assert.equal((await place('two', { amount: '0' })).headers['idempotency-replayed'], 'true');
});

test('the key with another request: 422, also while the first is under way', async (t) => {
  const { place } = await setUp(t);
  await place('one');
  const reused = await place('one', { amount: '0.02' });
  assertProblem(reused, 'idempotency_key_reuse', true);
  assert.match(reused.json<{ detail: string }>().detail, /corrected .*new key/);
});

test('of two at once on two sockets one is carried out, the other asked to wait', async (t) => {
  const { service, key } = await setUp(t);
  const address = await service.api.listen({ host: '127.0.0.1', port: 0 });
  const held = holdCalls(service.exchange);
  const request = (order: object) =>
    rawRequest(
      'POST /v1/orders HTTP/1.1',
      [`Authorization: Bearer ${key}`, 'Idempotency-Key: one', 'Content-Type: application/json'],
      JSON.stringify(order),
    );
  const first = exchangeRaw(address, request(ORDER));
  await held.reached;
  const [second] = await exchangeRaw(address, request(ORDER));
  const [third] = await exchangeRaw(address, request({ ...ORDER, amount: '3' }));
  held.goOn();
  const [done] = await first;
  assert.equal(second?.status, 409);
  assert.equal(second.headers.get('retry-after'), '1');
  assert.equal(third?.status, 422);
  assert.equal(done?.status, 201);
  assert.equal(service.exchange.placed.length, 1);
});

test('a server error is not stored: the same key works again, nothing is doubled', async (t) => {
  const { service, place } = await setUp(t);
  let isFailing = true;
  service.exchange.beforeCall = async () => {
    if (isFailing) throw new Failure('unavailable', 'the exchange is away');
  };
  assertProblem(await place('one'), 'temporarily_unavailable', true);
  assert.equal(lastError(service), 'temporarily_unavailable');
  isFailing = false;
  const second = await place('one');
  assert.equal(second.statusCode, 201, second.body);
  assert.equal(second.headers['idempotency-replayed'], undefined);
  assert.equal((await place('one')).headers['idempotency-replayed'], 'true');
  assert.equal(service.exchange.placed.length, 1);
});

test('after 24 hours the key is new', async (t) => {
  const { service, place } = await setUp(t);
  await place('one');
  service.clock.advance(LIMITS.idempotencyKeepMs - HOUR_MS);
  assert.equal((await place('one')).headers['idempotency-replayed'], 'true');
  service.clock.advance(HOUR_MS);
  assert.equal((await place('one')).headers['idempotency-replayed'], undefined);
  assert.equal(service.exchange.placed.length, 2);
});

/** Starts a request that waits at the exchange, and returns how to let it go on. */
async function startWaiting({ service, place }: Awaited<ReturnType<typeof setUp>>) {
  const held = holdCalls(service.exchange);
  const returned = place('one');
  await held.reached;
  return { returned, goOn: held.goOn };
}

/** As time passes: in steps, so that each renewal is done before the next is due. */
async function pass(service: TestService, durationMs: number): Promise<void> {
  const stepMs = LIMITS.idempotencyLockMs / 6;
  for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) {
    service.clock.advance(stepMs);
    await nextTurn();
  }
}

test('a request that outlasts its lock keeps it: a retry is asked to wait', async (t) => {
  const harness = await setUp(t);
  const { service, place } = harness;
  const { returned, goOn } = await startWaiting(harness);
  await pass(service, 3 * LIMITS.idempotencyLockMs);
  assertProblem(await place('one'), 'idempotency_in_progress', true);
  goOn();
  assert.equal((await returned).statusCode, 201);
  assert.equal(service.clock.repetitionsCount, 0, 'a completed request renews no more');
  assert.equal((await place('one')).headers['idempotency-replayed'], 'true');
  assert.equal(service.exchange.placed.length, 1);
});

test('a renewal that fails is tried again before the lock runs out', async (t) => {
  const harness = await setUp(t);
  const { service, place } = harness;
  const plain = { ...service.store };
  let failuresLeft = 2;
  service.store.renew = async (...parameters) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Failure('unavailable', 'the database is away');
    return plain.renew(...parameters);
  };
  const { returned, goOn } = await startWaiting(harness);
  await pass(service, 1.5 * LIMITS.idempotencyLockMs);
  assertProblem(await place('one'), 'idempotency_in_progress', true);
  goOn();
  assert.equal((await returned).statusCode, 201);
});

test('a renewal under way does not lock what a failed request has given back', async (t) => {
  const harness = await setUp(t);
  const { service, place } = harness;
  const plain = { ...service.store };
  const mayRenew = Promise.withResolvers<void>();
  service.store.renew = async (...parameters) => {
    await mayRenew.promise;
    return plain.renew(...parameters);
  };
  const { returned, goOn } = await startWaiting(harness);
  await pass(service, LIMITS.idempotencyLockMs / 2);
  service.exchange.beforeCall = async () => {};
  goOn(Promise.reject(new Failure('unavailable', 'the exchange is away')));
  await nextTurn();
  mayRenew.resolve();
  assertProblem(await returned, 'temporarily_unavailable', true);
  assert.equal((await place('one')).statusCode, 201);
});

test('a request that never ends loses its lock at last', async (t) => {
  const harness = await setUp(t);
  const { service, place } = harness;
  const { returned, goOn } = await startWaiting(harness);
  await pass(service, LIMITS.idempotencyHeldMsMax + LIMITS.idempotencyLockMs);
  assert.equal(service.clock.repetitionsCount, 0);
  service.exchange.beforeCall = async () => {};
  assert.equal((await place('one')).statusCode, 201);
  goOn();
  assert.equal((await returned).statusCode, 201);
  assert.equal(service.exchange.placed.length, 1, 'both tries are one order');
});

test('what stands in front of the claim is not retained', async (t) => {
  const { service, place } = await setUp(t);
  const lacking = await service.makeKey(['read']);
  assertProblem(await place('one', {}, lacking), 'insufficient_scope', true);
  assert.equal((await place('one')).statusCode, 201);
});

test('a claim that could not be given back is given back once the store responds', async (t) => {
  const { service, place } = await setUp(t);
  const plain = { ...service.store };
  let isAway = true;
  service.store.release = async (claim) => {
    if (isAway) throw new Failure('unavailable', 'the database is away');
    return plain.release(claim);
  };
  service.exchange.beforeCall = async () => {
    throw new Failure('unavailable', 'the exchange is away');
  };
  assertProblem(await place('one'), 'temporarily_unavailable', true);
  service.exchange.beforeCall = async () => {};
  service.clock.advance(3_000);
  await nextTurn();
  assertProblem(await place('one'), 'idempotency_in_progress', true);
  isAway = false;
  service.clock.advance(500);
  await nextTurn();
  assert.equal((await place('one')).statusCode, 201);
  assert.equal(service.clock.repetitionsCount, 0, 'nothing is owed any more');
});

test('a claim whose response was lost does not keep its key locked', async (t) => {
  const { service, place } = await setUp(t);
  const plain = { ...service.store };
  service.store.claim = async (request) => {
    service.store.claim = (again) => plain.claim(again);
    await plain.claim(request);
    throw new OutcomeUnknown('the connection was lost', { source: 'store' });
  };
  assert.equal((await place('one')).statusCode, 503);
  service.clock.advance(500);
  await nextTurn();
  assert.equal((await place('one')).statusCode, 201);
  assert.equal(service.exchange.placed.length, 1);
});

test('a retry through another key of the same user is the same request', async (t) => {
  const { service, place } = await setUp(t);
  const first = await place('one');
  const second = await place('one', {}, await service.makeKey(['trading']));
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
  assert.equal(service.exchange.placed.length, 1);
});

test('another user may use the same Idempotency-Key', async (t) => {
  const { service, place } = await setUp(t);
  const foreign = { account_id: service.foreignAccountId };
  assert.equal((await place('one')).statusCode, 201);
  const key = await service.makeKey(['trading'], SECOND_USER);
  const other = await place('one', foreign, key);
  assert.equal(other.headers['idempotency-replayed'], undefined);
});
