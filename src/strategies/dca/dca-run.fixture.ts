// Bots that average, for the tests: configurations from plain JSON, and their runs over candles
// that tests write down.

import assert from 'node:assert/strict';

import { canonicalJson } from '#lib/json.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar, PlanSetup } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { DcaConfig, DcaType } from '#strategies/dca/dca-config.ts';
import { dcaStrategy } from '#strategies/dca/dca-strategy.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { parseConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';
import type { RunningStrategy } from '#strategies/shared/strategy-brain.ts';

/** The published deal: 1 % steps times 4, sizes of 15 times 1.7, profit of 2 %. */
export const PUBLISHED_DEAL: ConfigRecord = {
  market_tag: 'm1',
  base_order_size: '15',
  averaging_order_size: '15',
  max_averaging_orders: 3,
  price_deviation_percent: 1,
  step_scale: 4,
  volume_scale: '1.7',
  take_profit_percent: 2,
};

/** The published deal, changed as given. */
export function dcaOf(
  changes: ConfigRecord = {},
  type: DcaType = 'spot_dollar_cost_averaging',
): DcaConfig {
  const read = parseConfig(type, { ...PUBLISHED_DEAL, ...changes });
  assert.ok(read.ok, 'the configuration can be read');
  const { rules } = read.value;
  assert.ok(rules.kind === 'dca');
  return rules.dca;
}

/** Called after each update; may tell the strategy something. */
export type Watch = (api: CommandContext, running: RunningStrategy) => void;

/** The report of a bot that averages. */
export function dcaReport(
  config: DcaConfig,
  market: Market,
  bars: readonly Bar[],
  setup: PlanSetup = {},
  watch: Watch = () => undefined,
  placesStops = false,
): BacktestReport {
  const ran = runStrategyBacktest(
    planInput(bars, { ...setup, market }),
    { name: config.type, configText: canonicalJson(config) },
    (api) => {
      const running = dcaStrategy(config, market, placesStops)(api);
      const update = (): void => {
        running.update();
        watch(api, running);
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}
