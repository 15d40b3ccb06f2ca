// Meeting of one order with a path, as if it were alone and any size were there: whether it is
// triggered, whether, where and at what price it would fill. What it then gets, and which of
// several comes first, is decided in match-minute.ts.

import { BIG_INTEGERS } from '#lib/integers.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { CandlePath } from '#domain/matching/candle-path.ts';
import {
  firstAtOrAbove,
  firstAtOrBelow,
  LEGS,
  nearestVisited,
  positionAt,
  priceAt,
  withExtremesSwapped,
} from '#domain/matching/candle-path.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import { isBetter, isMarketable, levelOf } from '#domain/matching/is-marketable.ts';
import { lastBefore } from '#domain/matching/path-marks.ts';
import type { RestingOrder, Trail } from '#domain/matching/resting-order.ts';
import { trailTriggerTicks, workingAs } from '#domain/matching/resting-order.ts';

/** A fill that the path offers. */
export type Offer = {
  readonly position: bigint;
  /** The price met: the final one for a maker, before slippage when `slips`. */
  readonly priceTicks: Ticks;
  readonly isMaker: boolean;
  readonly slips: boolean;
  readonly isGap: boolean;
  /** It fills at the candle's first price, so nothing can have come before. */
  readonly isAtStart: boolean;
  /**
   * A trailing stop was triggered, and had the candle's extremes come in the other order, it would
   * have met another price, or none.
   */
  readonly isTrailUnsure: boolean;
};

export type Meeting = {
  /** The order after the path: triggered, trailed on; the same object when nothing changed. */
  readonly order: RestingOrder;
  readonly offer: Offer | null;
};

type Walk = {
  readonly rules: MatchingRules;
  readonly path: CandlePath;
  readonly from: bigint;
  readonly until: bigint;
  /** The price at `from`. */
  readonly startTicks: Ticks;
  /**
   * The order became live within the candle. It met its first price on arrival, so what lies beyond
   * its own price at `from` has been crossed since: it fills at its own price, and jumps nothing.
   */
  readonly isMidway: boolean;
  /**
   * The order is new at the path's only price, or triggered on the path: it takes what is there.
   */
  readonly isTaking: boolean;
};

/**
 * Follows the path while the order is live. `isArrival`: the order is new, and the path is one
 * price.
 */
export function meetPath(
  rules: MatchingRules,
  order: RestingOrder,
  path: CandlePath,
  isArrival: boolean,
): Meeting {
  const meeting = follow(rules, order, path, isArrival, null);
  const { offer } = meeting;
  if (order.trail === null || order.isTriggered || offer === null || offer.isAtStart)
    return meeting;
  // Where it arrived within the candle, the price of its arrival is known, and so is the path.
  if (order.liveFromMs > path.openTimeMs) return meeting;
  const other = follow(rules, order, withExtremesSwapped(path), isArrival, null).offer;
  if (other?.priceTicks === offer.priceTicks) return meeting;
  return { order: meeting.order, offer: { ...offer, isTrailUnsure: true } };
}

/** Follows what is left of the path from a place on, as an order that arrives there. */
export function meetRest(
  rules: MatchingRules,
  order: RestingOrder,
  path: CandlePath,
  place: bigint,
): Meeting {
  return follow(rules, order, path, true, place);
}

function follow(
  rules: MatchingRules,
  order: RestingOrder,
  path: CandlePath,
  isArrival: boolean,
  place: bigint | null,
): Meeting {
  const span = liveSpan(order, path);
  if (span === null) return { order, offer: null };
  const { until } = span;
  const from = place === null || place < span.from ? span.from : place;
  if (from > until) return { order, offer: null };
  const startTicks = priceAt(path, from);
  const isMidway = place === null && order.liveFromMs > path.openTimeMs;
  const walk: Walk = { rules, path, from, until, startTicks, isMidway, isTaking: isArrival };
  const working = workingAs(order);
  switch (working.kind) {
    case 'market':
      return { order, offer: takeAt(walk) };
    case 'limit':
      return { order, offer: meetLimit(walk, order, working.limitTicks) };
    case 'trigger':
      return meetTrigger(walk, order, working.direction, working.triggerTicks);
    case 'trail':
      return meetTrail(walk, order, working.direction, working.trail);
  }
}

function liveSpan(order: RestingOrder, path: CandlePath): { from: bigint; until: bigint } | null {
  const endMs = path.openTimeMs + path.durationMs;
  if (order.liveFromMs >= endMs) return null;
  const from = positionAt(path, order.liveFromMs);
  if (order.expiresAtMs === null || order.expiresAtMs >= endMs)
    return { from, until: path.marks[3] };
  if (order.expiresAtMs <= path.openTimeMs || order.expiresAtMs <= order.liveFromMs) return null;
  // The last position before the expiry; the open is always before it.
  const after = positionAt(path, order.expiresAtMs);
  const until = lastBefore<bigint>(BIG_INTEGERS, after);
  return from <= until ? { from, until } : null;
}

function takeAt(walk: Walk): Offer {
  return {
    position: walk.from,
    priceTicks: walk.startTicks,
    isMaker: false,
    slips: true,
    isGap: false,
    isAtStart: isStart(walk, walk.from),
    isTrailUnsure: false,
  };
}

/** Whether the place is the candle's first price. */
function isStart({ isMidway }: Walk, position: bigint): boolean {
  return position === 0n && !isMidway;
}

function meetLimit(walk: Walk, order: RestingOrder, limitTicks: Ticks): Offer | null {
  const { rules, path, from, until, startTicks } = walk;
  const through = rules.limitTradeThroughTicks;
  const isBuy = order.side === 'buy';
  const level = levelOf<bigint>(BIG_INTEGERS, isBuy, limitTicks, through) as Ticks;
  const isMet =
    rules.opensTradeThrough === true
      ? !isBetter(!isBuy, startTicks, level)
      : isMarketable<bigint>(BIG_INTEGERS, isBuy, startTicks, limitTicks, through);
  if (isMet) {
    if (walk.isTaking && !order.isPostOnly) return { ...takeAt(walk), slips: rules.limitsSlip };
    // An order that rests at the price, or may only make, is the maker at its own price.
    const isGap = isBetter(isBuy, startTicks, limitTicks) && !walk.isMidway && !walk.isTaking;
    const isMaker = order.isPostOnly || !isGap;
    const priceTicks = isMaker ? limitTicks : startTicks;
    const isAtStart = isStart(walk, from);
    return {
      position: from,
      priceTicks,
      isMaker,
      slips: false,
      isGap,
      isAtStart,
      isTrailUnsure: false,
    };
  }
  const reach = isBuy ? firstAtOrBelow : firstAtOrAbove;
  const position = reach(path, level, from, until);
  if (position === null) return null;
  return {
    position,
    priceTicks: limitTicks,
    isMaker: true,
    slips: false,
    isGap: false,
    isAtStart: false,
    isTrailUnsure: false,
  };
}

function meetTrigger(
  walk: Walk,
  order: RestingOrder,
  direction: 'up' | 'down',
  triggerTicks: Ticks,
): Meeting {
  const reach = direction === 'up' ? firstAtOrAbove : firstAtOrBelow;
  const position = reach(walk.path, triggerTicks, walk.from, walk.until);
  if (position === null) return { order, offer: null };
  return triggerOrder(walk, order, position, triggerTicks);
}

function meetTrail(
  walk: Walk,
  order: RestingOrder,
  direction: 'up' | 'down',
  waiting: Trail,
): Meeting {
  const begun = activated(walk, direction, waiting);
  if (begun === null) return { order, offer: null };
  const { trail, position: beginning } = begun;
  const sign = direction === 'down' ? 1n : -1n;
  let extreme = trail.extremeTicks ?? priceAt(walk.path, beginning);
  let position = beginning;
  for (let leg = 0; leg <= LEGS.length; leg += 1) {
    const priceTicks = priceAt(walk.path, position);
    const triggerTicks = trailTriggerTicks(direction, extreme, trail);
    const overshoot = (triggerTicks - priceTicks) * sign;
    // Only the start can lie beyond the trigger without having passed it.
    const metAt = position - overshoot > beginning ? position - overshoot : beginning;
    if (overshoot >= 0n)
      return triggerTrail(walk, withTrail(order, trail, extreme), metAt, triggerTicks);
    if ((priceTicks - extreme) * sign > 0n) extreme = priceTicks;
    if (position === walk.until) break;
    position = nextTurn(walk, position);
  }
  return { order: withTrail(order, trail, extreme), offer: null };
}

/** The trail as it becomes active, and where; null when the walk does not come to its price. */
function activated(
  walk: Walk,
  direction: 'up' | 'down',
  trail: Trail,
): { readonly trail: Trail; readonly position: bigint } | null {
  const { path, from, until } = walk;
  if (trail.activationTicks === null) return { trail, position: from };
  const reach = direction === 'down' ? firstAtOrAbove : firstAtOrBelow;
  const position = reach(path, trail.activationTicks, from, until);
  if (position === null) return null;
  return { trail: { ...trail, activationTicks: null, extremeTicks: null }, position };
}

/** The end of the leg that follows the position, or the end of the walk. */
function nextTurn(walk: Walk, position: bigint): bigint {
  const turn = walk.path.marks.find((mark) => mark > position) ?? walk.until;
  return turn < walk.until ? turn : walk.until;
}

function withTrail(order: RestingOrder, trail: Trail, extremeTicks: Ticks): RestingOrder {
  const isSame = trail === order.trail && trail.extremeTicks === extremeTicks;
  return isSame ? order : { ...order, trail: { ...trail, extremeTicks } };
}

function triggerTrail(
  walk: Walk,
  order: RestingOrder,
  position: bigint,
  triggerTicks: Ticks,
): Meeting {
  if (order.type !== 'trailing_stop_limit' || order.trail === null)
    return triggerOrder(walk, order, position, triggerTicks);
  const offset = order.trail.limitOffsetTicks;
  const limit = order.side === 'buy' ? triggerTicks + offset : triggerTicks - offset;
  const limitTicks = (limit > 1n ? limit : 1n) as Ticks;
  return triggerOrder(walk, { ...order, limitTicks }, position, triggerTicks);
}

function triggerOrder(
  walk: Walk,
  order: RestingOrder,
  position: bigint,
  triggerTicks: Ticks,
): Meeting {
  const triggered: RestingOrder = { ...order, isTriggered: true };
  const startTicks = walk.isMidway
    ? nearestVisited(walk.path, triggerTicks)
    : priceAt(walk.path, position);
  const rest: Walk = { ...walk, from: position, startTicks, isTaking: true };
  const working = workingAs(triggered);
  const offer =
    working.kind === 'limit' ? meetLimit(rest, order, working.limitTicks) : takeAt(rest);
  if (offer === null || offer.isMaker) return { order: triggered, offer };
  const isGap = !walk.isTaking && startTicks !== triggerTicks;
  const isAtStart = isStart(walk, position);
  return { order: triggered, offer: { ...offer, isGap, isAtStart } };
}
