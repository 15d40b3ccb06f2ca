// Backtests of end users' strategies over the wire, without anybody who carries them out: what is
// accepted, what each state shows, and what results read like.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { endWaitingBacktest } from '../support/end-waiting-backtest.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

const BODY = {
  type: 'spot_grid',
  config: {
    market_tag: SPOT_TAG,
    lower_price: '50000',
    upper_price: '70000',
    grid_count: 10,
    investment: '500',
  },
  start_at: '2024-01-01T00:00:00Z',
  end_at: '2024-02-01T00:00:00Z',
};
const LISTS = ['results', 'positions', 'logs'] as const;

type Status = { readonly backtest_id: string; readonly [field: string]: unknown };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const keys = {
    own: await service.makeKey(['partner']),
    foreign: await service.makeKey(['partner'], SECOND_USER),
  };
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    key: keyof typeof keys = 'own',
  ) =>
    service.api.app.inject({
      method,
      url: `/v1/partner${url}`,
      headers: { authorization: `Bearer ${keys[key]}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const credentials = { api_key: 'k', api_secret: 's' };
  const wish = { external_id: 'customer-1', exchange: 'still', credentials };
  const { user_id: userId } = (await call('POST', '/users', wish)).json<{ user_id: string }>();
  const run = (changes: object = {}) =>
    call('POST', `/users/${userId}/backtests`, { ...BODY, ...changes });
  return { service, call, run, userId };
}

test('one is queued, watched, and cancelled once', async (t) => {
  const { service, call, run, userId } = await setUp(t);
  const response = await run();
  assert.equal(response.statusCode, 202, response.body);
  const { backtest_id: backtestId, ...queued } = response.json<Status>();
  assert.deepEqual(queued, {
    user_id: userId,
    status: 'queued',
    progress: '0',
    message: null,
    created_at: '2026-11-21T10:00:00.000Z',
  });
  assert.equal(response.headers.location, `/v1/partner/backtests/${backtestId}/status`);
  const url = `/backtests/${backtestId}`;
  const stage = { phase: 'executing', doneShare: 0.375, beganAtMs: 5 } as const;
  await service.backtests.noteStage(backtestId, stage);
  const { status, progress } = (await call('GET', `${url}/status`)).json<Status>();
  assert.deepEqual([status, progress], ['executing', '37.5']);
  for (const list of LISTS)
    assertProblem(await call('GET', `${url}/${list}`), 'backtest_not_found', true);
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assertProblem(await call('DELETE', url), 'backtest_not_found', true);
  assertProblem(await call('GET', `${url}/status`), 'backtest_not_found', true);
});

test('a completed one has its results, its positions and its log', async (t) => {
  const { service, call, run } = await setUp(t);
  const { backtest_id: backtestId } = (await run()).json<Status>();
  await endWaitingBacktest(service, outcomeOf(sampleReport(60), { topUps: [] }));
  const url = `/backtests/${backtestId}`;
  const { status, progress } = (await call('GET', `${url}/status`)).json<Status>();
  assert.deepEqual([status, progress], ['completed', '100']);
  const results = (await call('GET', `${url}/results`)).json<{
    readonly started_at: string;
    readonly market_tag: string;
    readonly summary: { readonly fee_costs: string };
    readonly logs: readonly object[];
  }>();
  assert.deepEqual(
    [results.started_at, results.market_tag, results.logs.length],
    ['2024-01-01T00:00:00.000Z', SPOT_TAG, 2],
  );
  const positions = await call('GET', `${url}/positions`);
  assert.equal(positions.json<{ readonly data: readonly object[] }>().data.length, 61);
  const logs = await call('GET', `${url}/logs?limit=1`);
  assert.equal(typeof logs.json<{ readonly next_cursor: unknown }>().next_cursor, 'string');
  const accounts = await service.store.listAccounts(null, null, 100);
  for (const { body } of [positions, logs])
    assert(accounts.every(({ accountId }) => !body.includes(accountId)));
});

test('one that failed says why', async (t) => {
  const { service, call, run } = await setUp(t);
  const { backtest_id: backtestId } = (await run()).json<Status>();
  await endWaitingBacktest(service, {
    kind: 'failed',
    reason: { message: 'There is no history.', line: null },
  });
  const { status, message } = (await call('GET', `/backtests/${backtestId}/status`)).json<Status>();
  assert.deepEqual([status, message], ['failed', 'There is no history.']);
});

test("another partner's is treated like one that never was", async (t) => {
  const { call, run } = await setUp(t);
  const { backtest_id: backtestId } = (await run()).json<Status>();
  for (const list of ['status', ...LISTS]) {
    const theirs = await call('GET', `/backtests/${backtestId}/${list}`, undefined, 'foreign');
    const unknown = await call('GET', `/backtests/bt_none/${list}`, undefined, 'foreign');
    const plain = (body: string) => body.replace(/"instance":"[^"]*"/, '');
    assert.equal(plain(theirs.body), plain(unknown.body));
  }
  const refused = await call('DELETE', `/backtests/${backtestId}`, undefined, 'foreign');
  assertProblem(refused, 'backtest_not_found', true);
});

test('settings, windows and plans that do not fit are refused', async (t) => {
  const { service, run, call } = await setUp(t);
  const pointers = async (changes: object) => {
    const problem = assertProblem(await run(changes), 'invalid_request', true);
    return problem.errors?.map(({ pointer }) => pointer);
  };
  const config = { ...BODY.config, grid_count: 1_000 };
  assert.deepEqual(await pointers({ config }), ['#/config/grid_count']);
  assert.deepEqual(await pointers({ end_at: BODY.start_at }), ['#/end_at']);
  await service.store.setPlan('usr_first', 'starter', null);
  service.api.forgetPrincipals();
  assertProblem(await run({ end_at: '2024-02-02T00:00:00Z' }), 'forbidden', true);
  const unknown = await call('POST', '/users/usr_none/backtests', BODY);
  assertProblem(unknown, 'user_not_found', true);
});

test('the trades of a grid are its pairs of fills, apart from what floats', async (t) => {
  const { service, call, run } = await setUp(t);
  const { backtest_id: backtestId } = (await run()).json<Status>();
  const pairs = {
    winning: 3,
    losing: 1,
    profit: decimal('20'),
    biggestWin: decimal('9'),
    biggestLoss: decimal('-1'),
    profitFactor: decimal('21'),
    winRatePercent: decimal('75'),
    averageProfit: decimal('5'),
  };
  await endWaitingBacktest(service, outcomeOf({ ...sampleReport(0), pairs }, { topUps: [] }));
  const results = (await call('GET', `/backtests/${backtestId}/results`)).json<{
    summary: Record<string, unknown>;
    performance: Record<string, unknown>;
    positions: Record<string, unknown>;
  }>();
  const { average_margin: _margin, ...positions } = results.positions;
  assert.deepEqual(positions, { closed: 4, winning: 3, losing: 1, average_profit: '5' });
  const { profit_factor: factor, win_percentage: wins, biggest_win: best } = results.performance;
  assert.deepEqual([factor, wins, best], ['21', '75', '9']);
  const { realizedProfit, unrealizedProfit } = sampleReport(0);
  const floating = realizedProfit + unrealizedProfit - pairs.profit;
  assert.equal(results.summary['grid_profit'], '20');
  assert.equal(results.summary['floating_profit'], formatDecimal(floating as Decimal));
});
