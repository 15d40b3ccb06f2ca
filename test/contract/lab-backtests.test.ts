// Backtests of a lab's results over the API: the id that a result shows names one, which is queued
// when it is requested. That its figures are the result's is tested beside the service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { FAILED_ID, RESULT_ID, setUpLabWithResults, WINDOW } from '../support/lab-with-results.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { SECOND_USER } from '../support/test-service.ts';

const URL_OF_RESULT = `/v1/backtests/${RESULT_ID}`;

type Job = {
  readonly status: string;
  readonly backtest_id: string;
  readonly report: object | null;
  readonly request: { readonly parameters: object };
};
type Page = { readonly data: readonly Job[] };

test("a lab result's id names a backtest that waits with what the lab ran with", async (t) => {
  const { call, scriptId, service, url } = await setUpLabWithResults(t);
  const [shown] = (await call('GET', `${url}/results`)).json<Page>().data;
  assert.equal(shown?.backtest_id, RESULT_ID);
  const found = await call('GET', URL_OF_RESULT);
  assert.equal(found.statusCode, 200, found.body);
  const { backtest_id: id, report, request, status } = found.json<Job>();
  assert.deepEqual({ id, report, status }, { id: RESULT_ID, report: null, status: 'queued' });
  assert.deepEqual(request.parameters, { Fast: 2, Slow: 7 });
  const waiting = present(
    await service.backtests.findBacktest('usr_first', RESULT_ID),
    'it is stored',
  ).backtest;
  const { accountId, intervalMinutes, marketTag, startMs, endMs } = waiting;
  assert.equal(waiting.scriptId, scriptId);
  assert.deepEqual([accountId, marketTag], [service.ownAccountId, SPOT_TAG]);
  assert.equal(intervalMinutes, 15);
  assert.deepEqual([startMs, endMs], [WINDOW.start_at, WINDOW.end_at].map(Date.parse));
  const early = assertProblem(
    await call('GET', `${URL_OF_RESULT}/positions`),
    'backtest_not_found',
    true,
  );
  assert.match(early.detail, /has not finished yet/);
});

test('requested many times at once it is one backtest', async (t) => {
  const { call } = await setUpLabWithResults(t);
  const responses = await Promise.all(Array.from({ length: 8 }, () => call('GET', URL_OF_RESULT)));
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]));
  const listed = (await call('GET', '/v1/backtests')).json<Page>().data;
  assert.deepEqual(
    listed.map((job) => job.backtest_id),
    [RESULT_ID],
  );
});

test('one that was deleted is queued again when it is requested again', async (t) => {
  const { call } = await setUpLabWithResults(t);
  assert.equal((await call('GET', URL_OF_RESULT)).statusCode, 200);
  assert.equal((await call('DELETE', URL_OF_RESULT)).statusCode, 204);
  assert.deepEqual((await call('GET', '/v1/backtests')).json<Page>().data, []);
  assertProblem(await call('DELETE', URL_OF_RESULT), 'backtest_not_found', true);
  assert.equal((await call('GET', URL_OF_RESULT)).json<Job>().status, 'queued');
});

test("another user's result is unknown, and so is one of an execution before", async (t) => {
  const { call, service, url } = await setUpLabWithResults(t);
  const foreign = await service.makeKey([], SECOND_USER);
  for (const address of [URL_OF_RESULT, `${URL_OF_RESULT}/logs`]) {
    const response = await call('GET', address, undefined, foreign);
    const { detail } = assertProblem(response, 'backtest_not_found', true);
    assert.equal(detail, `There is no backtest "${RESULT_ID}".`);
  }
  assert.deepEqual((await call('GET', '/v1/backtests')).json<Page>().data, []);
  await call('POST', `${url}/cancel`);
  assert.equal((await call('POST', `${url}/start`, WINDOW)).statusCode, 202);
  assertProblem(await call('GET', URL_OF_RESULT), 'backtest_not_found', true);
});

test('it is among the backtests that may wait at once', async (t) => {
  const { call, scriptId, service } = await setUpLabWithResults(t);
  assert.equal((await call('GET', URL_OF_RESULT)).statusCode, 200);
  const window = { start_at: WINDOW.start_at, end_at: '2026-01-02T00:00:00Z', interval: 15 };
  const place = { account_id: service.ownAccountId, market_tag: SPOT_TAG };
  const body = { script_id: scriptId, ...place, ...window };
  for (let count = 1; count < LIMITS.backtestsWaitingPerUserMax; count += 1) {
    const queued = await call('POST', '/v1/backtests', body);
    assert.equal(queued.statusCode, 202, queued.body);
  }
  const refused = assertProblem(await call('GET', `/v1/backtests/${FAILED_ID}`), 'forbidden', true);
  assert.match(refused.detail, /At most \d+ backtests/);
  assert.equal((await call('GET', URL_OF_RESULT)).statusCode, 200);
});
