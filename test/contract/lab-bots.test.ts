// Bots of a lab's results over the API: what they are made with, that one request makes one, and
// what is refused. How they trade is tested beside the service.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { JobAttempt, JobEnding } from '#ports/jobs.ts';
import type { LabResult, LabSlice } from '#ports/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/lab-store.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

const SOURCE = "local fast, slow = Input('Fast', 5), Input('Slow', 9)";
const WINDOW = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-31T00:00:00Z' };
const RESULT_ID = 'bt_00000000000000000000000001';
const FAILED_ID = 'bt_00000000000000000000000002';
const UNKNOWN_ID = 'bt_00000000000000000000000009';

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT';

/** A lab of two combinations, the second of which failed. */
async function setUp(t: TestContext) {
  const service = await makeTestService((deps) => deps, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: Method, url: string, payload?: object, key = own, more: Headers = {}) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...more },
      ...(payload === undefined ? {} : { payload }),
    });
  const script = await call('POST', '/v1/scripts', { name: 'cross', source: SOURCE });
  const { script_id: scriptId } = script.json<{ script_id: string }>();
  const named = { name: 'a lab', script_id: scriptId };
  const lab = await call('POST', '/v1/labs', named);
  const url = `/v1/labs/${lab.json<{ lab_id: string }>().lab_id}`;
  await call('PUT', url, {
    algorithm: 'brute_force',
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 15,
    parameters: [
      { key: 'Fast', enabled: true, values: [2, 3] },
      { key: 'Slow', enabled: false, value: 7 },
    ],
    settings: { trade_amount: '250' },
  });
  await call('POST', `${url}/start`, WINDOW);
  await carryOut(service);
  const make = (id = RESULT_ID, payload: object = { name: 'a bot' }, key = own, more = {}) =>
    call('POST', `${url}/results/${id}/bot`, payload, key, more);
  return { service, call, make, scriptId, url };
}

const SLICE: LabSlice = {
  firstOrdinal: 0,
  generation: 0,
  firstPopulation: 0,
  combinations: [0, 1],
};

function result(ordinal: number, backtestId: string, failure: object | null): LabResult {
  const sortValues = { roi: null, profit: null, drawdown: null, sharpe: null, stability: null };
  const figures = JSON.stringify({ figures: null, failure, runKey: String(ordinal) });
  const place = { ordinal, combination: ordinal, generation: 0, population: ordinal, backtestId };
  return { ...place, score: null, positionsClosed: 0, sortValues, figures, judgement: null };
}

const RESULTS = [
  result(0, RESULT_ID, null),
  result(1, FAILED_ID, { message: 'no such luck', line: 1 }),
];

/** What workers would write. */
async function carryOut({ jobs, labs }: TestService): Promise<void> {
  await attempt(jobs, LAB_PLAN_QUEUE, async (held) => {
    const { plan } = present(await labs.findProgress(held.jobId), 'the lab was started');
    await labs.addSlices(held, [SLICE], 1, plan);
  });
  await attempt(jobs, LAB_SLICE_QUEUE, async (held) => {
    await labs.endSlice(held, { results: RESULTS, runMs: 1, openSlicesMax: 0, atMs: 1 });
  });
}

async function attempt(
  jobs: TestService['jobs'],
  queue: string,
  act: (held: JobAttempt) => Promise<void>,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const perform = async (held: JobAttempt): Promise<JobEnding> => {
    await act(held).then(done.resolve, done.reject);
    return { kind: 'done' };
  };
  const kind = { queue, perform, onDefect: done.reject };
  const runner = jobs.run({ kinds: [kind], placesCount: 1, keptCount: 0 });
  await done.promise;
  await runner.close();
}

test('a bot is made with what its result ran with, deactivated', async (t) => {
  const { service, make, scriptId } = await setUp(t);
  const made = await make();
  assert.equal(made.statusCode, 201, made.body);
  const { bot_id: botId, ...rest } = made.json<{ bot_id: string }>();
  assert.equal(made.headers.location, `/v1/bots/${botId}`);
  const earned = { realized_profit: '0', unrealized_profit: '0', roi: '0' };
  const figures = { ...earned, total_profit: '0', profit_currency: null };
  const state = { is_activated: false, is_paused: false, stop_reason: null };
  const place = { account_id: service.ownAccountId, market_tag: SPOT_TAG, script_id: scriptId };
  const chosen = {
    parameters: { Fast: 2, Slow: 7 },
    settings: {
      interval: 15,
      leverage: null,
      margin_mode: null,
      trade_amount: '250',
      trade_amount_percent: null,
      pyramiding: null,
    },
    last_update_at: null,
    next_update_at: null,
  };
  assert.deepEqual(rest, { name: 'a bot', ...place, ...state, ...figures, ...chosen });
  const bot = present(await service.store.findBot('usr_first', botId), 'it is stored');
  assert.deepEqual(bot.settings.inputs, { Fast: 2, Slow: 7 });
  assert.equal(bot.settings.intervalMinutes, 15);
});

test('the same request under one Idempotency-Key makes one bot', async (t) => {
  const { service, call, make } = await setUp(t);
  const key = await service.makeKey([]);
  const first = await make(RESULT_ID, { name: 'a bot' }, key, { 'idempotency-key': 'once' });
  const second = await make(RESULT_ID, { name: 'a bot' }, key, { 'idempotency-key': 'once' });
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
  assert.equal((await call('GET', '/v1/bots')).json<{ data: object[] }>().data.length, 1);
});

test('what cannot be a bot is refused with the reason', async (t) => {
  const { service, call, make, scriptId, url } = await setUp(t);
  assertProblem(await make(UNKNOWN_ID), 'backtest_not_found', true);
  assertProblem(await make('none'), 'backtest_not_found', true);
  const lost = '/v1/labs/lab_00000000000000000000000000/results';
  const unknown = await call('POST', `${lost}/${RESULT_ID}/bot`, { name: 'a bot' });
  assertProblem(unknown, 'lab_not_found', true);
  const failed = assertProblem(await make(FAILED_ID), 'invalid_request', true);
  assert.match(failed.detail, /no such luck/);
  assertProblem(await make(RESULT_ID, {}), 'invalid_request', true);
  const foreign = { name: 'a bot', account_id: service.foreignAccountId };
  assertProblem(await make(RESULT_ID, foreign), 'account_not_found', true);
  await service.store.setAllowsBots(service.ownAccountId, false);
  assertProblem(await make(), 'forbidden', true);
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source: `${SOURCE} --` });
  const changed = assertProblem(await make(), 'invalid_request', true);
  assert.match(changed.detail, /was changed since/);
  await call('POST', `${url}/cancel`);
  assert.equal((await call('POST', `${url}/start`, WINDOW)).statusCode, 202);
  assertProblem(await make(), 'backtest_not_found', true);
});

test("a plan's number of bots is the limit, and is named", async (t) => {
  const { service, make } = await setUp(t);
  await service.store.setPlan('usr_first', 'starter', null);
  service.api.forgetPrincipals();
  for (;;) {
    const made = await make();
    if (made.statusCode === 201) continue;
    assert.match(assertProblem(made, 'forbidden', true).detail, /allows \d+ bots/);
    return;
  }
});

test("only keys that may make bots do, and another user's result is unknown", async (t) => {
  const { service, make } = await setUp(t);
  const labsOnly = await service.makeKey(['labs', 'read']);
  assertProblem(await make(RESULT_ID, { name: 'a bot' }, labsOnly), 'insufficient_scope', true);
  const bots = await service.makeKey(['bots']);
  assert.equal((await make(RESULT_ID, { name: 'a bot' }, bots)).statusCode, 201);
  const foreign = await service.makeKey([], SECOND_USER);
  const answer = await make(RESULT_ID, { name: 'a bot' }, foreign);
  assertProblem(answer, 'lab_not_found', true);
});
