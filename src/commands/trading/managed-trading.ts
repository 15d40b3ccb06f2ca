// Managed trading: a script says where it wants to be, again and again, and this says which orders
// are missing for it. One position, one trade amount, nothing while an order is open. Pure.

import { unreachable } from '#lib/assert.ts';
import type { OrderAction } from '#engine/run-api/order-api.ts';
import type { HeldPosition } from '#engine/run-api/position-api.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import type { Direction } from '#commands/trading/position-constant.ts';

const FLOAT_SLACK = 1e-9;

export type ManagedView = {
  readonly isSpot: boolean;
  readonly held: HeldPosition | null;
  /** Size of a new position. */
  readonly tradeAmount: number;
  /** Size that the held position was to have: the trade amount when it was begun. */
  readonly targetAmount: number;
  readonly hasOpenOrder: boolean;
  /** Smaller amounts cannot be entered. */
  readonly leastAmount: number;
  /**
   * Smaller amounts cannot be left: an exit of them is refused, which says why, and a position that
   * begins takes them along.
   */
  readonly leastExit: number;
  /** Part of an amount that fees may have taken out of it, 0 to 1. */
  readonly feeShare: number;
};

export type ManagedOrder = {
  readonly action: OrderAction;
  readonly amount: number;
  /** Whether it begins a position rather than filling one up or leaving it. */
  readonly isBeginning: boolean;
};

/** The orders that lead from what is held to what is wanted; none where it is reached. */
export function managedOrders(wish: ManagedWish, view: ManagedView): readonly ManagedOrder[] {
  if (view.hasOpenOrder) return [];
  const direction = heldDirection(view);
  switch (wish) {
    case 'long':
      return both(exitOrders(view, 'short'), enterOrders(view, 'long'));
    case 'short':
      return both(exitOrders(view, 'long'), enterOrders(view, 'short'));
    case 'exit':
      return direction === null ? [] : exitOrders(view, direction);
    case 'exit_long':
      return exitOrders(view, 'long');
    case 'exit_short':
      return exitOrders(view, 'short');
    case 'flip':
      return direction === null ? [] : managedOrders(opposite(direction), view);
    default:
      return unreachable(wish);
  }
}

type Orders = readonly ManagedOrder[];

function both(first: Orders, second: Orders): Orders {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}

function opposite(direction: Direction): Direction {
  return direction === 'long' ? 'short' : 'long';
}

function heldDirection({ held }: ManagedView): Direction | null {
  return held?.direction ?? null;
}

function exitOrders(view: ManagedView, direction: Direction): readonly ManagedOrder[] {
  if (view.held === null || heldDirection(view) !== direction) return [];
  const { amount } = view.held;
  const spotAction = direction === 'long' ? 'sell' : 'buy';
  const action = view.isSpot ? spotAction : (`exit_${direction}` as const);
  return [{ action, amount, isBeginning: false }];
}

function enterOrders(view: ManagedView, direction: Direction): readonly ManagedOrder[] {
  // What is not owned cannot be sold on spot.
  if (view.isSpot && direction === 'short') return [];
  const held = view.held?.direction === direction ? view.held.amount : 0;
  const isBeginning = held < view.leastExit;
  // A trade amount that is set in quote changes with the price; what is held does not follow it.
  const target = isBeginning ? view.tradeAmount : view.targetAmount;
  const amount = target - held;
  // A whole trade amount that is too small is requested all the same: its refusal says why.
  if (!isBeginning && isReached(amount, target, view)) return [];
  const action = view.isSpot ? 'buy' : (`go_${direction}` as const);
  return [{ action, amount, isBeginning }];
}

/** Whether so little of a target is missing that nothing is entered for it. */
export function isReached(
  missing: number,
  target: number,
  { feeShare, leastAmount }: Pick<ManagedView, 'feeShare' | 'leastAmount'>,
): boolean {
  return isMissingAsFee(missing, target, feeShare) || missing < leastAmount;
}

/** Whether fees may have taken what is missing of a target. */
export function isMissingAsFee(missing: number, target: number, feeShare: number): boolean {
  return missing / target <= feeShare + FLOAT_SLACK;
}
