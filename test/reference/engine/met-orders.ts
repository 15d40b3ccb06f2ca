// Which orders a candle meets, and in which order.

import type { ReferenceCandle } from './candle-path.ts';
import { OPEN_PLACE, pathOf, travelledShare } from './candle-path.ts';
import type { Fraction } from './fraction.ts';
import { compare, fraction, least, minus, ONE, plus, roundedDown, times } from './fraction.ts';
import type { Meeting } from './meet-candle.ts';
import { meetingOf } from './meet-candle.ts';
import type { ReferenceOrder } from './reference-order.ts';
import { isStopType } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** In rows. The last instant of a candle still belongs to it. */
export const MILLISECOND = fraction(1n, 60_000n);

export type Met = {
  readonly order: ReferenceOrder;
  readonly meeting: Meeting;
  /** The minute of the candle that it falls into. */
  readonly row: number;
};

/** What meets the candle before its time is over, in the order of its path, then of placement. */
export function metOrders(
  run: ReferenceState,
  orders: readonly ReferenceOrder[],
  candle: ReferenceCandle,
  toRow: number,
): readonly Met[] {
  const path = pathOf(candle);
  const met: Met[] = [];
  for (const order of orders) {
    const meeting = meetingOf(order, path, run.rules, run.market.priceStep, false);
    if (meeting === null) continue;
    const minutes = times(travelledShare(path, meeting.place), fraction(BigInt(run.barMinutes)));
    const instant = plus(fraction(BigInt(toRow - run.barMinutes)), minutes);
    const at = least(instant, minus(fraction(BigInt(toRow)), MILLISECOND));
    if (isOver(order, at)) continue;
    met.push({ order, meeting, row: Number(roundedDown(at, ONE).numerator) });
  }
  return met.toSorted((left, right) => {
    const order = compare(left.meeting.place, right.meeting.place);
    if (order !== 0n) return order < 0n ? -1 : 1;
    const byStop = Number(isPassedBuyStop(run, right)) - Number(isPassedBuyStop(run, left));
    return byStop === 0 ? left.order.arrival - right.order.arrival : byStop;
  });
}

/** A buy stop that the open has passed goes first where the rules say so. */
function isPassedBuyStop({ rules }: ReferenceState, { order, meeting }: Met): boolean {
  return rules.buyStopsFirst && isBuyStop(order) && compare(meeting.place, OPEN_PLACE) === 0n;
}

function isBuyStop({ side, isSetOff, wish: { type } }: ReferenceOrder): boolean {
  return side === 'buy' && !isSetOff && isStopType(type);
}

/** Whether an order's time is over at an instant, in rows. */
export function isOver(
  { askedRow, wish: { timeoutMinutes } }: ReferenceOrder,
  at: Fraction,
): boolean {
  return (
    timeoutMinutes !== null && compare(fraction(BigInt(askedRow + 1 + timeoutMinutes)), at) <= 0n
  );
}
