// Grids run over candles that tests write down.

import assert from 'node:assert/strict';

import { canonicalJson } from '#lib/json.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar, PlanSetup } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import type { GridState } from '#strategies/grid/grid-state.ts';
import type { RunningGrid } from '#strategies/grid/grid-strategy.ts';
import { startGrid } from '#strategies/grid/grid-strategy.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';

/** Called after each update; may tell the grid something. */
export type WatchGrid = (
  api: CommandContext,
  state: GridState | null,
  running: RunningGrid,
) => void;

/** The report of a grid. */
export function gridReport(
  config: GridConfig,
  market: Market,
  bars: readonly Bar[],
  setup: PlanSetup = {},
  watch: WatchGrid = () => undefined,
): BacktestReport {
  const ran = runStrategyBacktest(
    planInput(bars, { ...setup, market }),
    { name: config.type, configText: canonicalJson(config) },
    (api) => {
      const running = startGrid(config, market, api);
      const update = (): void => {
        running.update();
        watch(api, running.stateNow(), running);
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}
