// Grids run over candles that tests write down.

import assert from 'node:assert/strict';

import { canonicalJson } from '#lib/json.ts';
import type { BacktestReport } from '#engine/backtest/backtest.ts';
import type { Bar, PlanSetup } from '#engine/backtest/feed.sample.ts';
import { planInput } from '#engine/backtest/feed.sample.ts';
import type { Market } from '#domain/market/market.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import type { GridState } from '#engine/strategies/grid-state.ts';
import type { RunningGrid } from '#engine/strategies/grid-strategy.ts';
import { startGrid } from '#engine/strategies/grid-strategy.ts';
import { runStrategyBacktest } from '#engine/strategies/run-strategy-backtest.sample.ts';

/** Called after each update; may tell the grid something. */
export type WatchGrid = (
  desks: CommandContext,
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
    (desks) => {
      const running = startGrid(config, market, desks);
      const update = (): void => {
        running.update();
        watch(desks, running.stateNow(), running);
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}
