// An order as matching sees it: in whole steps, with what it waits for and how far it has come.

import { assert } from '#lib/assert.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';

/**
 * How a trailing stop follows the price. Distances are zero or more; one of zero is met where the
 * stop becomes active.
 */
export type Trail = {
  /**
   * From the best price since placement (highest for a sell, lowest for a buy) back to the trigger.
   */
  readonly distanceTicks: Ticks;
  /**
   * `trailing_stop_limit`: how much worse than the trigger the limit price becomes when it is set
   * off.
   */
  readonly limitOffsetTicks: Ticks;
  /** The best price so far; null until the order has seen a price, or while it is not active. */
  readonly extremeTicks: Ticks | null;
  /**
   * The price from which on the stop follows: it does nothing before the price is there (at or
   * above it for a sell, at or below for a buy). Null: it is active.
   */
  readonly activationTicks: Ticks | null;
  /**
   * Of an exit whose entry has not filled: how far beyond the entry's price it becomes active. Null
   * or left out: its activation is known.
   */
  readonly activationDistanceTicks?: Ticks | null;
};

export type RestingOrder = {
  readonly orderId: string;
  /**
   * Order of placement, unique among orders that are matched together; the earlier goes first at
   * the same price point.
   */
  readonly sequence: number;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** What is still to be filled; above zero. */
  readonly remainingLots: Lots;
  /**
   * The `limit` and `..._limit` types; null on the others, and on a trailing stop that is not yet
   * triggered.
   */
  readonly limitTicks: Ticks | null;
  /** The stop and take-profit types: the price that triggers them. Null on the others. */
  readonly triggerTicks: Ticks | null;
  /** The trailing types; null on the others. */
  readonly trail: Trail | null;
  /**
   * Of a stop or a limit order that leaves a position whose entry has not filled: how far from the
   * entry's price it is. Null or left out: its price is known.
   */
  readonly entryDistanceTicks?: Ticks | null;
  /**
   * Whether a stop, take-profit or trailing stop was triggered and now works as a limit or market
   * order.
   */
  readonly isTriggered: boolean;
  /**
   * `limit` only: cancelled on arrival instead of taking; once it rests, it is always the maker.
   */
  readonly isPostOnly: boolean;
  /**
   * Nothing that happened before this instant fills the order. Within a candle it means that the
   * order has been through matchArrival at that instant.
   */
  readonly liveFromMs: number;
  /** The first instant at which the order works no longer; null: until cancelled. */
  readonly expiresAtMs: number | null;
  /** Exits of one position carry the same group, and whether they are a stop or a target of it. */
  readonly positionGroup: string | null;
  readonly role: 'stop' | 'target' | null;
  /** The orders of its market that it ends or shrinks with; null: none. */
  readonly oca: OcaGroup | null;
  /**
   * What was open of the position when the exit was requested, entries that still worked included,
   * less what its exits have filled since; null where that is not known, or the caller of
   * matchMinute tells it.
   */
  readonly openLots: Lots | null;
};

/** What triggers an order, or what it is once triggered. */
export type Working =
  | { readonly kind: 'market' }
  | { readonly kind: 'limit'; readonly limitTicks: Ticks }
  | { readonly kind: 'trigger'; readonly direction: 'up' | 'down'; readonly triggerTicks: Ticks }
  | { readonly kind: 'trail'; readonly direction: 'up' | 'down'; readonly trail: Trail };

/**
 * What the order does in its present state. Asserts that it has the prices that its type
 * needs.
 */
export function workingAs(order: RestingOrder): Working {
  const { type, side } = order;
  if (type === 'market') return { kind: 'market' };
  if (type === 'limit' || order.isTriggered)
    return isLimitType(type)
      ? { kind: 'limit', limitTicks: required(order.limitTicks, 'limit price') }
      : { kind: 'market' };
  if (type === 'trailing_stop_limit' || type === 'trailing_stop_market') {
    const direction = side === 'sell' ? 'down' : 'up';
    return { kind: 'trail', direction, trail: required(order.trail, 'trail') };
  }
  const isTakeProfit = type === 'take_profit_limit' || type === 'take_profit_market';
  const direction = (side === 'buy') === isTakeProfit ? 'down' : 'up';
  const triggerTicks = required(order.triggerTicks, 'trigger price');
  return { kind: 'trigger', direction, triggerTicks };
}

/** The trail after a price that it has seen without being met by it. */
export function trailAfter(trail: Trail, side: OrderSide, seenTicks: Ticks): Trail {
  const { activationTicks, activationDistanceTicks = null } = trail;
  const isReached =
    activationTicks === null ||
    (side === 'sell' ? seenTicks >= activationTicks : seenTicks <= activationTicks);
  if (!isReached || activationDistanceTicks !== null) return trail;
  return { ...trail, activationTicks: null, extremeTicks: seenTicks };
}

/** The price at which a trailing stop is triggered, given the best price it has seen. */
export function trailTriggerTicks(
  direction: 'up' | 'down',
  extremeTicks: Ticks,
  trail: Trail,
): Ticks {
  return (
    direction === 'down' ? extremeTicks - trail.distanceTicks : extremeTicks + trail.distanceTicks
  ) as Ticks;
}

function required<T>(value: T | null, what: string): T {
  assert(value !== null, `an order of this type has a ${what}`);
  return value;
}
