// Wakes of a grid with a limit of orders near the middle of two lines, where the one comes into the
// limit and the other goes out of it. A step is 0.01 USDT.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { EXAMPLE_MARKET, gridOf, marketAt } from '#strategies/grid/grid.fixture.ts';
import type { WatchGrid } from '#strategies/grid/grid-run.fixture.ts';
import { gridReport } from '#strategies/grid/grid-run.fixture.ts';
import { gridWake } from '#strategies/grid/grid-wake.ts';
import type { Wake } from '#strategies/shared/wake.ts';

/** Lines at 20,000, 21,000 and so on; the three nearest ones below 24,100 are bought at. */
const CONFIG = gridOf({ grid_count: 10, max_active_orders: 3, fill_grid_on_start: false });

/** Minutes that close at these prices and trade nothing, so that no order is filled. */
function run(prices: readonly number[], watch?: WatchGrid): BacktestReport {
  const bars = prices.map((price): Bar => {
    const ticks = Math.round(price * 100);
    return [ticks, ticks, ticks, ticks, 0];
  });
  return gridReport(CONFIG, EXAMPLE_MARKET, bars, { settings: { rules: 'realistic' } }, watch);
}

function resting(report: BacktestReport): string[] {
  const open = report.orders.filter(({ state }) => state === 'open');
  return open.map(({ price }) => formatDecimal(price)).sort();
}

/** The wake of the grid in the middle of the lines 21,000 and 24,000, seen at `price`. */
function wakeAt(price: string): Wake {
  const wakes: Wake[] = [];
  run([24_100, 22_100, 22_100], (api, state) => {
    if (state === null) return;
    const now = { config: CONFIG, state, market: marketAt(price), api };
    wakes.push(gridWake(now, Number(price)));
  });
  return wakes.at(-1) as Wake;
}

suite('a grid with a limit of orders', () => {
  test('stays with its orders in the middle of two lines', () => {
    const report = run([24_100, 22_100, 22_500, 22_500, 22_500]);
    assert.deepEqual(resting(report), ['21000', '22000', '23000']);
  });

  test('changes its orders one step after the middle', () => {
    const report = run([24_100, 22_100, 22_500, 22_500, 22_500.01, 22_500.01, 22_500.01]);
    assert.deepEqual(resting(report), ['22000', '23000', '24000']);
  });

  for (const [where, price, atOrBelow, atOrAbove] of [
    ['in the middle', '22500', 22_499.995, 22_500.005],
    ['between two steps, and taken for the middle', '22500.004', 22_499.995, 22_500.005],
    ['a step below the middle', '22499.99', 22_000.005, 22_499.995],
    ['a step above the middle', '22500.01', 22_500.005, 22_999.995],
    ['on a line', '22000', 21_999.995, 22_000.005],
  ] as const)
    test(`notes the steps that it wakes at ${where}`, () => {
      const wake = wakeAt(price);
      assert.deepEqual([wake.atOrBelow, wake.atOrAbove], [atOrBelow, atOrAbove]);
    });
});
