// The reports that are judged: one of each kind of bot, over forty days of minutes in which prices
// swing and drift.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decimal } from '#lib/decimal.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { withExcursions } from '#backtesting/excursions.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import { readConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';

export type MadeReport = {
  readonly kind: string;
  readonly input: BacktestInput;
  readonly report: BacktestReport;
};

const MARKET = spotMarket(
  { amountStep: '0.0001', minOrderValue: '10' },
  { amountDecimals: 4, makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') },
);
const DAYS = 40;
/** Before the window, for the averages of the script. */
const WARM_UP_ROWS = 4 * 1_440;
const FIRST_TICKS = 2_500_000;

/** The same for ever; a tick is 0.01. */
function walk(): readonly Bar[] {
  let seed = 20_261_129;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const bars: Bar[] = [];
  let price = FIRST_TICKS;
  for (let row = 0; row < DAYS * 1_440; row += 1) {
    const pull = Math.round((FIRST_TICKS - price) / 8_000);
    const drift = Math.floor(row / 4_000) % 2 === 0 ? 18 : -17;
    const next = price + pull + drift + chance(6_001) - 3_000;
    const [top, bottom] = [Math.max(price, next), Math.min(price, next)];
    bars.push([price, top + chance(900), bottom - chance(900), next, 10 ** 9]);
    price = next;
  }
  return bars;
}

const SCRIPT = readFileSync(
  new URL('../../../examples/scripts/moving-averages.lua', import.meta.url),
  'utf8',
);
const GRID = {
  market_tag: 'm1',
  lower_price: '23500',
  upper_price: '26500',
  grid_count: 12,
  investment: '5000',
};
const DCA = {
  market_tag: 'm1',
  base_order_size: '150',
  averaging_order_size: '150',
  max_averaging_orders: 3,
  price_deviation_percent: '0.5',
  step_scale: '1.5',
  volume_scale: '1.5',
  take_profit_percent: '0.7',
};
const SIGNAL = { market_tag: 'm1', signal_token: 'abc', order_size: '700' };
/** Minutes between two signals: a buy and a sale in turn. */
const SIGNAL_MINUTES = 613;

/** Made anew each time; a second or two of processor time. */
export function makeReports(): readonly MadeReport[] {
  const bars = walk();
  const plan = { market: MARKET };
  const script = {
    ...planInput(bars, {
      ...plan,
      warmUpRows: WARM_UP_ROWS,
      settings: { tradeAmountQuote: decimal('4000') },
    }),
    script: { name: 'moving-averages', source: SCRIPT },
    intervalMinutes: 60,
  };
  const strategy = (type: 'spot_grid' | 'spot_dollar_cost_averaging', config: object) => ({
    ...planInput(bars, plan),
    script: { name: type, source: '' },
    strategy: { type, config: config as NonNullable<BacktestInput['strategy']>['config'] },
  });
  return [
    made('script', script),
    made('grid', strategy('spot_grid', GRID)),
    made('averaging', strategy('spot_dollar_cost_averaging', DCA)),
    signalReport(planInput(bars, plan)),
  ];
}

function made(kind: string, input: BacktestInput): MadeReport {
  const ran = runBacktest(input, () => true);
  assert(ran.ok, ran.ok ? '' : `${kind}: ${ran.rejection.message}`);
  return { kind, input, report: withExcursions(input, ran.value) };
}

function signalReport(input: BacktestInput): MadeReport {
  const read = readConfig('webhook', SIGNAL, MARKET);
  assert(read.ok, 'the settings can be read');
  const strategy = makeStrategy(read.value, MARKET);
  const ran = runStrategyBacktest(
    input,
    { name: 'webhook', configText: '' },
    (api) => {
      const running = strategy(api);
      let count = 0;
      const update = (): void => {
        running.update();
        count += 1;
        if (count % SIGNAL_MINUTES !== 0) return;
        const action = (count / SIGNAL_MINUTES) % 2 === 1 ? 'buy' : 'sell';
        running.signal({ token: 'abc', action, receivedAtMs: 0, ageMs: 0, part: null });
      };
      return { ...running, update };
    },
    () => true,
  );
  assert(ran.ok, 'the signals can be followed');
  return { kind: 'signal', input, report: withExcursions(input, ran.value) };
}
