// Costs of columns and transient series for a run.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { standOn, walkWindow } from '#engine/series/window.fixture.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { heldBytes } from '#lua/runtime/census.ts';
import { BYTES, STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';
import { newTable, rawSet } from '#lua/runtime/table.ts';

function costOf(work: () => unknown): { readonly steps: number; readonly bytes: number } {
  fillMeter();
  const [steps, bytes] = [meter[STEPS] ?? 0, meter[BYTES] ?? 0];
  work();
  return { steps: steps - (meter[STEPS] ?? 0), bytes: bytes - (meter[BYTES] ?? 0) };
}

const marketTag = 'sim:A';

const CLOSES = {
  source: 'close',
  style: 'candle',
  isClosedOnly: false,
  intervalMinutes: 0,
  marketTag: null,
} as const;

suite('columns', () => {
  test('cost by their rows, whoever has computed them before', () => {
    const { store } = standOn([walkWindow(1, 20_000)], 15);
    const ask = (): { readonly steps: number } => {
      const api = makeSeriesApi({ store, cursor: { row: 500 }, marketTag, intervalMinutes: 15 });
      return costOf(() => api.indicator('SMA', [api.prices(CLOSES)], [200]));
    };
    const first = ask();
    assert.ok(first.steps > 20_000, `${first.steps} steps`);
    assert.deepEqual(ask(), first);
  });

  test('of a growing window cost the rows so far, however many there are by now', () => {
    const ask = (rows: number): { readonly steps: number } => {
      const { store } = standOn([walkWindow(1, rows)], 1);
      const cursor = { row: 4_999 };
      const setting = { store, cursor, marketTag, intervalMinutes: 1, isGrowing: true };
      const api = makeSeriesApi(setting);
      return costOf(() => api.indicator('RSI', [api.prices(CLOSES)], [14]));
    };
    assert.deepEqual(ask(5_000), ask(9_000));
  });

  test('are paid of what the run has for each of its rows, then of the update', () => {
    const { store } = standOn([walkWindow(1, 20_000)], 1);
    const askBoth = (columnStepsPerRow: number): readonly number[] => {
      const cursor = { row: 15_000 };
      const setting = { store, cursor, marketTag, intervalMinutes: 1, isGrowing: true };
      const api = makeSeriesApi({ ...setting, columnStepsPerRow });
      const closes = api.prices(CLOSES);
      return [14, 15].map((period) => costOf(() => api.indicator('RSI', [closes], [period])).steps);
    };
    const [whole = 0, second] = askBoth(0);
    assert.equal(second, whole);
    const [first, rest = 0] = askBoth(2.5);
    assert.ok(first !== undefined && first < 10_000, `${first} steps`);
    assert.ok(first < rest && rest < whole, `${first}, ${rest} and ${whole} steps`);
  });

  test('that search their windows cost more', () => {
    const { api } = standOn([walkWindow(1, 5_000)], 1);
    const closes = api.prices(CLOSES);
    const plain = costOf(() => api.indicator('SMA', [closes], [1_000])).steps;
    const searched = costOf(() => api.indicator('LINEARREG', [closes], [1_000, 0])).steps;
    assert.ok(searched > 20 * plain, `${searched} and ${plain} steps`);
  });
});

suite('transient series', () => {
  test('charge their elements in bytes, and are held by what holds them', () => {
    const { api } = standOn([walkWindow(1, 600)], 1);
    let made: SeriesLike | null = null;
    const cost = costOf(() => {
      made = api.fromNumbers(new Float64Array(10_000));
    });
    assert.ok(cost.bytes >= 80_000, `${cost.bytes} bytes`);
    assert.ok(cost.steps >= 2_500, `${cost.steps} steps`);
    const globals = newTable();
    const doubled = api.combine('add', [made ?? 0, made ?? 0]);
    rawSet(globals, 'series', doubled);
    assert.ok(heldBytes(globals, 1e9) >= 80_000);
  });

  test('charge each link of a chain', () => {
    const { api } = standOn([walkWindow(1, 600)], 1, { runColumnsMax: 1 });
    const closes = api.prices(CLOSES);
    const cost = costOf(() => {
      let chain = closes;
      for (let link = 0; link < 1_000; link += 1) chain = api.combine('add', [chain, 1]);
    });
    assert.ok(cost.steps >= 90_000, `${cost.steps} steps`);
    assert.ok(cost.bytes >= 256_000, `${cost.bytes} bytes`);
  });
});
