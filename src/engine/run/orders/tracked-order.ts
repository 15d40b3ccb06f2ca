// An order as the bot knows it: what was requested, what came of it, and how a script sees it.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type {
  BotOrder,
  BotOrderState,
  MarginDemand,
  OrderAction,
  OrderTypeName,
  SizingByMoney,
  TrailRequest,
} from '#engine/run-api/order-api.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { amountFloat, moneyFloat, priceFloat } from '#engine/run/run-market.ts';
import { fromSteps } from '#engine/run/step-scale.ts';

export type TrackedOrder = {
  readonly orderId: string;
  readonly positionId: string;
  readonly market: RunMarket;
  readonly action: OrderAction;
  readonly side: OrderSide;
  readonly type: OrderTypeName;
  readonly isEnter: boolean;
  readonly isReduceOnly: boolean;
  /** Fills at the close at which it was requested, where that can be. */
  readonly isImmediate: boolean;
  limitTicks: Ticks | null;
  triggerTicks: Ticks | null;
  /** Ticks that a trailing stop keeps from the best price; null on the others. */
  readonly trailTicks: Ticks | null;
  /**
   * From which price on it follows; null: from the first it sees, or, with an activation distance,
   * not known before it is placed.
   */
  activationTicks: Ticks | null;
  /**
   * How much better than its entry that price is, or how far from the entry a stop or a limit order
   * is; null: it is given, or there is none.
   */
  readonly activationDistanceTicks: Ticks | null;
  /** Of a trailing stop: what it counts as the best price once active; null: it has seen none. */
  readonly bestTicks?: Ticks | null;
  /** Left out: nothing. */
  readonly margin?: MarginDemand;
  /** Left out: it is as large as it says. */
  readonly sizing?: SizingByMoney;
  /** Left out: it is no part of another order. */
  readonly wholeAmount?: number;
  /** Whether it closes what stands against an entry; left out: no. */
  readonly isTurn?: boolean;
  readonly timeoutMs: number | null;
  readonly note: string;
  /** The group that it ends or shrinks with; null: none. */
  readonly oca: OcaGroup | null;
  /** See OrderToPlace. */
  readonly restOf: string | null;
  readonly openedAtMs: number;
  /** The signal from outside that it follows from; left out: none. */
  readonly signalId?: string;
  /** Of one that stands for several: the others. */
  partIds?: readonly string[];
  /** The one that stands for it. */
  partOf?: string;
  lots: Lots;
  /** What its group has taken of it, which was to be cancelled for that. */
  takenLots: Lots;
  filledLots: Lots;
  /** Of what it bought: what fees took (base-fees.ts). */
  feeLots: Lots;
  /** Sum of price in ticks times lots. */
  filledWeight: bigint;
  feeUnits: Units;
  profitUnits: Units;
  state: BotOrderState;
  /** Whether the venue has it. */
  isSent: boolean;
  /** Of its last fill; null without one. */
  filledAtMs: number | null;
  endedAtMs: number | null;
  /** Whether it ended with a fill, and as the how manieth of its kind; zero while it is open. */
  isEndedFilled: boolean;
  endedPlace: number;
  message: string;
  /** The position that its first fill went to; null before. */
  reportPositionId: string | null;
  /** How a script sees it; null when that has changed since. */
  view: BotOrder | null;
};

/** What is known of an order when it is requested. */
export type RequestedOrder = Pick<
  TrackedOrder,
  | 'orderId'
  | 'positionId'
  | 'market'
  | 'action'
  | 'side'
  | 'type'
  | 'isEnter'
  | 'isReduceOnly'
  | 'isImmediate'
  | 'lots'
  | 'limitTicks'
  | 'triggerTicks'
  | 'trailTicks'
  | 'activationTicks'
  | 'activationDistanceTicks'
  | 'timeoutMs'
  | 'note'
  | 'oca'
  | 'restOf'
  | 'openedAtMs'
> & {
  readonly bestTicks?: TrackedOrder['bestTicks'] | undefined;
  readonly margin?: TrackedOrder['margin'] | undefined;
  readonly sizing?: TrackedOrder['sizing'] | undefined;
  readonly wholeAmount?: TrackedOrder['wholeAmount'] | undefined;
  readonly isTurn?: TrackedOrder['isTurn'] | undefined;
};

type MadeOrder = { -readonly [field in keyof TrackedOrder]: TrackedOrder[field] };

/**
 * An order of which nothing has been sent or filled. Field by field, and without spreading what is
 * mostly missing, because a backtest makes one for each order.
 */
export function newTrackedOrder(requested: RequestedOrder): TrackedOrder {
  const order: MadeOrder = {
    orderId: requested.orderId,
    positionId: requested.positionId,
    market: requested.market,
    action: requested.action,
    side: requested.side,
    type: requested.type,
    isEnter: requested.isEnter,
    isReduceOnly: requested.isReduceOnly,
    isImmediate: requested.isImmediate,
    lots: requested.lots,
    limitTicks: requested.limitTicks,
    triggerTicks: requested.triggerTicks,
    trailTicks: requested.trailTicks,
    activationTicks: requested.activationTicks,
    activationDistanceTicks: requested.activationDistanceTicks,
    timeoutMs: requested.timeoutMs,
    note: requested.note,
    oca: requested.oca,
    restOf: requested.restOf,
    openedAtMs: requested.openedAtMs,
    takenLots: 0n as Lots,
    filledLots: 0n as Lots,
    feeLots: 0n as Lots,
    filledWeight: 0n,
    feeUnits: NO_UNITS,
    profitUnits: NO_UNITS,
    state: 'open',
    isSent: false,
    filledAtMs: null,
    endedAtMs: null,
    isEndedFilled: false,
    endedPlace: 0,
    message: '',
    reportPositionId: null,
    view: null,
  };
  if (requested.bestTicks !== undefined) order.bestTicks = requested.bestTicks;
  if (requested.margin !== undefined) order.margin = requested.margin;
  if (requested.sizing !== undefined) order.sizing = requested.sizing;
  if (requested.wholeAmount !== undefined) order.wholeAmount = requested.wholeAmount;
  if (requested.isTurn === true) order.isTurn = true;
  return order;
}

/** The order as a script sees it; the same object until something changes. */
export function viewOrder(order: TrackedOrder): BotOrder {
  return (order.view ??= makeView(order));
}

function makeView(order: TrackedOrder): BotOrder {
  const { market, limitTicks, triggerTicks } = order;
  return {
    orderId: order.orderId,
    positionId: order.positionId,
    marketTag: market.market.marketTag,
    action: order.action,
    side: order.side,
    type: order.type,
    isEnter: order.isEnter,
    price: limitTicks === null ? 0 : priceFloat(market, limitTicks),
    triggerPrice: triggerTicks === null ? null : priceFloat(market, triggerTicks),
    trail: trailOf(order),
    oca: order.oca,
    amount: amountFloat(market, order.lots),
    filledAmount: amountFloat(market, order.filledLots),
    feeAmount: order.feeLots === 0n ? 0 : amountFloat(market, order.feeLots),
    filledPrice: averageFilled(order),
    state: order.state,
    fees: moneyFloat(market, order.feeUnits),
    feeCurrency: market.terms.grid.settlementCurrency,
    profit: moneyFloat(market, order.profitUnits),
    openedAtMs: order.openedAtMs,
    filledAtMs: order.filledAtMs,
    endedAtMs: order.endedAtMs,
    note: order.note,
    message: order.message,
  };
}

/** Reads single fields: a rest would copy the whole order for each view of it. */
function trailOf(order: TrackedOrder): TrailRequest | null {
  const { market, trailTicks, activationTicks, activationDistanceTicks } = order;
  if (trailTicks === null) return null;
  const price = (ticks: Ticks | null): number | null =>
    ticks === null ? null : priceFloat(market, ticks);
  return {
    offset: priceFloat(market, trailTicks),
    activationPrice: activationDistanceTicks === null ? price(activationTicks) : null,
    activationDistance: price(activationDistanceTicks),
  };
}

function averageFilled({ market, filledLots, filledWeight }: TrackedOrder): number {
  if (filledLots === 0n) return 0;
  return fromSteps(market.price, Number(filledWeight) / Number(filledLots));
}
