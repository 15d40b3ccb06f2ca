// Meetings of orders with a candle, and which of several comes first.

import type { ReferenceCandle } from './candle-path.ts';
import { OPEN_PLACE, pathOf, travelledShare } from './candle-path.ts';
import type { Fraction } from './fraction.ts';
import { compare, fraction, least, minus, ONE, plus, roundedDown, times } from './fraction.ts';
import type { Meeting, Start } from './meet-candle.ts';
import { meetingOf } from './meet-candle.ts';
import type { ReferenceOrder } from './reference-order.ts';
import { isStopType } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** In rows. The last instant of a candle still belongs to it. */
export const MILLISECOND = fraction(1n, 60_000n);

export type OrderMeeting = {
  readonly order: ReferenceOrder;
  readonly meeting: Meeting;
  /** The minute of the candle that it falls into. */
  readonly row: number;
};

/** Where an order meets the candle from a place on, before its time is over; null: nowhere. */
export function metFrom(
  run: ReferenceState,
  order: ReferenceOrder,
  candle: ReferenceCandle,
  toRow: number,
  start: Start,
): OrderMeeting | null {
  const path = pathOf(candle);
  const meeting = meetingOf(order, path, run.rules, run.market.priceStep, start);
  if (meeting === null) return null;
  const minutes = times(travelledShare(path, meeting.place), fraction(BigInt(run.barMinutes)));
  const instant = plus(fraction(BigInt(toRow - run.barMinutes)), minutes);
  const at = least(instant, minus(fraction(BigInt(toRow)), MILLISECOND));
  return isOver(order, at) ? null : { order, meeting, row: Number(roundedDown(at, ONE).numerator) };
}

/** Which of two comes first: in the order of the path, then of placement. */
export function byPath({
  rules,
}: ReferenceState): (left: OrderMeeting, right: OrderMeeting) => number {
  return (left, right) => {
    const places = compare(left.meeting.place, right.meeting.place);
    if (places !== 0n) return places < 0n ? -1 : 1;
    const ranks = rules.passedStopsFirst ? rankAtOpen(left) - rankAtOpen(right) : 0;
    return ranks === 0 ? left.order.arrival - right.order.arrival : ranks;
  };
}

/** Of stops that the open has passed: buys before sales, of each the entries first. */
function rankAtOpen({ order, meeting }: OrderMeeting): number {
  const { side, isExit, isTriggered, wish } = order;
  const isAtOpen = compare(meeting.place, OPEN_PLACE) === 0n;
  if (!isAtOpen || isTriggered || !isStopType(wish.type)) return 9;
  return (side === 'buy' ? 1 : 3) + (isExit ? 1 : 0);
}

/** Whether an order's time is over at an instant, in rows. */
export function isOver(
  { requestedRow, wish: { timeoutMinutes } }: ReferenceOrder,
  at: Fraction,
): boolean {
  return (
    timeoutMinutes !== null &&
    compare(fraction(BigInt(requestedRow + 1 + timeoutMinutes)), at) <= 0n
  );
}
