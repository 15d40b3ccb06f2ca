// Managed trading: a script says where it wants to be, again and again, and this says which orders
// are missing for it. One position, one trade amount, nothing while an order is open. Pure.

import { unreachable } from '#lib/assert.ts';
import type { OrderAction } from '#engine/desks/order-desk.ts';
import type { Direction } from '#engine/trading/position-constant.ts';

const FLOAT_SLACK = 1e-9;

export type ManagedWish = 'long' | 'short' | 'exit' | 'exit_long' | 'exit_short' | 'flip';

export type ManagedView = {
  readonly isSpot: boolean;
  readonly held: { readonly direction: Direction; readonly amount: number } | null;
  /** Size of a whole position. */
  readonly tradeAmount: number;
  readonly hasOpenOrder: boolean;
  /** Smaller amounts cannot be traded: what is left of a position counts as closed. */
  readonly leastAmount: number;
  /** Part of an amount that fees may have taken out of it, 0 to 1. */
  readonly feeShare: number;
};

export type ManagedOrder = { readonly action: OrderAction; readonly amount: number };

/** The orders that lead from what is held to what is wanted; none where it is reached. */
export function managedOrders(wish: ManagedWish, view: ManagedView): readonly ManagedOrder[] {
  if (view.hasOpenOrder) return [];
  const direction = heldDirection(view);
  switch (wish) {
    case 'long':
      return [...exitOrders(view, 'short'), ...enterOrders(view, 'long')];
    case 'short':
      return [...exitOrders(view, 'long'), ...enterOrders(view, 'short')];
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

function opposite(direction: Direction): Direction {
  return direction === 'long' ? 'short' : 'long';
}

/** Null when nothing is held that could be traded. */
function heldDirection({ held, leastAmount }: ManagedView): Direction | null {
  return held === null || held.amount < leastAmount ? null : held.direction;
}

function exitOrders(view: ManagedView, direction: Direction): readonly ManagedOrder[] {
  if (view.held === null || heldDirection(view) !== direction) return [];
  const { amount } = view.held;
  if (view.isSpot) return [{ action: direction === 'long' ? 'sell' : 'buy', amount }];
  return [{ action: direction === 'long' ? 'exit_long' : 'exit_short', amount }];
}

function enterOrders(view: ManagedView, direction: Direction): readonly ManagedOrder[] {
  // What is not owned cannot be sold on spot.
  if (view.isSpot && direction === 'short') return [];
  const held = view.held?.direction === direction ? view.held.amount : 0;
  const amount = view.tradeAmount - held;
  const isFee = amount / view.tradeAmount <= view.feeShare + FLOAT_SLACK;
  const isReached = isFee || amount < view.leastAmount;
  // A whole trade amount that is too small is asked for all the same: its refusal says why.
  if (held > 0 && isReached) return [];
  if (view.isSpot) return [{ action: 'buy', amount }];
  return [{ action: direction === 'long' ? 'go_long' : 'go_short', amount }];
}
