// The strategies that bots of a simulation run, on ranges so narrow that a few minutes cross them.

import { formatDecimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import { PRICES, START_MS } from './venue.ts';

const SPOT = 'SIM_AVAX_USDT';
export const FUTURES = 'SIM_BTC_USDT_PERP';

/** A price of the market so many thousandths of a percent from that of the beginning. */
function near(marketTag: string, thousandths: number): string {
  const { grid } = present(SIM_MARKETS.get(marketTag), 'the market is listed');
  const ticks = present(PRICES.ticksAt(marketTag, START_MS), 'the market has a price');
  return formatDecimal(
    priceOf(grid, ((ticks * BigInt(100_000 + thousandths)) / 100_000n) as Ticks),
  );
}

const SPOT_GRID = {
  market_tag: SPOT,
  lower_price: near(SPOT, -1_200),
  upper_price: near(SPOT, 1_300),
  grid_count: 8,
  investment: '800',
};
const FUTURES_GRID = {
  market_tag: FUTURES,
  lower_price: near(FUTURES, -500),
  upper_price: near(FUTURES, 520),
  grid_count: 10,
  investment: '900',
  leverage: 5,
};
const SPOT_DEALS = {
  market_tag: SPOT,
  base_order_size: '20',
  averaging_order_size: '20',
  max_averaging_orders: 3,
  price_deviation_percent: '0.1',
  take_profit_percent: '0.25',
};
const FUTURES_DEALS = {
  ...SPOT_DEALS,
  market_tag: FUTURES,
  base_order_size: '120',
  averaging_order_size: '120',
  take_profit_percent: '0.1',
};
const BRACKET = {
  market_tag: SPOT,
  amount: '1',
  stop_price: near(SPOT, -150),
  target_price: near(SPOT, 150),
  second_target_price: near(SPOT, 300),
};
const SIGNALS = { market_tag: SPOT, signal_token: 'go', order_size: '20' };

type Row = readonly [type: StrategyType, config: StrategyConfig];

export const STRATEGIES: { readonly [name: string]: Row } = {
  'runs a grid': ['spot_grid', SPOT_GRID],
  'runs a grid that trails': [
    'spot_grid',
    { ...SPOT_GRID, grid_count: 5, trailing_up: true, trailing_down: true },
  ],
  'runs a grid either way': ['futures_grid', FUTURES_GRID],
  'runs a grid that is long': ['futures_grid', { ...FUTURES_GRID, direction: 'long' }],
  averages: ['spot_dollar_cost_averaging', SPOT_DEALS],
  'averages with a stop': [
    'spot_dollar_cost_averaging',
    { ...SPOT_DEALS, stop_loss_percent: '0.5', trailing_take_profit_percent: '0.05' },
  ],
  'averages with margin': ['futures_dollar_cost_averaging', FUTURES_DEALS],
  'averages short': ['futures_dollar_cost_averaging', { ...FUTURES_DEALS, direction: 'short' }],
  'enters with a stop and two targets': ['bracket', BRACKET],
  'enters below with a stop that trails': [
    'bracket',
    { ...BRACKET, entry_price: near(SPOT, -30), second_target_price: null, stop_trails: true },
  ],
  'enters short with a stop and a target': [
    'bracket',
    {
      market_tag: FUTURES,
      direction: 'short',
      amount: '0.004',
      leverage: 3,
      stop_price: near(FUTURES, 120),
      target_price: near(FUTURES, -120),
    },
  ],
  'acts on signals': ['webhook', SIGNALS],
  'acts on signals with a stop': [
    'webhook',
    { ...SIGNALS, stop_loss_percent: '0.2', take_profit_percent: '0.3' },
  ],
};

/** What an owner may change of a running grid: its range, its money, or how much of it is open. */
export const GRID_EDITS: readonly [StrategyConfig, ...StrategyConfig[]] = [
  { max_active_orders: 3 },
  { investment: '1000' },
  { reinvest_profit: true },
  { upper_price: near(SPOT, 1_800) },
  { lower_price: near(SPOT, -1_700), upper_price: near(SPOT, 800) },
];
