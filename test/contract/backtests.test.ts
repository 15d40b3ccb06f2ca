// Backtests over the wire, without anybody who carries them out: what is accepted, what each state
// shows, and what a result reads like.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Static } from 'typebox';
import type { BacktestStatisticsSchema } from '#api/schemas/backtest-statistics.ts';
import { LIMITS } from '#lib/limits.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { endWaitingBacktest } from '../support/end-waiting-backtest.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';
import type { TestService } from '../support/test-service.ts';

const SCRIPT_ID = 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c';

type Job = { readonly backtest_id: string; readonly [field: string]: unknown };
type Statistics = Static<typeof BacktestStatisticsSchema>;
type Page = { readonly data: readonly Job[]; readonly next_cursor: string | null };

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['read', 'labs']);
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const post = (changes: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/v1/backtests', bodyOf(service, changes), headers);
  return { service, call, post };
}

function bodyOf(service: TestService, changes: object = {}): object {
  return {
    script_id: SCRIPT_ID,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    start_at: '2024-01-01T00:00:00Z',
    end_at: '2024-02-01T01:00:00+01:00',
    ...changes,
  };
}

const REQUEST = {
  interval: 60,
  parameters: {},
  settings: {},
  record_values: false,
  strategy: null,
};

const HIDDEN = {
  account_id: null,
  market_tag: null,
  interval: null,
  start_at: null,
  end_at: null,
  result: null,
};

suite('asking for a backtest', () => {
  test('the response echoes what it is about, and a poll hides it until it finished', async (t) => {
    const { service, call, post } = await setUp(t);
    const response = await post();
    assert.equal(response.statusCode, 202);
    const { backtest_id, ...rest } = response.json<Job>();
    assert.equal(response.headers.location, `/v1/backtests/${backtest_id}`);
    assert.deepEqual(rest, {
      status: 'queued',
      script_id: SCRIPT_ID,
      account_id: service.ownAccountId,
      market_tag: SPOT_TAG,
      interval: 60,
      start_at: '2024-01-01T00:00:00.000Z',
      end_at: '2024-02-01T00:00:00.000Z',
      result: null,
      report: null,
      request: REQUEST,
    });
    const polled = (await call('GET', `/v1/backtests/${backtest_id}`)).json<Job>();
    const queued = { backtest_id, status: 'queued', script_id: SCRIPT_ID, ...HIDDEN };
    assert.deepEqual(polled, { ...queued, report: null, request: REQUEST });
  });

  test('under one Idempotency-Key there is one', async (t) => {
    const { call, post } = await setUp(t);
    const first = await post({}, { 'idempotency-key': 'same' });
    const second = await post({}, { 'idempotency-key': 'same' });
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.deepEqual(second.json(), first.json());
    assert.equal((await call('GET', '/v1/backtests')).json<Page>().data.length, 1);
  });

  test('what can be known at once is refused at once', async (t) => {
    const { service, post } = await setUp(t);
    const cases = [
      [{ end_at: '2024-01-01T00:00:00Z' }, 'invalid_request', 'end_at'],
      [{ end_at: '2023-01-01T00:00:00Z' }, 'invalid_request', 'end_at'],
      [{ end_at: '2024-01-01T00:00:30Z' }, 'invalid_request', 'end_at'],
      [{ start_at: 'yesterday' }, 'invalid_request', 'start_at'],
      [{ start_at: '2024-02-30T00:00:00Z' }, 'invalid_request', 'start_at'],
      [{ interval: 7 }, 'invalid_request', 'interval'],
      [{ interval: '60' }, 'invalid_request', 'interval'],
      [{ market_tag: 'nowhere' }, 'invalid_request', 'market_tag'],
      [{ parameters: { Length: null } }, 'invalid_request', 'parameters.Length'],
      [{ settings: { rules: 'kind' } }, 'invalid_request', 'settings.rules'],
      [{ settings: { leverage: '0' } }, 'invalid_request', 'settings.leverage'],
      [{ settings: { speed: 1 } }, 'invalid_request', 'settings.speed'],
      [
        { settings: { margin_long_percent: '0' } },
        'invalid_request',
        'settings.margin_long_percent',
      ],
      [{ settings: { slippage_ticks: -1 } }, 'invalid_request', 'settings.slippage_ticks'],
      [{ settings: { pyramiding: -1 } }, 'invalid_request', 'settings.pyramiding'],
      [{ settings: { pyramiding: 10_001 } }, 'invalid_request', 'settings.pyramiding'],
      [
        { settings: { commission_percent: '101' } },
        'invalid_request',
        'settings.commission_percent',
      ],
      [
        { settings: { commission_per_order: '-1' } },
        'invalid_request',
        'settings.commission_per_order',
      ],
      [{ script_id: 'not a script' }, 'script_not_found', 'not a script'],
      [{ account_id: service.foreignAccountId }, 'account_not_found', service.foreignAccountId],
    ] as const;
    for (const [changes, code, named] of cases) {
      const problem = assertProblem(await post(changes), code, true);
      assert.ok(problem.detail.includes(`"${named}"`), problem.detail);
    }
  });

  test('a window beyond the plan is refused, and the limit is named', async (t) => {
    const { service, post } = await setUp(t);
    const nowMs = service.clock.nowMs();
    await service.store.setPlan('usr_first', 'starter', nowMs + 1_000);
    service.api.forgetPrincipals();
    assert.equal((await post()).statusCode, 202);
    const problem = assertProblem(
      await post({ end_at: '2024-02-01T00:01:00Z' }),
      'forbidden',
      true,
    );
    assert.ok(problem.detail.includes('at most 31 days'), problem.detail);
    service.clock.advance(1_000);
    const lapsed = assertProblem(await post(), 'forbidden', true);
    assert.ok(lapsed.detail.includes('has ended'), lapsed.detail);
  });

  test('parameters and settings are taken, and shown as they were sent', async (t) => {
    const { service, call, post } = await setUp(t);
    const requested = {
      parameters: { 'Averages.Length': 20, Name: 'fast', Long: true },
      settings: {
        rules: 'touch',
        leverage: '3',
        margin_mode: 'isolated',
        // As a report names one that was derived from the request.
        seed: 231_124_248_032_214,
        audit: true,
        slippage_ticks: 2,
        commission_percent: '0.1',
        commission_per_order: '2.5',
        commission_per_contract: '0.01',
        fill_at_close: true,
        bar_magnifier: true,
        pyramiding: 0,
      },
    };
    const response = await post(requested);
    assert.equal(response.statusCode, 202, response.body);
    const job = response.json<Job>();
    const request = { interval: 60, ...requested };
    const shown = { ...request, record_values: false, strategy: null };
    assert.deepEqual(job['request'], shown);
    const url = `/v1/backtests/${job.backtest_id}`;
    assert.deepEqual((await call('GET', url)).json<Job>()['request'], shown);
    await endWaitingBacktest(service, outcomeOf(sampleReport(3), { topUps: [] }));
    assert.deepEqual((await call('GET', url)).json<Job>()['request'], shown);
    const again = await post(request);
    assert.deepEqual(again.json<Job>()['request'], shown);
  });
});

test('a key may ask for twenty an hour', async (t) => {
  const service = await makeTestService();
  closeAfter(t, service);
  const key = await service.makeKey(['labs']);
  const post = () =>
    service.api.app.inject({
      method: 'POST',
      url: '/v1/backtests',
      headers: { authorization: `Bearer ${key}` },
      payload: bodyOf(service),
    });
  const first = await post();
  assert.equal(first.headers['ratelimit-policy'], '"expensive";q=20;w=3600');
  for (let count = 1; count < 20; count += 1) assert.equal((await post()).statusCode, 202);
  const response = await post();
  assertProblem(response, 'rate_limited', true);
  assert.equal(response.headers['retry-after'], '3600');
});

test('a user may have so many waiting, and no more', async (t) => {
  const { post } = await setUp(t);
  for (let count = 0; count < LIMITS.backtestsWaitingPerUserMax; count += 1) {
    assert.equal((await post()).statusCode, 202);
  }
  const problem = assertProblem(await post(), 'forbidden', true);
  assert.ok(problem.detail.includes('At most 100'), problem.detail);
});

suite('a backtest that finished', () => {
  test('has its result and says again what it is about', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const url = `/v1/backtests/${backtest_id}`;
    for (const list of ['positions', 'orders', 'logs', 'equity', 'bars', 'drawings', 'objects']) {
      assertProblem(await call('GET', `${url}/${list}`), 'backtest_not_found', true);
    }
    await endWaitingBacktest(service, outcomeOf(sampleReport(3), { topUps: [] }));
    const { report, ...job } = (await call('GET', url)).json<Job>();
    assert.deepEqual(job, {
      backtest_id,
      status: 'finished',
      script_id: SCRIPT_ID,
      account_id: service.ownAccountId,
      market_tag: SPOT_TAG,
      interval: null,
      start_at: '2024-01-01T00:00:00.000Z',
      end_at: '2024-02-01T00:00:00.000Z',
      result: {
        realized_profit: '12.5',
        fees: '1.5',
        roi: '1.25',
        profit_currency: 'USDT',
        orders_filled: 6,
        positions_closed: 3,
        win_rate: '60',
      },
      request: REQUEST,
    });
    const { assumptions } = report as { assumptions: Record<string, number> };
    assert.equal(assumptions['gap_fills'], 2);
  });

  test('has positions in pages, the open one last', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    await endWaitingBacktest(service, outcomeOf(sampleReport(6), { topUps: [] }));
    const url = `/v1/backtests/${backtest_id}/positions`;
    const seen: Job[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: Page = (await call('GET', `${url}?limit=3${query}`)).json();
      seen.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen.map(({ position_id: id, is_closed: isClosed }) => [id, isClosed]),
      ['1', '2', '3', '4', '5', '6', '7'].map((id) => [id, id !== '7']),
    );
    assert.deepEqual(seen[6], {
      position_id: '7',
      direction: 'long',
      market_tag: SPOT_TAG,
      is_closed: false,
      opened_at: '2024-01-01T00:00:00.006Z',
      closed_at: null,
      amount: '0.001',
      average_price: '62000.5',
      realized_profit: '0.5',
      fees: '0.01',
      roi: '0.8',
      profit_currency: 'USDT',
      exit_price: null,
      favorable_excursion: null,
      adverse_excursion: null,
      left_reason: null,
    });
  });

  test('has statistics, also where only its curve is known', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const url = `/v1/backtests/${backtest_id}/statistics`;
    assertProblem(await call('GET', url), 'backtest_not_found', true);
    const equity = [0, 12, 36, 60].map((hours) => {
      return { atMs: Date.UTC(2024, 0, 1, hours), value: 1_000 + hours };
    });
    const report = { ...sampleReport(12), equity };
    await endWaitingBacktest(service, outcomeOf(report, { topUps: [] }));
    const old = (await call('GET', url)).json<Statistics>();
    assert.equal(old.start_equity, '1000');
    assert.equal(old.end_equity, '1060');
    assert.equal(old.net_profit_percent, '1.25');
    assert.equal(old.total_return, '6');
    assert.deepEqual([old.all.count, old.long.count, old.short.count], [12, 6, 6]);
    assert.equal(old.all.net_profit, '6');
    assert.equal(old.buy_and_hold.return, '3');
    assert.equal(old.buy_and_hold.sharpe_ratio, null);
    assert.deepEqual(old.months, [{ period: '2024-01', return: '6', buy_and_hold: null }]);
    assert.equal(old.drawdown_times, null);
    assert.equal(old.monte_carlo?.steps.at(-1)?.actual, '1006');
  });

  test('is added up with another, and differs from it by so much a day', async (t) => {
    const { service, call, post } = await setUp(t);
    const ids: string[] = [];
    for (const drift of [1, 3]) {
      ids.push((await post()).json<Job>()['backtest_id']);
      const equity = Array.from({ length: 32 }, (_, day) => {
        return { atMs: Date.UTC(2024, 0, 1 + day), value: 1_000 + drift * day + (day % 2) };
      });
      const report = { ...sampleReport(3), equity };
      await endWaitingBacktest(service, outcomeOf(report, { topUps: [] }));
    }
    const [one = '', other = ''] = ids;
    const all = await call('GET', `/v1/portfolio?backtest_ids=${one},${other}`);
    const { members, equity, start_equity, end_equity } = all.json<{
      readonly members: readonly { readonly profit: string; readonly profit_share: string }[];
      readonly equity: readonly { readonly equity: string }[];
      readonly start_equity: string;
      readonly end_equity: string;
    }>();
    assert.deepEqual([start_equity, end_equity], ['2000', '2126']);
    assert.deepEqual(
      members.map(({ profit, profit_share }) => [profit, profit_share]),
      [
        ['32', '25.396825'],
        ['94', '74.603175'],
      ],
    );
    assert.equal(equity.length, 32);
    const found = await call('GET', `/v1/backtests/${other}/difference?other_id=${one}`);
    const difference = found.json<{
      readonly days: number;
      readonly mean: string;
      readonly test: { readonly luck: string; readonly low: string } | null;
    }>();
    assert.equal(difference.days, 31);
    assert.ok(Number(difference.mean) > 0.15 && Number(difference.mean) < 0.2, found.body);
    assert.ok(Number(difference.test?.luck) < 1 && Number(difference.test?.low) > 0, found.body);
    const url = `/v1/backtests/${one}/difference?other_id=bt_0`;
    assertProblem(await call('GET', url), 'backtest_not_found', true);
  });

  test('has statistics of its days, with the market beside them', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const days = [0, 1, 2, 3].map((day) => {
      const value = 1_000 + 10 * day ** 2;
      return { atMs: Date.UTC(2024, 0, 1 + day), value, price: 100 - day };
    });
    const falls = {
      peakAtMs: Date.UTC(2024, 0, 1),
      troughAtMs: Date.UTC(2024, 0, 2),
      recoveredAtMs: null,
      longestFromMs: Date.UTC(2024, 0, 1),
      longestToMs: Date.UTC(2024, 0, 4),
    };
    const report = { ...sampleReport(0), days, falls };
    await endWaitingBacktest(service, outcomeOf(report, { topUps: [] }));
    const url = `/v1/backtests/${backtest_id}/statistics`;
    const found = (await call('GET', url)).json<Statistics>();
    assert.equal(found.returns.days, 3);
    assert.equal(found.buy_and_hold.max_drawdown, '3');
    assert.deepEqual(found.drawdown_times, {
      peak_at: '2024-01-01T00:00:00.000Z',
      trough_at: '2024-01-02T00:00:00.000Z',
      recovered_at: null,
      longest_from: '2024-01-01T00:00:00.000Z',
      longest_to: '2024-01-04T00:00:00.000Z',
    });
    assert.equal(found.monte_carlo, null);
    const other = await service.makeKey(['read'], SECOND_USER);
    const foreign = await service.api.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${other}` },
    });
    assertProblem(foreign, 'backtest_not_found', true);
  });

  test('has its log oldest first', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    await endWaitingBacktest(service, outcomeOf(sampleReport(0), { topUps: [] }));
    const page = (await call('GET', `/v1/backtests/${backtest_id}/logs`)).json<Page>();
    assert.deepEqual(page.data, [
      { timestamp: '2024-01-01T00:00:00.000Z', severity: 'info', message: 'started' },
      { timestamp: '2024-01-01T00:00:00.001Z', severity: 'trade', message: 'line\nbreak' },
    ]);
  });

  test('has its equity as decimals', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    await endWaitingBacktest(service, outcomeOf(sampleReport(0), { topUps: [] }));
    const page = (await call('GET', `/v1/backtests/${backtest_id}/equity`)).json<Page>();
    assert.deepEqual(page.data, [{ timestamp: '2024-01-01T00:00:00.000Z', equity: '10000.5' }]);
  });

  test('has the tables that its script exported, in parts', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const rows = Array.from({ length: 51 }, (_, index) => [index / 4, `row ${index}`]);
    const exports = [{ name: 'trades', headers: ['profit', 'note'], rows }];
    await endWaitingBacktest(service, outcomeOf({ ...sampleReport(0), exports }, { topUps: [] }));
    const page = (await call('GET', `/v1/backtests/${backtest_id}/exports`)).json<Page>();
    const cells = rows.map(([profit, note]) => [String(profit), note]);
    assert.deepEqual(page.data, [
      { name: 'trades', headers: ['profit', 'note'], rows: cells.slice(0, 50) },
      { name: 'trades', headers: [], rows: cells.slice(50) },
    ]);
  });
});

suite('a backtest that is no more', () => {
  test('one that failed is not found, and its owner is informed why, with the line', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const reason = { message: 'attempt to index a nil value', line: 12 };
    await endWaitingBacktest(service, { kind: 'failed', reason });
    const url = `/v1/backtests/${backtest_id}`;
    for (const path of [url, `${url}/positions`, `${url}/logs`]) {
      const { detail } = assertProblem(await call('GET', path), 'backtest_not_found', true);
      assert.ok(detail.endsWith('line 12: attempt to index a nil value'), detail);
    }
    const foreignKey = await service.makeKey([], SECOND_USER);
    const foreign = await call('GET', url, undefined, { authorization: `Bearer ${foreignKey}` });
    assert.equal(
      assertProblem(foreign, 'backtest_not_found', true).detail,
      `There is no backtest "${backtest_id}".`,
    );
    assert.deepEqual((await call('GET', '/v1/backtests')).json<Page>().data, []);
    assert.equal((await call('DELETE', url)).statusCode, 204);
    const { detail } = assertProblem(await call('GET', url), 'backtest_not_found', true);
    assert.equal(detail, `There is no backtest "${backtest_id}".`);
  });

  test('one that is deleted is gone at once, and deleting it again finds nothing', async (t) => {
    const { service, call, post } = await setUp(t);
    const { backtest_id } = (await post()).json<Job>();
    const url = `/v1/backtests/${backtest_id}`;
    const foreignKey = await service.makeKey([], SECOND_USER);
    const foreign = await call('DELETE', url, undefined, { authorization: `Bearer ${foreignKey}` });
    assertProblem(foreign, 'backtest_not_found', true);
    assert.equal((await call('DELETE', url)).statusCode, 204);
    assertProblem(await call('GET', url), 'backtest_not_found', true);
    assertProblem(await call('DELETE', url), 'backtest_not_found', true);
  });
});

test('backtests are listed newest first, in pages', async (t) => {
  const { call, post } = await setUp(t);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await post()).json<Job>().backtest_id);
  const first = (await call('GET', '/v1/backtests?limit=2')).json<Page>();
  const rest = (
    await call('GET', `/v1/backtests?limit=2&cursor=${first.next_cursor}`)
  ).json<Page>();
  assert.deepEqual(
    [...first.data, ...rest.data].map((job) => job.backtest_id),
    ids.toReversed(),
  );
  assert.equal(rest.next_cursor, null);
});
