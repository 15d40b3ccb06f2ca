// Statistics of bots over the wire: what a run has written is shown as backtests show theirs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';
import { decimal } from '#lib/decimal.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { fenceFor, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';

/** 2026-11-20, a midnight. */
const START_MS = 1_795_132_800_000;

const CURVE = {
  startEquity: 1_000,
  maxDrawdown: 20,
  maxDrawdownPercent: 2,
  peakAtMs: START_MS,
  troughAtMs: START_MS + HOUR_MS,
  recoveredAtMs: null,
  longestFromMs: START_MS,
  longestToMs: START_MS,
  belowSinceMs: START_MS,
};

const POSITION = {
  positionId: 'p1',
  direction: 'short',
  marketTag: SPOT_TAG,
  isClosed: true,
  openedAtMs: START_MS + MINUTE_MS,
  closedAtMs: START_MS + HOUR_MS,
  amount: decimal('0.01'),
  averagePrice: decimal('62000'),
  exitPrice: decimal('62100'),
  realizedProfit: decimal('-10'),
  fees: decimal('0.5'),
  margin: decimal('620'),
  roiPercent: decimal('-1.61'),
  profitCurrency: 'USDT',
  excursion: { favorablePercent: 0.5, adversePercent: 1.25 },
};

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const script = await call('POST', '/v1/scripts', { name: 's', source: "Log('a')" });
  const created = await call('POST', '/v1/bots', {
    name: 'b',
    script_id: script.json<{ script_id: string }>().script_id,
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
  });
  const path = `/v1/bots/${created.json<{ bot_id: string }>().bot_id}`;
  /** What a process that runs bots would write of a day and an hour. */
  const run = async (): Promise<void> => {
    const { bot_id: botId } = created.json<{ bot_id: string }>();
    const started = await call('POST', `${path}/start`);
    assert.ok(started.statusCode < 300, started.body);
    const { botRuns: runs } = service;
    const bot = { botId, activation: 1 } as Parameters<typeof recordOf>[0];
    const fence = await fenceFor({ runs }, bot, 'test');
    const setup = toStoredForm({
      brain: { kind: 'script', source: '', libraries: [] },
      marketTags: [SPOT_TAG],
      startMs: START_MS,
      firstRow: 0,
      seed: 7,
    });
    const record = { ...recordOf(bot), setup, doneUntilMs: START_MS + DAY_MS + HOUR_MS };
    assert.ok(await runs.insertRun(fence, record));
    const pointAt = (atMs: number, value: number, price: number | null) => {
      return { atMs, value, realized: value - 1_000, price, isLasting: atMs % DAY_MS === 0 };
    };
    const step = stepAfter(record, {
      equity: [
        pointAt(START_MS, 1_000, 62_000),
        pointAt(START_MS + HOUR_MS, 980, null),
        pointAt(START_MS + DAY_MS, 990, 62_310),
      ],
      curve: toStoredForm(CURVE),
      positions: '[]',
      closedPositions: [{ positionId: 'p1', position: toStoredForm(POSITION) }],
    });
    const [outcome] = await runs.commitSteps([{ fence, step }]);
    assert.equal(outcome?.kind, 'committed');
  };
  return { service, call, path, run };
}

test('a bot that was never started has no statistics', async (t) => {
  const { call, path } = await setUp(t);
  const found = await call('GET', `${path}/statistics`);
  const none = { run: 0, from: null, to: null, is_cut: false, statistics: null };
  assert.deepEqual([found.statusCode, found.json<object>()], [200, none]);
  for (const list of ['equity', 'trades']) {
    const page = await call('GET', `${path}/${list}`);
    assert.deepEqual(page.json<object>(), { data: [], next_cursor: null });
  }
});

test('statistics, equity and trades are those of the run', async (t) => {
  const { call, path, run } = await setUp(t);
  await run();
  const found = await call('GET', `${path}/statistics`);
  const { statistics, ...about } = found.json<{
    readonly statistics: Readonly<Record<string, unknown>>;
  }>();
  const [from, to] = ['2026-11-20T00:00:00.000Z', '2026-11-21T01:01:00.000Z'];
  assert.deepEqual(about, { run: 1, from, to, is_cut: false });
  // The step says that 1.5 were realised, and 2 are lost on what is open.
  const { start_equity, end_equity, net_profit, net_profit_percent, max_drawdown_percent } =
    statistics;
  assert.deepEqual(
    [start_equity, end_equity, net_profit, net_profit_percent, max_drawdown_percent],
    ['1000', '999.5', '1.5', '0.15', '2'],
  );
  const hold = statistics['buy_and_hold'] as Readonly<Record<string, unknown>>;
  assert.equal(hold['return'], '0.5');
  const short = statistics['short'] as Readonly<Record<string, unknown>>;
  assert.deepEqual([short['count'], short['losing'], short['fees']], [1, 1, '0.5']);
  const equity = await call('GET', `${path}/equity`);
  const { data } = equity.json<{ readonly data: readonly object[] }>();
  assert.equal(data.length, 4);
  assert.deepEqual(data[0], {
    timestamp: from,
    equity: '1000',
    realized_profit: '0',
    price: '62000',
  });
  const trades = await call('GET', `${path}/trades`);
  const [trade] = trades.json<{ readonly data: readonly Readonly<Record<string, unknown>>[] }>()
    .data;
  assert.deepEqual([trade?.['position_id'], trade?.['adverse_excursion']], ['1_p1', '1.25']);
});

test('pages of equity follow each other, and a run that never was has nothing', async (t) => {
  const { call, path, run } = await setUp(t);
  await run();
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await call('GET', `${path}/equity?limit=3${after}`);
    assert.equal(page.statusCode, 200, page.body);
    const body = page.json<{ data: readonly object[]; next_cursor: string | null }>();
    seen.push(body.data.length);
    cursor = body.next_cursor;
  }
  assert.deepEqual(seen, [3, 1]);
  const other = await call('GET', `${path}/statistics?run=2`);
  assert.equal(other.json<{ statistics: object | null }>().statistics, null);
  for (const wrong of ['0', '-1', '1.5', 'first', '3000000000'])
    assertProblem(await call('GET', `${path}/statistics?run=${wrong}`), 'invalid_request', true);
});

test('a foreign bot is treated like an unknown one', async (t) => {
  const { service, call, path, run } = await setUp(t);
  await run();
  const foreign = await service.makeKey([], SECOND_USER);
  const unknown = '/v1/bots/bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
  for (const part of ['statistics', 'equity', 'trades']) {
    assertProblem(await call('GET', `${path}/${part}`, undefined, foreign), 'bot_not_found', true);
    assertProblem(await call('GET', `${unknown}/${part}`), 'bot_not_found', true);
  }
});

test('a bot alone in a portfolio is itself, and one that never ran is refused', async (t) => {
  const { call, path, run } = await setUp(t);
  const botId = path.slice('/v1/bots/'.length);
  const url = `/v1/portfolio?bot_ids=${botId}`;
  const before = assertProblem(await call('GET', url), 'invalid_request', true);
  assert.match(before.detail, /has not run yet/);
  await run();
  const found = await call('GET', url);
  const { members, equity, ...all } = found.json<{
    readonly members: readonly Readonly<Record<string, unknown>>[];
    readonly equity: readonly object[];
    readonly start_equity: string;
    readonly end_equity: string;
  }>();
  assert.deepEqual([all.start_equity, all.end_equity], ['1000', '999.5']);
  const [member] = members;
  assert.deepEqual(
    [member?.['bot_id'], member?.['backtest_id'], member?.['profit'], member?.['return']],
    [botId, null, '-0.5', '-0.05'],
  );
  assert.deepEqual([member?.['profit_share'], member?.['correlations']], ['100', [null]]);
  assert.equal(equity.length, 3);
  assertProblem(await call('GET', '/v1/portfolio?bot_ids=bot_0'), 'bot_not_found', true);
  assertProblem(await call('GET', '/v1/portfolio'), 'invalid_request', true);
  const many = Array.from({ length: 21 }, (_, index) => `bot_${index}`).join(',');
  assertProblem(await call('GET', `/v1/portfolio?bot_ids=${many}`), 'invalid_request', true);
});
