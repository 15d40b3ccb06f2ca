// The resting orders of one market, indexed so that a minute which affects none of them costs two
// comparisons of prices. Each order waits at the prices that could change it. Mutable.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { KeyHeap } from '#domain/matching/key-heap.ts';
import { addKey, collectUpTo, keyHeap, removeKey } from '#domain/matching/key-heap.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { trailTriggerTicks, workingAs } from '#domain/matching/resting-order.ts';

export type RestingBook = {
  readonly rules: MatchingRules;
  /** By order id. Change it through the functions of this file only. */
  readonly orders: Map<string, RestingOrder>;
  /** Orders that a price at or above the key affects. */
  readonly rising: KeyHeap;
  /** Orders that a price at or below minus the key affects. */
  readonly falling: KeyHeap;
  /** Orders that end at the key, an instant. */
  readonly ending: KeyHeap;
  /** Orders that any price affects. */
  readonly restless: Set<string>;
};

/** An empty book under these rules. */
export function restingBook(rules: MatchingRules): RestingBook {
  return {
    rules,
    orders: new Map(),
    rising: keyHeap(),
    falling: keyHeap(),
    ending: keyHeap(),
    restless: new Set(),
  };
}

/** Adds the order, or puts it in the place of the one with its id. */
export function putOrder(book: RestingBook, order: RestingOrder): void {
  removeOrder(book, order.orderId);
  book.orders.set(order.orderId, order);
  const { risingTicks, fallingTicks } = wakeLevels(book.rules, order);
  if (risingTicks === null && fallingTicks === null) book.restless.add(order.orderId);
  // Rounding to a number keeps the order of prices, so a reached level is never missed.
  if (risingTicks !== null) addKey(book.rising, order.orderId, Number(risingTicks));
  if (fallingTicks !== null) addKey(book.falling, order.orderId, -Number(fallingTicks));
  if (order.expiresAtMs !== null) addKey(book.ending, order.orderId, order.expiresAtMs);
}

/** Takes the order out and returns it; null when the book does not hold it. */
export function removeOrder(book: RestingBook, orderId: string): RestingOrder | null {
  const order = book.orders.get(orderId);
  if (order === undefined) return null;
  book.orders.delete(orderId);
  book.restless.delete(orderId);
  for (const heap of [book.rising, book.falling, book.ending]) removeKey(heap, orderId);
  return order;
}

/** Ids of the orders that a candle of this length may change. */
export function affectedOrders(
  book: RestingBook,
  candle: Pick<Candle, 'openTimeMs' | 'high' | 'low'>,
  durationMs: number,
): Set<string> {
  const names = new Set(book.restless);
  collectUpTo(book.rising, Number(candle.high), names);
  collectUpTo(book.falling, -Number(candle.low), names);
  collectUpTo(book.ending, candle.openTimeMs + durationMs, names);
  return names;
}

type WakeLevels = { readonly risingTicks: Ticks | null; readonly fallingTicks: Ticks | null };

const ANY_PRICE: WakeLevels = { risingTicks: null, fallingTicks: null };

/** The prices that, reached from below or from above, could change the order. */
function wakeLevels(rules: MatchingRules, order: RestingOrder): WakeLevels {
  // Its price is not known before its entry has filled.
  if ((order.entryDistanceTicks ?? null) !== null) return ANY_PRICE;
  const working = workingAs(order);
  switch (working.kind) {
    case 'market':
      return ANY_PRICE;
    case 'limit': {
      // An open that is better by one tick fills it, however far the price must go otherwise.
      const through = rules.limitTradeThroughTicks > 0n ? 1n : 0n;
      return order.side === 'buy'
        ? { risingTicks: null, fallingTicks: (working.limitTicks - through) as Ticks }
        : { risingTicks: (working.limitTicks + through) as Ticks, fallingTicks: null };
    }
    case 'trigger':
      return working.direction === 'up'
        ? { risingTicks: working.triggerTicks, fallingTicks: null }
        : { risingTicks: null, fallingTicks: working.triggerTicks };
    case 'trail': {
      const { direction, trail } = working;
      const { activationTicks } = trail;
      if (activationTicks !== null)
        return direction === 'down'
          ? { risingTicks: activationTicks, fallingTicks: null }
          : { risingTicks: null, fallingTicks: activationTicks };
      if (trail.extremeTicks === null) return ANY_PRICE;
      const trigger = trailTriggerTicks(direction, trail.extremeTicks, trail);
      return direction === 'down'
        ? { risingTicks: (trail.extremeTicks + 1n) as Ticks, fallingTicks: trigger }
        : { risingTicks: trigger, fallingTicks: (trail.extremeTicks - 1n) as Ticks };
    }
  }
}
