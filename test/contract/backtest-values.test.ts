// Values of a visual script's blocks over the wire: requested with a backtest, listed beside it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { endWaitingBacktest } from '../support/end-waiting-backtest.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Job = {
  readonly backtest_id: string;
  readonly request: { readonly record_values: boolean };
  readonly report: { readonly values_missing: string | null } | null;
};
type Page<Item> = { readonly data: readonly Item[] };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['read', 'labs']);
  const headers = { authorization: `Bearer ${key}` };
  const get = (url: string) => service.api.app.inject({ method: 'GET', url, headers });
  const payload = {
    script_id: 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c',
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    start_at: '2024-01-01T00:00:00Z',
    end_at: '2024-02-01T00:00:00Z',
    record_values: true,
  };
  const url = '/v1/backtests';
  const queued = await service.api.app.inject({ method: 'POST', url, headers, payload });
  assert.equal(queued.statusCode, 202, queued.body);
  const { backtest_id: id, request } = queued.json<Job>();
  assert.equal(request.record_values, true);
  return { service, get, url: `${url}/${id}` };
}

const VALUES: readonly PortValues[] = [
  {
    block: 'low',
    port: '',
    kind: 'condition',
    bars: 744,
    activeBars: 2,
    lastActiveAtMs: Date.UTC(2024, 0, 3),
    runs: [
      ['false', 40],
      ['some', 2],
      ['false', 702],
    ],
  },
];

test('values are listed beside the backtest that recorded them', async (t) => {
  const { service, get, url } = await setUp(t);
  assertProblem(await get(`${url}/values`), 'backtest_not_found', true);
  const { orders, ...report } = sampleReport(1);
  const led = orders.map((order): BacktestOrder => ({ ...order, blocks: ['low', 'buy'] }));
  const outcome = outcomeOf({ ...report, orders: led, values: VALUES }, { topUps: [] });
  await endWaitingBacktest(service, outcome);
  assert.deepEqual((await get(`${url}/values`)).json<Page<object>>().data, [
    {
      block: 'low',
      port: '',
      kind: 'condition',
      bars: 744,
      active_bars: 2,
      last_active_at: '2024-01-03T00:00:00.000Z',
      values: ['false', 'some', 'false'],
      lengths: [40, 2, 702],
    },
  ]);
  const listed = (await get(`${url}/orders`)).json<Page<{ blocks: readonly string[] }>>();
  assert.deepEqual(listed.data[0]?.blocks, ['low', 'buy']);
  assert.equal((await get(url)).json<Job>().report?.values_missing, null);
});

test('a backtest that could record none says why', async (t) => {
  const { service, get, url } = await setUp(t);
  const valuesMissing = 'Values are recorded of visual scripts, and this one is text.';
  await endWaitingBacktest(service, outcomeOf(sampleReport(1), { topUps: [], valuesMissing }));
  assert.deepEqual((await get(`${url}/values`)).json<Page<object>>().data, []);
  assert.equal((await get(url)).json<Job>().report?.values_missing, valuesMissing);
});
