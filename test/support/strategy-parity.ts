// A strategy over recorded minutes, once as a bot on the simulated exchange with a new process now
// and then, once as a backtest: both must order, fill and earn the same.

import assert from 'node:assert/strict';

import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { StrategyBrain } from '#ports/stores/bot-store.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import {
  backtestOf,
  liveRun,
  orderLines,
  positionLines,
} from '#services/live/run/live-parity.fixture.ts';
import { recordedPrices } from './recorded-prices.ts';

const SPOT = 'SIM_SOL_USDT';
const FUTURES = 'SIM_SOL_USDT_PERP';

/** Solana began at 172 and ended at 145, between 125 and 172. */
export const STRATEGIES: { readonly [what: string]: StrategyBrain } = {
  'a spot grid that opens at market': {
    kind: 'strategy',
    type: 'spot_grid',
    config: {
      market_tag: SPOT,
      lower_price: '130',
      upper_price: '190',
      grid_count: 60,
      grid_mode: 'geometric',
      investment: '5000',
      reinvest_profit: true,
    },
  },
  'a neutral futures grid that trails': {
    kind: 'strategy',
    type: 'futures_grid',
    config: {
      market_tag: FUTURES,
      lower_price: '150',
      upper_price: '180',
      grid_count: 40,
      investment: '3000',
      leverage: '3',
      trailing_down: true,
      trailing_up: true,
    },
  },
  'spot averaging': {
    kind: 'strategy',
    type: 'spot_dollar_cost_averaging',
    config: {
      market_tag: SPOT,
      base_order_size: '100',
      averaging_order_size: '150',
      max_averaging_orders: 8,
      active_averaging_orders: 3,
      price_deviation_percent: '0.8',
      step_scale: '1.2',
      volume_scale: '1.1',
      take_profit_percent: '0.9',
      reinvest_percent: '50',
    },
  },
  'a short futures deal that trails its profit and stops its loss': {
    kind: 'strategy',
    type: 'futures_dollar_cost_averaging',
    config: {
      market_tag: FUTURES,
      direction: 'short',
      leverage: '4',
      base_order_size: '200',
      averaging_order_size: '200',
      max_averaging_orders: 4,
      price_deviation_percent: '1',
      take_profit_percent: '1',
      trailing_take_profit_percent: '0.3',
      stop_loss_percent: '4',
      cooldown_seconds: 600,
      start_order_type: 'limit',
    },
  },
};

const DAY = 1_440;

/** Minutes from the second day of the recording on; a new process each so many. */
export async function assertParity(brain: StrategyBrain, minutes: number, each: number) {
  const recorded = recordedPrices('SOLUSDT', [SPOT, FUTURES], minutes + DAY + 2);
  // A day of minutes before the bot, as the windows of bots have.
  const startMs = recorded.fromMs + DAY * MINUTE_MS + 20_000;
  const harness = await botHarness({ prices: recorded.prices, startMs });
  const isFutures = brain.config['market_tag'] === FUTURES;
  const { accountId } = isFutures ? harness.futures : harness.spot;
  const marketTag = isFutures ? FUTURES : SPOT;
  const bot = await harness.start(brain, { accountId, marketTag });
  for (let passed = 0; passed < minutes; passed += each) {
    const runner = harness.runner();
    await harness.passMinutes(Math.min(each, minutes - passed), [runner]);
    await runner.close();
  }
  const live = await liveRun(harness, bot, minutes);
  const report = await backtestOf(harness, bot, minutes);
  const { endMs } = live;
  assert.deepEqual(orderLines(live), orderLines({ ...report, endMs }));
  assert.deepEqual(positionLines(live), positionLines({ ...report, endMs }));
  const paid = (orders: typeof live.orders): readonly string[] =>
    orders
      .filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs < endMs)
      .map(({ orderId, averagePrice, fees }) =>
        [orderId, formatDecimal(averagePrice), formatDecimal(fees)].join(' '),
      );
  assert.deepEqual(paid(live.orders), paid(report.orders));
  const now = await harness.find(bot);
  const profits = [now, report].map((of) =>
    [of.realizedProfit, of.unrealizedProfit].map(formatDecimal),
  );
  assert.deepEqual(profits[0], profits[1]);
  return report;
}
