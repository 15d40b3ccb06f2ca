// Exits of one position: together they never fill more than what is open of it.

import { OPEN_PLACE } from './candle-path.ts';
import type { Fraction } from './fraction.ts';
import { compare, least, minus, most, NOTHING, plus } from './fraction.ts';
import type { Meeting } from './meet-candle.ts';
import { openFor } from './fit-exit.ts';
import type { OrderMeeting } from './met-orders.ts';
import type { ReferenceOrder } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** What exits of a position may still fill in a candle in which stops and targets of it meet. */
export type Contest = {
  /** Null where all of them only reduce: then what is open when they fill. */
  open: Fraction | null;
  /** Stops inside of the candle, where they come before the targets inside of it. */
  readonly stops: readonly OrderMeeting[];
};

/**
 * The positions of which both stops and targets are met. A fill at the open is known to come
 * first; of what lies inside the candle the rules say which.
 */
export function contestsOf(
  run: ReferenceState,
  met: readonly OrderMeeting[],
): ReadonlyMap<string, Contest> {
  const contests = new Map<string, Contest>();
  const leaving = met.filter(({ order }) => order.isExit);
  for (const key of new Set(leaving.map(({ order }) => contestKey(order)))) {
    const exits = leaving.filter(({ order }) => contestKey(order) === key);
    const [stops, targets] = [wantedBy(exits, 'stop'), wantedBy(exits, 'target')];
    if (stops.numerator === 0n || targets.numerator === 0n) continue;
    const [{ order }] = exits as [OrderMeeting];
    const held = openFor(run, order);
    const onlyReduce = exits.every((exit) => exit.order.isReduceOnly);
    const open = onlyReduce ? held : most(held, stops, targets);
    const inside = exits.filter(({ meeting }) => compare(meeting.place, OPEN_PLACE) > 0n);
    const isUnsure =
      wantedBy(inside, 'target').numerator > 0n && compare(plus(stops, targets), open) > 0n;
    const isFirst = run.rules.stopsFirst && isUnsure;
    const first = isFirst ? inside.filter(({ order: { role } }) => role === 'stop') : [];
    contests.set(key, { open: onlyReduce ? null : open, stops: first });
  }
  return contests;
}

/** Exits of one position on one side. */
export function contestKey({ side, positionId }: ReferenceOrder): string {
  return `${side} ${positionId}`;
}

/** Of what is left of them; nothing of those that their groups have taken since. */
function wantedBy(met: readonly OrderMeeting[], role: 'stop' | 'target'): Fraction {
  return met
    .map(({ order }) => order)
    .filter((order) => order.role === role && !order.isTaken)
    .reduce((sum, { amount, filled }) => plus(sum, minus(amount, filled)), NOTHING);
}

/** What is left of an order, and in a contest of what the exits before it leave. */
export function leftFor(
  run: ReferenceState,
  order: ReferenceOrder,
  { place }: Meeting,
  contest: Contest | undefined,
): Fraction {
  const wanted = minus(order.amount, order.filled);
  const left = order.isReduceOnly ? least(wanted, openFor(run, order)) : wanted;
  if (contest === undefined || order.role === null) return left;
  const isInside = compare(place, OPEN_PLACE) > 0n;
  const retained = order.role === 'target' && isInside ? wantedBy(contest.stops, 'stop') : NOTHING;
  return most(NOTHING, least(left, minus(contest.open ?? openFor(run, order), retained)));
}
