// Drawings of a script in the result of a backtest over the wire.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { outcomeOf } from '#services/backtests/backtest-result.ts';
import { endWaitingBacktest } from '../support/end-waiting-backtest.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';

type Page = {
  readonly data: readonly { readonly [field: string]: unknown }[];
  readonly next_cursor: string | null;
};

/** A service with one backtest, which waits. */
async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const headers = { authorization: `Bearer ${await service.makeKey(['read', 'labs'])}` };
  const request = {
    script_id: 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c',
    account_id: service.ownAccountId,
    market_tag: SPOT_TAG,
    interval: 60,
    start_at: '2024-01-01T00:00:00Z',
    end_at: '2024-02-01T00:00:00Z',
  };
  const { app } = service.api;
  const url = '/v1/backtests';
  const created = await app.inject({ method: 'POST', url, headers, payload: request });
  const { backtest_id } = created.json<{ readonly backtest_id: string }>();
  const call = (path: string) => app.inject({ method: 'GET', url: path, headers });
  return { service, call, url: `${url}/${backtest_id}` };
}

suite('a backtest that finished, by what its script drew', () => {
  test('has the lines', async (t) => {
    const { service, call, url: backtest } = await setUp(t);
    const points = [{ atMs: Date.UTC(2024, 0, 1), value: 62_000.5 }];
    const drawn = { kind: 'histogram', width: 2, secondColor: '#FF0000', base: 50 } as const;
    const look = { ...drawn, dash: 'solid', shape: null, stack: null } as const;
    const plots = [
      { chart: 0, name: 'Fast', color: null, points },
      { chart: 0, name: 'Slow', color: null, points, look },
    ];
    await endWaitingBacktest(service, outcomeOf({ ...sampleReport(0), plots }, { topUps: [] }));
    const url = `${backtest}/plots`;
    const page = (await call(`${url}?limit=1`)).json<Page>();
    const onWire = [{ timestamp: '2024-01-01T00:00:00.000Z', value: '62000.5' }];
    const plain = { look: 'line', dash: 'solid', width: null, second_color: null, base: null };
    const place = { side: 'right', offset: 0, is_behind: false, is_off_axis: false };
    const inside = { fill_color: null, is_rise_filled: null };
    const shapes = { trails: false, shape: null, stack: null, opacity: null };
    const bare = { ...plain, ...place, ...inside, ...shapes };
    const fast = { ...bare, chart: 0, name: 'Fast', color: null };
    assert.deepEqual(page.data, [{ ...fast, points: onWire }]);
    const next = await call(`${url}?limit=1&cursor=${page.next_cursor}`);
    const style = {
      look: 'histogram',
      width: 2,
      second_color: '#FF0000',
      base: '50',
      is_rise_filled: false,
    };
    const slow = { ...fast, ...style, name: 'Slow', points: onWire };
    assert.deepEqual(next.json<Page>(), { data: [slow], next_cursor: null });
  });

  test('has the candles of its chart, and what was drawn on them', async (t) => {
    const { service, call, url: backtest } = await setUp(t);
    const atMs = Date.UTC(2024, 0, 1);
    const bars = [[atMs / 1_000, 62_000.5, 62_100, 61_900, 62_050, 12.5]] as const;
    const nothing = { atMs: null, shape: null, isAbove: false, value: null, end: null };
    const drawings = [
      { ...nothing, kind: 'shape', chart: 0, name: 'in', color: null, atMs, shape: '22' },
      { ...nothing, kind: 'zone', chart: 1, name: '', color: '#FF0000', value: 30, end: 70 },
      { ...nothing, kind: 'prices', chart: 2, name: 'x', color: null, style: 'line', bars },
    ] as const;
    const report = { ...sampleReport(0), drawings };
    const outcome = outcomeOf(report, { topUps: [], bars, barMinutes: 60 });
    await endWaitingBacktest(service, outcome);
    const { report: shown } = (await call(backtest)).json<{ report: { bar_minutes: number } }>();
    assert.equal(shown.bar_minutes, 60);
    const timestamp = '2024-01-01T00:00:00.000Z';
    const prices = { open: '62000.5', high: '62100', low: '61900', close: '62050', volume: '12.5' };
    const candle = { start_at: timestamp, ...prices };
    assert.deepEqual((await call(`${backtest}/bars`)).json<Page>().data, [candle]);
    const unmarked = { timestamp: null, end_at: null, shape: null, is_above: false };
    const unset = { dash: null, second_color: null, side: null, size: null, style: null };
    const empty = { value: null, end: null, lines: null, opacity: null, bars: [] };
    const inside = { is_rise_filled: null, is_fall_filled: null };
    const filled = { is_rise_filled: true, is_fall_filled: true, is_mark_filled: true };
    const marked = { mark_color: null, is_mark_filled: null };
    const none = {
      ...unmarked,
      ...unset,
      ...empty,
      ...inside,
      ...marked,
      is_shown: null,
      scale: null,
    };
    const shape = { name: 'in', shape: 'triangle_up', color: null };
    const lined = { kind: 'prices', chart: 2, name: 'x', color: null, style: 'line' };
    assert.deepEqual((await call(`${backtest}/drawings`)).json<Page>().data, [
      { ...none, ...shape, kind: 'shape', chart: 0, timestamp },
      { ...none, kind: 'zone', chart: 1, name: '', color: '#FF0000', value: '30', end: '70' },
      { ...none, ...lined, ...filled, bars: [candle] },
    ]);
  });
});
