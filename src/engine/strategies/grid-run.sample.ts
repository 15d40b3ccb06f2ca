// Grids run over candles that tests write down.

import assert from 'node:assert/strict';

import { canonicalJson } from '#lib/json.ts';
import type { BacktestReport } from '#engine/backtest/backtest.ts';
import type { Bar, PlanSetup } from '#engine/backtest/feed.sample.ts';
import { planInput } from '#engine/backtest/feed.sample.ts';
import type { Market } from '#domain/market/market.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import { gridStrategy } from '#engine/strategies/grid-strategy.ts';
import { runStrategyBacktest } from '#engine/strategies/run-strategy-backtest.ts';

/** The report of a grid; `watch` is called after each update. */
export function gridReport(
  config: GridConfig,
  market: Market,
  bars: readonly Bar[],
  setup: PlanSetup = {},
  watch: (desks: CommandContext) => void = () => undefined,
): BacktestReport {
  const grid = gridStrategy(config, market);
  const ran = runStrategyBacktest(
    planInput(bars, { ...setup, market }),
    { name: config.type, configText: canonicalJson(config) },
    (desks) => {
      const running = grid(desks);
      const update = (): void => {
        running.update();
        watch(desks);
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}
