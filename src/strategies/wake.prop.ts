// A strategy that sleeps between the moments that it noted does what it would do were it asked in
// every update.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canonicalJson } from '#lib/json.ts';
import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { PUBLISHED_DEAL } from '#strategies/dca/dca-run.fixture.ts';
import { EXAMPLE_CONFIG } from '#strategies/grid/grid.fixture.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';

const MARKET = spotMarket(
  { amountStep: '0.0001', minOrderValue: '10' },
  { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') },
);
const START = 2_410_000;

const anyBars = fc
  .array(
    fc.record({
      move: fc.constantFrom(-200_000, -40_000, -3_000, 0, 0, 3_000, 40_000, 200_000),
      volume: fc.constantFrom(0, 500, 10 ** 9),
    }),
    { minLength: 8, maxLength: 30 },
  )
  .map((steps): Bar[] => {
    let price = START;
    const bars = steps.map(({ move, volume }): Bar => {
      const open = price;
      price = Math.min(3_600_000, Math.max(1_500_000, price + move));
      return [open, Math.max(open, price), Math.min(open, price), price, volume];
    });
    return [[START, START, START, START, 10 ** 9], ...bars];
  });

const anyGrid: fc.Arbitrary<ConfigRecord> = fc.record({
  grid_count: fc.integer({ min: 2, max: 14 }),
  max_active_orders: fc.constantFrom(199, 3),
  trailing_up: fc.boolean(),
  trailing_down: fc.boolean(),
  fill_grid_on_start: fc.boolean(),
  stop_loss_price: fc.constantFrom(null, '19000'),
  stop_delay_seconds: fc.constantFrom(0, 120),
  stop_loss_percent: fc.constantFrom(null, '3'),
  reinvest_profit: fc.boolean(),
});

const anyDeal: fc.Arbitrary<ConfigRecord> = fc.record({
  base_order_size: fc.constant('100'),
  averaging_order_size: fc.constant('80'),
  active_averaging_orders: fc.integer({ min: 1, max: 3 }),
  trailing_take_profit_percent: fc.constantFrom(null, '1'),
  stop_loss_percent: fc.constantFrom(null, '2', '7'),
  start_condition: fc.constantFrom('immediately', 'interval'),
  start_interval_minutes: fc.constantFrom(3, 9),
  cooldown_seconds: fc.constantFrom(0, 180),
  min_price: fc.constantFrom(null, '22000'),
});

function ordersOf(type: StrategyType, record: ConfigRecord, bars: readonly Bar[], sleeps: boolean) {
  const read = readConfig(type, record, MARKET);
  if (!read.ok) return null;
  const ran = runStrategyBacktest(
    planInput(bars, { market: MARKET, settings: { rules: 'realistic' } }),
    { name: type, configText: canonicalJson(record) },
    (api) => makeStrategy(read.value, MARKET)(sleeps ? api : restless(api)),
    () => true,
  );
  assert.ok(ran.ok);
  const { orders, logs }: BacktestReport = ran.value;
  return { orders, logs };
}

/** Each read of the ended orders shows a new number, so that no update is slept through. */
function restless(api: CommandContext): CommandContext {
  let looks = 0;
  const counts = () => {
    looks += 1;
    return { ...api.orders.counts(), ended: looks };
  };
  return { ...api, orders: { ...api.orders, counts } };
}

for (const [what, type, base, anyChanges] of [
  ['a grid', 'spot_grid', EXAMPLE_CONFIG, anyGrid],
  ['a bot that averages', 'spot_dollar_cost_averaging', PUBLISHED_DEAL, anyDeal],
] as const)
  test(`${what} sleeps through nothing`, () => {
    fc.assert(
      fc.property(anyBars, anyChanges, fc.boolean(), (bars, changes, isTrailing) => {
        const trails = { trailing_stop_loss: isTrailing && changes['stop_loss_percent'] !== null };
        const extra = type === 'spot_grid' ? {} : trails;
        const record: ConfigRecord = { ...base, ...changes, ...extra };
        const asleep = ordersOf(type, record, bars, true);
        assert.deepEqual(asleep, ordersOf(type, record, bars, false));
      }),
    );
  });
