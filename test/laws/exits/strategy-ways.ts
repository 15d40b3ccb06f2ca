// Ways in which each strategy leaves: its settings, by which a fall of the price meets its stop.

import type { RuleSetName } from '#domain/matching/matching-rules.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import type { Kind, Size, StrategyHolding } from './leaving-run.ts';
import { SIZES } from './leaving-run.ts';

export type StrategyWay = {
  readonly type: StrategyType;
  /** A text: why it cannot hold so much there. */
  readonly holding: (kind: Kind, size: Size, rules: RuleSetName) => StrategyHolding | string;
};

const NO_PART = 'a grid enters with no less than the minimum on each line, and sells lines whole';
const ANY_SIZE = 'a deal sells a part where a target fills in part, and these rules fill any size';

/** What so many lots are worth, in USDT at the first price, or on inverse at any. */
function worthOf(kind: Kind, lots: number): string {
  return String(lots * (kind === 'inverse' ? 5 : 10));
}

/** Whether an entry may be so small: its least is worth 100 USDT. */
function canEnter(kind: Kind, size: Size): boolean {
  return Number(worthOf(kind, SIZES[size])) >= 100;
}

const DEAL_LOTS = 100;

/** Its target takes a part, as far as what is traded allows, where an entry may not be so small. */
function dealing(type: StrategyType, more: ConfigRecord): StrategyWay {
  return {
    type,
    holding(kind, size, rules) {
      const isWhole = canEnter(kind, size);
      if (!isWhole && rules !== 'realistic') return ANY_SIZE;
      const config = {
        ...more,
        base_order_size: worthOf(kind, isWhole ? SIZES[size] : DEAL_LOTS),
        averaging_order_size: '200',
        max_averaging_orders: 0,
        stop_loss_percent: 10,
        take_profit_percent: isWhole ? 90 : 10,
        max_deals: 1,
      };
      if (isWhole) return { config };
      return { config, rise: { price: 120_000, lotsTaken: DEAL_LOTS - SIZES[size] } };
    },
  };
}

function gridding(type: StrategyType, more: ConfigRecord): StrategyWay {
  return {
    type,
    holding(kind, size) {
      if (!canEnter(kind, size)) return NO_PART;
      const worth = Math.max(600, Number(worthOf(kind, SIZES[size])) * 2);
      return {
        config: {
          ...more,
          lower_price: '90000',
          upper_price: '150000',
          grid_count: 2,
          // In the currency of margin.
          investment: String(kind === 'inverse' ? worth / 100_000 : worth),
          stop_loss_price: '60000',
        },
      };
    },
  };
}

/** Lots that are sold before, where an entry may not be so small. */
const SOLD = 30;

/** Its sender closes a part where an entry may not be so small. */
const SIGNAL_BOT: StrategyWay = {
  type: 'webhook',
  holding(kind, size) {
    const lots = SIZES[size];
    const entered = canEnter(kind, size) ? lots : lots + SOLD;
    const config = {
      signal_token: 'abc',
      order_size: worthOf(kind, entered),
      stop_loss_percent: 10,
    };
    if (entered === lots) return { config };
    return { config, part: { closed: String(SOLD), of: String(entered) } };
  },
};

/** An entry at market with a stop; a first target takes a part where one may not be so small. */
const BRACKET: StrategyWay = {
  type: 'bracket',
  holding(kind, size) {
    const amountOf = (lots: number): string => String(kind === 'inverse' ? lots : lots / 10_000);
    const exits = { stop_price: '90000', target_price: '190000' };
    if (canEnter(kind, size)) return { config: { ...exits, amount: amountOf(SIZES[size]) } };
    const percent = 100 - SIZES[size];
    return {
      config: {
        ...exits,
        amount: amountOf(100),
        target_price: '110000',
        second_target_price: '190000',
        first_target_percent: percent,
      },
      rise: { price: 110_000 },
    };
  },
};

export const STRATEGY_WAYS: readonly StrategyWay[] = [
  BRACKET,
  SIGNAL_BOT,
  dealing('spot_dollar_cost_averaging', {}),
  dealing('futures_dollar_cost_averaging', { direction: 'long' }),
  gridding('spot_grid', { sell_base_on_stop: true }),
  gridding('futures_grid', { close_position_on_stop: true, direction: 'long' }),
];

/** Whether its name says that it is for another kind of market. */
export function isForOther(type: StrategyType, kind: Kind): boolean {
  return type.startsWith(kind === 'spot' ? 'futures_' : 'spot_');
}
