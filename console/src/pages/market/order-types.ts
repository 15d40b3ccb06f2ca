// The types of orders as traders call them, and what each asks for.

import type { Market, PlaceAccountOrder, PlaceBracket } from '@tidemill/client';
import { TICKET } from '../../words/ticket.ts';

export type OrderType = PlaceAccountOrder['type'];

export type TypeOfOrder = {
  readonly type: OrderType;
  readonly name: string;
  /** What it does, in a sentence. */
  readonly meaning: string;
  readonly hasPrice: boolean;
  readonly hasTrigger: boolean;
  readonly hasTrail: boolean;
};

export const ORDER_TYPES: readonly TypeOfOrder[] = [
  typeOf('limit', TICKET.limit, TICKET.waitsForItsPrice, ['price']),
  typeOf('market', TICKET.market, TICKET.fillsAtOnceAt, []),
  typeOf('stop_market', TICKET.stopTitle, TICKET.fillsAtTheMarket, ['trigger']),
  typeOf('stop_limit', TICKET.stopLimit, TICKET.becomesALimitOrder, ['price', 'trigger']),
  typeOf('take_profit_market', TICKET.takeProfit, TICKET.fillsAtTheMarketOnce, ['trigger']),
  typeOf('take_profit_limit', TICKET.takeProfitLimit, TICKET.becomesALimitOrderOnce, [
    'price',
    'trigger',
  ]),
  typeOf('trailing_stop_market', TICKET.trailingStop, TICKET.followsTheBestPrice, ['trail']),
  typeOf('trailing_stop_limit', TICKET.trailingStopLimit, TICKET.followsTheBestPriceAt, [
    'price',
    'trail',
  ]),
];

function typeOf(
  type: OrderType,
  name: string,
  meaning: string,
  has: readonly ('price' | 'trigger' | 'trail')[],
): TypeOfOrder {
  return {
    type,
    name,
    meaning,
    hasPrice: has.includes('price'),
    hasTrigger: has.includes('trigger'),
    hasTrail: has.includes('trail'),
  };
}

/** Name of a type as traders call it; an unknown one is shown as the API names it. */
export function nameOfType(type: string): string {
  return ORDER_TYPES.find((of) => of.type === type)?.name ?? type.replaceAll('_', ' ');
}

/** What a person puts into the ticket, as text. */
export type Draft = {
  readonly side: 'buy' | 'sell';
  readonly type: OrderType;
  readonly price: string;
  readonly trigger: string;
  readonly distance: string;
  readonly activation: string;
  readonly amount: string;
  readonly isPostOnly: boolean;
  readonly isReduceOnly: boolean;
  /** Hours after which it ends; null: never. */
  readonly hours: number | null;
  /** Of futures; empty: as the account is set. */
  readonly leverage: string;
  /** Exits that are sent with it; empty: none. */
  readonly stop: string;
  readonly isTrailing: boolean;
  /** The exchange holds the stop, where it can. */
  readonly isHeldThere: boolean;
  readonly target: string;
  readonly secondTarget: string;
  /** What is to be spent, where the amount is typed in quote; null: it is typed in base. */
  readonly spend: string | null;
};

export const EMPTY_DRAFT: Draft = {
  side: 'buy',
  type: 'limit',
  price: '',
  trigger: '',
  distance: '',
  activation: '',
  amount: '',
  isPostOnly: false,
  isReduceOnly: false,
  hours: null,
  leverage: '',
  stop: '',
  isTrailing: false,
  isHeldThere: false,
  target: '',
  secondTarget: '',
  spend: null,
};

/** Whether an order may have exits with it: it enters, at market or at a limit. */
export function mayHaveExits({ side, type }: Draft, market: Market): boolean {
  const isEntry = side === 'buy' || market.contract !== null;
  return isEntry && (type === 'market' || type === 'limit');
}

/** The order with its exits; null: it has none. */
export function bracketOf(draft: Draft, market: Market): PlaceBracket | null {
  const { side, type, price, amount, leverage, stop, target, secondTarget } = draft;
  if (!mayHaveExits(draft, market) || (stop === '' && target === '')) return null;
  return {
    market_tag: market.market_tag,
    direction: side === 'buy' ? 'long' : 'short',
    amount,
    ...(type === 'limit' ? { entry_price: price } : {}),
    ...(stop === '' ? {} : { stop_price: stop, stop_trails: draft.isTrailing }),
    ...(stop !== '' && draft.isHeldThere ? { stops: 'exchange' } : {}),
    ...(target === '' ? {} : { target_price: target }),
    ...(target === '' || secondTarget === '' ? {} : { second_target_price: secondTarget }),
    ...(leverage === '' ? {} : { leverage }),
  };
}

const HOUR_MS = 3_600_000;

/** The order that a draft is, with what its type asks for and nothing else. */
export function orderOf(draft: Draft, marketTag: string, nowMs: number): PlaceAccountOrder {
  const { side, type } = draft;
  const of = ORDER_TYPES.find((each) => each.type === type);
  const { price, trigger, distance, activation, amount, leverage, hours } = draft;
  return {
    market_tag: marketTag,
    side,
    type,
    amount,
    ...(of?.hasPrice === true ? { price } : {}),
    ...(of?.hasTrigger === true ? { trigger_price: trigger } : {}),
    ...(of?.hasTrail === true ? { trail_distance: distance } : {}),
    ...(of?.hasTrail === true && activation !== '' ? { trail_activation_price: activation } : {}),
    ...(draft.isPostOnly && type === 'limit' ? { post_only: true } : {}),
    ...(draft.isReduceOnly ? { reduce_only: true } : {}),
    ...(leverage === '' || draft.isReduceOnly ? {} : { leverage }),
    ...(hours === null ? {} : { expires_at: new Date(nowMs + hours * HOUR_MS).toISOString() }),
  };
}
