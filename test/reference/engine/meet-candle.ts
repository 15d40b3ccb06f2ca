// Meeting of an order with a candle's path, and the price: the rows on limits and stops of the
// table of rule sets, for one order that nothing else disturbs.

import type { CandlePath } from './candle-path.ts';
import { firstPlace, OPEN_PLACE, priceAt } from './candle-path.ts';
import type { ExecutionRules } from './execution-rules.ts';
import { followTrail } from './follow-trail.ts';
import type { Fraction } from './fraction.ts';
import { compare, minus, plus } from './fraction.ts';
import type { ReferenceOrder, Side } from './reference-order.ts';
import { isStopType } from './reference-order.ts';

/** Where an order fills, before slippage. */
export type Meeting = {
  readonly place: Fraction;
  readonly price: Fraction;
  readonly isMaker: boolean;
  /** Whether it takes at a price in view, which slips. */
  readonly slips: boolean;
};

/** Where on the path an order begins, and whether it takes what is there. */
export type Start = { readonly place: Fraction; readonly isNew: boolean };

/**
 * The first meeting of an order from a place on, where it rests when the candle opens there, or is
 * new; null: none.
 */
export function meetingOf(
  order: ReferenceOrder,
  path: CandlePath,
  rules: ExecutionRules,
  step: Fraction,
  start: Start = { place: OPEN_PLACE, isNew: false },
): Meeting | null {
  const { side, limit, trigger, trail } = order;
  if (trail !== null && !order.isTriggered) {
    const { metAt } = followTrail(order, path, trail, start.place);
    return metAt === null ? null : takenAt(path, metAt);
  }
  if (trigger === null || order.isTriggered) {
    if (limit === null) return takenAt(path, start.place);
    if (order.wish.type !== 'maker_or_cancel')
      return limitMeeting(side, limit, path, start, rules, step);
    const now = priceAt(path, start.place);
    const isPassed = side === 'buy' ? compare(now, limit) < 0n : compare(now, limit) > 0n;
    if (isPassed) return { place: start.place, price: limit, isMaker: true, slips: false };
    return limitMeeting(side, limit, path, { ...start, isNew: false }, rules, step);
  }
  const place = firstPlace(path, triggerSide(order), trigger, start.place);
  if (place === null) return null;
  if (limit === null) return takenAt(path, place);
  return limitMeeting(side, limit, path, { place, isNew: true }, rules, step);
}

/** A buy's stop is met from below, its take-profit from above; a sale's the other way round. */
export function triggerSide({ side, wish: { type } }: ReferenceOrder): 'below' | 'above' {
  return isStopType(type) === (side === 'buy') ? 'above' : 'below';
}

function takenAt(path: CandlePath, place: Fraction): Meeting {
  return { place, price: priceAt(path, place), isMaker: false, slips: true };
}

/**
 * A limit that works from a place on. One that arrives or is triggered there takes what is at its
 * price or better, one that rested takes a better open; else its price is made.
 */
function limitMeeting(
  side: Side,
  limit: Fraction,
  path: CandlePath,
  start: Start,
  rules: ExecutionRules,
  step: Fraction,
): Meeting | null {
  const now = priceAt(path, start.place);
  const gain = side === 'buy' ? compare(limit, now) : compare(now, limit);
  const isAtPrice = start.isNew && !rules.wantsPassing && gain === 0n;
  const slips = start.isNew && rules.limitsSlip;
  if (gain > 0n || isAtPrice) return { ...takenAt(path, start.place), slips };
  const passed = side === 'buy' ? minus(limit, step) : plus(limit, step);
  const level = rules.wantsPassing ? passed : limit;
  const place = firstPlace(path, side === 'buy' ? 'below' : 'above', level, start.place);
  return place === null ? null : { place, price: limit, isMaker: true, slips: false };
}
