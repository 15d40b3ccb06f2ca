// Backtests of one's own bots of strategies over the wire, without anybody who carries them out:
// what is accepted and shown, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: '70000',
  grid_count: 10,
  investment: '500',
};
const WINDOW = { start_at: '2024-01-01T00:00:30Z', end_at: '2024-02-01T00:00:00Z' };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const foreign = await service.makeKey([], SECOND_USER);
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key = own, headers = {}) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const wish = { account_id: service.ownAccountId, type: 'spot_grid', config: GRID, ...WINDOW };
  const run = (changes: object = {}, key = own, headers = {}) =>
    call('POST', '/v1/strategy-bots/backtests', { ...wish, ...changes }, key, headers);
  return { service, call, run, foreign };
}

type Job = { readonly backtest_id: string; readonly [field: string]: unknown };

test('one is queued, says what it runs, and is listed beside those of scripts', async (t) => {
  const { call, run, service } = await setUp(t);
  const response = await run();
  assert.equal(response.statusCode, 202, response.body);
  const job = response.json<Job>();
  assert.equal(response.headers.location, `/v1/backtests/${job.backtest_id}`);
  assert.deepEqual(
    [job['script_id'], job['account_id'], job['market_tag'], job['start_at']],
    [null, service.ownAccountId, SPOT_TAG, '2024-01-01T00:00:00.000Z'],
  );
  const { strategy } = job['request'] as {
    readonly strategy: {
      readonly type: string;
      readonly config: Readonly<Record<string, unknown>>;
    };
  };
  assert.equal(strategy.type, 'spot_grid');
  assert.equal(strategy.config['lower_price'], '50000');
  const found = await call('GET', `/v1/backtests/${job.backtest_id}`);
  assert.deepEqual(found.json<{ request: { strategy: object } }>().request.strategy, strategy);
  const listed = await call('GET', '/v1/backtests');
  const ids = listed.json<{ data: readonly Job[] }>().data.map(({ backtest_id: id }) => id);
  assert.deepEqual(ids, [job.backtest_id]);
});

test('a request that is repeated under its key makes one backtest', async (t) => {
  const { run } = await setUp(t);
  const headers = { 'idempotency-key': 'one' };
  const [first, again] = [await run({}, undefined, headers), await run({}, undefined, headers)];
  assert.equal(first.json<Job>().backtest_id, again.json<Job>().backtest_id);
});

test('settings that cannot be carried out are refused, each at its key', async (t) => {
  const { run } = await setUp(t);
  const refused = await run({ config: { ...GRID, lower_price: '80000', grid_count: 1 } });
  assertProblem(refused, 'invalid_request', true);
  const { errors } = refused.json<{ errors: readonly { readonly pointer: string }[] }>();
  assert.ok(errors.some(({ pointer }) => pointer.startsWith('#/config/')));
  const elsewhere = await run({ config: { ...GRID, market_tag: FUTURES_TAG } });
  assertProblem(elsewhere, 'invalid_request', true);
});

test('signal bots, empty windows and accounts of others are refused', async (t) => {
  const { run, foreign } = await setUp(t);
  const signals = { market_tag: SPOT_TAG, signal_token: 'trend', order_size: '50' };
  const signal = await run({ type: 'webhook', config: signals });
  assertProblem(signal, 'invalid_request', true);
  assert.match(signal.body, /of the past there are none/);
  assertProblem(await run({ end_at: WINDOW.start_at }), 'invalid_request', true);
  assertProblem(await run({}, foreign), 'account_not_found', true);
});
