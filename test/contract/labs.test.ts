// Labs over the API: their life, what is refused, and that nobody else reaches them.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { JobKind } from '#ports/work/jobs.ts';
import { LAB_PLAN_QUEUE } from '#ports/stores/lab-store.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

type LabBody = {
  readonly lab_id: string;
  readonly status: string;
  readonly account_id: string | null;
  readonly config: Readonly<Record<string, number>> | null;
  readonly scheduled_backtests: number;
  readonly completed_backtests: number;
  readonly parameters_count: number;
  readonly enabled_parameters_count: number;
  readonly settings: object | null;
  readonly out_of_sample_percent: number | null;
  readonly walk_forward_folds: number | null;
  readonly cancel_reason: string | null;
  readonly start_at: string | null;
};

const SOURCE = `
  local fast = Input('Fast', 5)
  local kind = InputOptions('Kind', 'SMA', {'SMA', 'EMA'})
  local isLong = Input('Long', true)`;

const WINDOW = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-31T00:00:00Z' };

async function setUp(t: TestContext) {
  const service = await makeTestService((deps) => deps, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey([]);
  const callAs = (usedKey: string) => (method: Method, url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${usedKey}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const call = callAs(key);
  const script = await call('POST', '/v1/scripts', { name: 'cross', source: SOURCE });
  const { script_id: scriptId } = script.json<{ script_id: string }>();
  const made = await call('POST', '/v1/labs', { name: 'a lab', script_id: scriptId });
  assert.equal(made.statusCode, 201);
  const lab = made.json<LabBody>();
  return { service, call, callAs, lab, scriptId, url: `/v1/labs/${lab.lab_id}` };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function configuration(service: TestService, changes: object = {}) {
  return {
    algorithm: 'brute_force',
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    parameters: [
      { key: 'Fast', enabled: true, range: { from: 5, to: 50, step: 5 } },
      { key: 'Kind', enabled: true, values: ['SMA', 'EMA', 'SMA'] },
      { key: 'Long', enabled: false, value: 0 },
    ],
    ...changes,
  };
}

test('a lab is created from the inputs of its script, and not configured', async (t) => {
  const { call, lab, url } = await setUp(t);
  assert.equal(lab.status, 'created');
  assert.equal(lab.parameters_count, 3);
  assert.equal(lab.enabled_parameters_count, 0);
  assert.equal(lab.account_id, null);
  assert.equal(lab.config, null);
  assert.equal(lab.start_at, null);
  const parameters = (await call('GET', `${url}/parameters`)).json<{ data: object[] }>().data;
  assert.deepEqual(parameters, [
    { key: 'Fast', kind: 'number', enabled: false, ordered: true, values: [5], value: null },
    {
      key: 'Kind',
      kind: 'select',
      enabled: false,
      ordered: false,
      values: ['SMA', 'EMA'],
      value: null,
    },
    {
      key: 'Long',
      kind: 'boolean',
      enabled: false,
      ordered: false,
      values: [true, false],
      value: null,
    },
  ]);
});

test('configured and started, it is queued with all its combinations', async (t) => {
  const { service, call, url } = await setUp(t);
  const configured = (await call('PUT', url, configuration(service))).json<LabBody>();
  assert.equal(configured.enabled_parameters_count, 2);
  assert.deepEqual(configured.config, {
    max_population: 10,
    max_generations: 100,
    max_elites: 3,
    mix_rate: 40,
    adjust_rate: 25,
  });
  const started = await call('POST', `${url}/start`, WINDOW);
  assert.equal(started.statusCode, 202);
  const lab = started.json<LabBody>();
  assert.equal(lab.status, 'queued');
  assert.equal(lab.scheduled_backtests, 20);
  assert.equal(lab.completed_backtests, 0);
  assert.equal(lab.start_at, '2026-01-01T00:00:00.000Z');
  assert.deepEqual((await call('GET', url)).json(), lab);
});

test('inputs that a configuration leaves out keep their defaults and stay listed', async (t) => {
  const { service, call, scriptId, url } = await setUp(t);
  const parameters = [{ key: 'Kind', enabled: true, values: ['EMA'] }];
  const configured = (
    await call('PUT', url, configuration(service, { parameters }))
  ).json<LabBody>();
  assert.equal(configured.parameters_count, 3);
  assert.equal(configured.enabled_parameters_count, 1);
  type Listed = { readonly key: string; readonly enabled: boolean; readonly value: unknown };
  const listed = (await call('GET', `${url}/parameters`)).json<{ data: Listed[] }>().data;
  assert.deepEqual(
    listed.map(({ key, enabled, value }) => [key, enabled, value]),
    [
      ['Fast', false, null],
      ['Kind', true, null],
      ['Long', false, null],
    ],
  );
  // What nobody chose does not bind the lab to the script's text.
  const source = "local kind = InputOptions('Kind', 'SMA', {'SMA', 'EMA'})";
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source });
  assert.equal((await call('POST', `${url}/start`, WINDOW)).statusCode, 202);
});

test('a lab shows its settings, and what it shows configures it again', async (t) => {
  const { service, call, lab, url } = await setUp(t);
  assert.equal(lab.settings, null);
  assert.equal(lab.out_of_sample_percent, null);
  assert.equal(lab.walk_forward_folds, null);
  const settings = {
    rules: 'touch',
    slippage_percent: '0.05',
    participation_percent: '10',
    slippage_ticks: 2,
    commission_percent: '0.1',
    commission_per_order: '2.5',
    commission_per_contract: '0.01',
    fill_at_close: true,
    bar_magnifier: true,
    margin_long_percent: '25',
    margin_short_percent: '30',
    leverage: '3',
    margin_mode: 'isolated',
    position_mode: 'hedge',
    trade_amount_percent: '10',
    pyramiding: 2,
    seed: 231_124_248_032_214,
    warm_up: false,
    audit: true,
  };
  const wished = { settings, out_of_sample_percent: 20, walk_forward_folds: 3 };
  const configured = (await call('PUT', url, configuration(service, wished))).json<LabBody>();
  const shown = (body: LabBody) => ({
    settings: body.settings,
    out_of_sample_percent: body.out_of_sample_percent,
    walk_forward_folds: body.walk_forward_folds,
  });
  assert.deepEqual(shown(configured), wished);
  const again = await call('PUT', url, configuration(service, shown(configured)));
  assert.deepEqual(shown(again.json<LabBody>()), wished);
  const plain = (await call('PUT', url, configuration(service))).json<LabBody>();
  const unchosen = { settings: {}, out_of_sample_percent: 30, walk_forward_folds: 0 };
  assert.deepEqual(shown(plain), unchosen);
});

test('the same start under one Idempotency-Key begins one execution', async (t) => {
  const { service, url } = await setUp(t);
  const key = await service.makeKey([]);
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'once' };
  const ask = (method: Method, path: string, payload: object, used: object = headers) =>
    service.api.app.inject({ method, url: path, headers: used as Headers, payload });
  type Headers = Record<string, string>;
  const { authorization } = headers;
  await ask('PUT', url, configuration(service), { authorization });
  const first = await ask('POST', `${url}/start`, WINDOW);
  const second = await ask('POST', `${url}/start`, WINDOW);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
});

test('a lab at work is neither started nor configured; cancelled, it starts again', async (t) => {
  const { service, call, url } = await setUp(t);
  await call('PUT', url, configuration(service));
  await call('POST', `${url}/start`, WINDOW);
  assertProblem(await call('POST', `${url}/start`, WINDOW), 'invalid_request', true);
  assertProblem(await call('PUT', url, configuration(service)), 'invalid_request', true);
  for (let times = 0; times < 2; times += 1) {
    const cancelled = await call('POST', `${url}/cancel`);
    assert.equal(cancelled.statusCode, 200);
    assert.equal(cancelled.json<LabBody>().status, 'cancelled');
    assert.equal(cancelled.json<LabBody>().cancel_reason, 'Cancelled by user');
  }
  const again = await call('POST', `${url}/start`, WINDOW);
  assert.equal(again.json<LabBody>().cancel_reason, null);
});

test('deleting a lab cancels it and forgets it', async (t) => {
  const { service, call, url } = await setUp(t);
  await call('PUT', url, configuration(service));
  await call('POST', `${url}/start`, WINDOW);
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assertProblem(await call('DELETE', url), 'lab_not_found', true);
  assertProblem(await call('GET', url), 'lab_not_found', true);
});

test('what cannot be started says what to do', async (t) => {
  const { service, call, scriptId, url } = await setUp(t);
  const assertRefused = async (expected: RegExp): Promise<void> => {
    const response = await call('POST', `${url}/start`, WINDOW);
    assert.match(assertProblem(response, 'invalid_request', true).detail, expected);
  };
  await assertRefused(/not configured/);
  await call('PUT', url, configuration(service, { parameters: [] }));
  await assertRefused(/no enabled parameter/);
  await call('PUT', url, configuration(service));
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source: "local slow = Input('Slow', 5)" });
  await assertRefused(/no longer has/);
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source: 'local =' });
  await assertRefused(/does not compile.*line 1/);
  const configured = await call('PUT', url, configuration(service));
  const problem = assertProblem(configured, 'invalid_request', true);
  assert.match(problem.detail, /does not compile.*line 1/);
});

test('a million combinations are refused with the number and a way out', async (t) => {
  const { service, call, scriptId, url } = await setUp(t);
  const source = "Input('A', 1) Input('B', 1)";
  await call('PUT', `/v1/scripts/${scriptId}/source`, { source });
  const range = { from: 1, to: 1_000, step: 1 };
  const parameters = ['A', 'B'].map((key) => ({ key, enabled: true, range }));
  await call('PUT', url, configuration(service, { parameters }));
  const problem = assertProblem(
    await call('POST', `${url}/start`, WINDOW),
    'invalid_request',
    true,
  );
  assert.match(problem.detail, /1000000 combinations.*random/);
  await call('PUT', url, configuration(service, { parameters, algorithm: 'random' }));
  assert.equal((await call('POST', `${url}/start`, WINDOW)).statusCode, 202);
});

test('a configuration is refused with the field at fault', async (t) => {
  const { service, call, url } = await setUp(t);
  const parameter = (changes: object) => ({
    parameters: [{ key: 'Fast', enabled: true, ...changes }],
  });
  const faults: readonly (readonly [object, RegExp])[] = [
    [parameter({ range: { from: 1, to: 9, step: 0 } }), /step.*found 1 to 9 by 0/],
    [parameter({ range: { from: 9, to: 1, step: 1 } }), /step/],
    [parameter({ range: { from: 1, to: 99_999, step: 1 } }), /more than 10000 values/],
    [parameter({ values: [] }), /no values/],
    [parameter({ values: ['high'] }), /expected a number, found "high"/],
    [parameter({ values: [1], range: { from: 1, to: 9, step: 1 } }), /found both/],
    [parameter({ key: 'Nope' }), /no input of this name; it has "/],
    [{ parameters: [1, 2].map(() => ({ key: 'Fast', enabled: true })) }, /named twice/],
    [{ parameters: [{ key: 'Kind', enabled: true, values: ['WMA'] }] }, /one of its options/],
    [{ interval: 7 }, /interval.*found the number 7/],
    [{ market_tag: 'NOPE' }, /market_tag.*found "NOPE"/],
    [{ walk_forward_folds: 12 }, /walk_forward_folds/],
    [{ settings: { leverage: '0' } }, /leverage/],
    [{ settings: { pyramiding: -1 } }, /pyramiding/],
  ];
  for (const [changes, expected] of faults) {
    const response = await call('PUT', url, configuration(service, changes));
    assert.match(assertProblem(response, 'invalid_request', true).detail, expected);
  }
  const foreign = configuration(service, { account_id: service.foreignAccountId });
  assertProblem(await call('PUT', url, foreign), 'account_not_found', true);
});

test('a window that ends before it begins is refused', async (t) => {
  const { service, call, url } = await setUp(t);
  await call('PUT', url, configuration(service));
  const backwards = { start_at: WINDOW.end_at, end_at: WINDOW.start_at };
  const problem = assertProblem(
    await call('POST', `${url}/start`, backwards),
    'invalid_request',
    true,
  );
  assert.equal(problem.errors?.[0]?.pointer, '#/end_at');
});

test('plan limits response 403 with the limit and what was found', async (t) => {
  const { service, call, url } = await setUp(t);
  await call('PUT', url, configuration(service));
  const users = await service.store.listUsers();
  const { userId } = present(users[0], 'there are users');
  const limits: readonly (readonly ['starter' | 'standard', object, RegExp])[] = [
    ['starter', WINDOW, /"starter" does not allow labs/],
    ['standard', { ...WINDOW, end_at: '2026-02-02T00:00:00Z' }, /at most 31 days; found 32/],
  ];
  for (const [plan, window, expected] of limits) {
    await service.store.setPlan(userId, plan, null);
    service.api.forgetPrincipals();
    const response = await call('POST', `${url}/start`, window);
    assert.match(assertProblem(response, 'forbidden', true).detail, expected);
  }
});

test("another user's lab is treated like an unknown one", async (t) => {
  const { service, callAs, url } = await setUp(t);
  const foreign = callAs(await service.makeKey([], SECOND_USER));
  const requested: readonly (readonly [Method, string, object?])[] = [
    ['GET', ''],
    ['GET', '/parameters'],
    ['GET', '/results'],
    ['GET', '/overfitting'],
    ['PUT', '', configuration(service)],
    ['POST', '/start', WINDOW],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ];
  for (const [method, path, payload] of requested) {
    assertProblem(await foreign(method, url + path, payload), 'lab_not_found', true);
  }
});

test('a front takes two goals or more, each a figure that results are sorted by', async (t) => {
  const { call, url: lab } = await setUp(t);
  const url = `${lab}/front`;
  for (const query of ['', '?goals=sharpe,drawdown,roi', '?min_positions=20&max_drawdown=15'])
    assert.deepEqual((await call('GET', `${url}${query}`)).json(), { data: [] });
  for (const goals of ['profit', 'profit,luck', 'profit;drawdown'])
    assertProblem(await call('GET', `${url}?goals=${goals}`), 'invalid_request', true);
  assertProblem(await call('GET', '/v1/labs/lab_0/front'), 'lab_not_found', true);
});

test('results are none before there are any', async (t) => {
  const { service, call, url } = await setUp(t);
  await call('PUT', url, configuration(service));
  await call('POST', `${url}/start`, WINDOW);
  const results = (await call('GET', `${url}/results`)).json();
  assert.deepEqual(results, { data: [], next_cursor: null });
  const overall = (await call('GET', `${url}/overfitting`)).json<{ trials: null }>();
  assert.equal(overall.trials, null);
  const queue: string[] = [];
  const kind: JobKind = {
    queue: LAB_PLAN_QUEUE,
    async perform({ jobId }) {
      queue.push(jobId);
      return { kind: 'done' };
    },
    onDefect: assert.ifError,
  };
  const runner = service.jobs.run({ kinds: [kind], placesCount: 1, retainedCount: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  await runner.close();
  assert.equal(queue.length, 1);
});
