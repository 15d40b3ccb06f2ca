// Ways in which each strategy leaves: its settings, by which a fall of the price meets its stop.

import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import type { Kind, Size } from './leaving-run.ts';
import { SIZES } from './leaving-run.ts';

export type StrategyWay = {
  readonly type: StrategyType;
  /** A text: why it cannot hold so much there. */
  readonly config: (kind: Kind, size: Size) => ConfigRecord | string;
};

const OTHER_MARKETS = 'the strategy is for another kind of market';
const NO_LOT = 'a strategy enters with no less than the minimum, and sells no part';

/** What is so many lots in the end, in USDT at the first price. */
function worthOf(kind: Kind, size: Size): string | null {
  if (size === 'one lot' || (kind === 'inverse' && size === 'just below')) return null;
  return String(SIZES[size] * (kind === 'inverse' ? 5 : 10));
}

function entering(type: StrategyType, settings: (worth: string) => ConfigRecord, isFor: Kind[]) {
  const config = (kind: Kind, size: Size): ConfigRecord | string => {
    const worth = worthOf(kind, size);
    if (!isFor.includes(kind)) return OTHER_MARKETS;
    return worth === null ? NO_LOT : settings(worth);
  };
  return { type, config };
}

const deal = (worth: string): ConfigRecord => ({
  base_order_size: worth,
  averaging_order_size: '200',
  max_averaging_orders: 0,
  stop_loss_percent: 10,
  take_profit_percent: 90,
  max_deals: 1,
});

const grid = (worth: string): ConfigRecord => ({
  lower_price: '90000',
  upper_price: '150000',
  grid_count: 2,
  investment: String(Math.max(600, Number(worth) * 2)),
  stop_loss_price: '60000',
});

/** An entry at market with a stop a tenth below it; the size is its number of lots. */
const BRACKET: StrategyWay = {
  type: 'bracket',
  config: (kind, size) => {
    if (worthOf(kind, size) === null) return NO_LOT;
    const amount = kind === 'inverse' ? String(SIZES[size]) : String(SIZES[size] / 10_000);
    return { amount, stop_price: '90000', target_price: '190000' };
  },
};

export const STRATEGY_WAYS: readonly StrategyWay[] = [
  BRACKET,
  entering(
    'webhook',
    (worth) => ({ signal_token: 'abc', order_size: worth, stop_loss_percent: 10 }),
    ['spot', 'linear'],
  ),
  entering('spot_dollar_cost_averaging', deal, ['spot']),
  entering('futures_dollar_cost_averaging', (worth) => ({ ...deal(worth), direction: 'long' }), [
    'linear',
  ]),
  entering('spot_grid', (worth) => ({ ...grid(worth), sell_base_on_stop: true }), ['spot']),
  entering(
    'futures_grid',
    (worth) => ({ ...grid(worth), close_position_on_stop: true, direction: 'long' }),
    ['linear'],
  ),
];
