// Prices of a position's stops and goals. Pure arithmetic on prices; percentages are 0 to 100. A
// stop that trails follows the best price since entry and never moves away from it.

import type { Direction } from '#commands/trading/position-constant.ts';

/** A price that lies this many percent on the better side of another, or on the worse one. */
export function betterBy(direction: Direction, price: number, percent: number): number {
  return price * (1 + (direction === 'long' ? percent : -percent) / 100);
}

/** Price that is so many percent worse for the side. */
export function worseBy(direction: Direction, price: number, percent: number): number {
  return betterBy(direction, price, -percent);
}

/** Whether the price is at the level or better. */
export function hasReached(direction: Direction, price: number, level: number): boolean {
  return direction === 'long' ? price >= level : price <= level;
}

/** Whether the price is at the level or worse. */
export function hasFallenTo(direction: Direction, price: number, level: number): boolean {
  return direction === 'long' ? price <= level : price >= level;
}

/** Better of two prices for the side. */
export function betterOf(direction: Direction, one: number, other: number): number {
  return direction === 'long' ? Math.max(one, other) : Math.min(one, other);
}

export type TrailedPosition = {
  readonly direction: Direction;
  readonly enterPrice: number;
  /** The best price since entry, the entry included. */
  readonly bestPrice: number;
};

export type TrailingRule = {
  /** Distance from the best price, in percent of it. */
  readonly percent: number;
  /** What each percent of gain adds to the distance, in percent; below zero it shrinks. */
  readonly growthPercent: number;
};

function stopAt(position: TrailedPosition, rule: TrailingRule, bestPrice: number): number {
  const { direction, enterPrice } = position;
  const gainPercent = Math.abs(bestPrice / enterPrice - 1) * 100;
  const distancePercent = Math.max(0, rule.percent + rule.growthPercent * gainPercent);
  return worseBy(direction, bestPrice, distancePercent);
}

/**
 * The stop of a position. One whose distance grows lies where it lay best on the way to the best
 * price, so that it does not loosen either.
 */
export function trailingStop(position: TrailedPosition, rule: TrailingRule): number {
  const { direction, enterPrice, bestPrice } = position;
  const now = stopAt(position, rule, bestPrice);
  if (rule.growthPercent <= 0) return now;
  const atEntry = stopAt(position, rule, enterPrice);
  // With a growing distance the stop is a parabola over the best price, which turns here.
  const share = rule.growthPercent;
  const sign = direction === 'long' ? -1 : 1;
  const turn = (enterPrice * (1 + (sign * rule.percent) / 100 + share)) / (2 * share);
  const isOnTheWay = direction === 'long' ? turn > enterPrice && turn < bestPrice : false;
  const best = betterOf(direction, now, atEntry);
  return isOnTheWay ? betterOf(direction, best, stopAt(position, rule, turn)) : best;
}
