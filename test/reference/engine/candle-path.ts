// The way that a price is assumed to take inside a candle: open, nearer extreme, other extreme,
// close; the low first when both are as near. A place on it is a leg and how much of it is gone.

import type { Fraction } from './fraction.ts';
import {
  compare,
  fraction,
  minus,
  NOTHING,
  over,
  plus,
  roundedDown,
  ONE,
  sizeOf,
  times,
} from './fraction.ts';

export type ReferenceCandle = {
  readonly open: Fraction;
  readonly high: Fraction;
  readonly low: Fraction;
  readonly close: Fraction;
  readonly volume: Fraction;
};

/** Prices, the open first; the place `n` is the n-th of them. */
export type CandlePath = readonly Fraction[];

export const OPEN_PLACE = NOTHING;

export function pathOf({ open, high, low, close }: ReferenceCandle): CandlePath {
  const isHighNearer = compare(minus(high, open), minus(open, low)) < 0n;
  return isHighNearer ? [open, high, low, close] : [open, low, high, close];
}

/** The price at a place. */
export function priceAt(path: CandlePath, place: Fraction): Fraction {
  const leg = legOf(place);
  const from = path[leg] as Fraction;
  const to = path[leg + 1] ?? from;
  return plus(from, times(minus(to, from), minus(place, fraction(BigInt(leg)))));
}

function legOf(place: Fraction): number {
  return Number(roundedDown(place, ONE).numerator);
}

/** The first place from `start` on whose price is at or below (or above) the level; null: none. */
export function firstPlace(
  path: CandlePath,
  where: 'below' | 'above',
  level: Fraction,
  start: Fraction = OPEN_PLACE,
): Fraction | null {
  const isMet = (price: Fraction): boolean =>
    where === 'below' ? compare(price, level) <= 0n : compare(price, level) >= 0n;
  if (isMet(priceAt(path, start))) return start;
  for (let leg = legOf(start); leg + 1 < path.length; leg += 1) {
    const [from, to] = [path[leg] as Fraction, path[leg + 1] as Fraction];
    if (isMet(to)) return plus(fraction(BigInt(leg)), over(minus(level, from), minus(to, from)));
  }
  return null;
}

/** How much of the path's whole length lies before a place; a fill's share of its candle's time. */
export function travelledShare(path: CandlePath, place: Fraction): Fraction {
  const whole = lengthTo(path, fraction(BigInt(path.length - 1)));
  return whole.numerator === 0n ? NOTHING : over(lengthTo(path, place), whole);
}

function lengthTo(path: CandlePath, place: Fraction): Fraction {
  const leg = legOf(place);
  const points = [...path.slice(0, leg + 1), priceAt(path, place)];
  return points.reduce(
    (sum, price, at) => plus(sum, sizeOf(minus(price, points[at - 1] ?? price))),
    NOTHING,
  );
}
