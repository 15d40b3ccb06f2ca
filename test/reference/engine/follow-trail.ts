// Trailing stop along the path of a candle: the section on trailing stops of docs/backtests.md, for
// one order that nothing else disturbs.

import type { CandlePath } from './candle-path.ts';
import { firstPlace, OPEN_PLACE, priceAt } from './candle-path.ts';
import type { Fraction } from './fraction.ts';
import { compare, fraction, least, minus, most, ONE, plus, roundedDown } from './fraction.ts';
import type { ReferenceOrder } from './reference-order.ts';

export type TrailOutcome = {
  /** Where the price first comes back to the stop; null: nowhere. */
  readonly metAt: Fraction | null;
  /** The best price of the path from its beginning on, once the order is active. */
  readonly best: Fraction | null;
};

/** A stop to sell follows upwards, one to buy downwards. */
export function followTrail(
  order: ReferenceOrder,
  path: CandlePath,
  trail: Fraction,
  begin: Fraction = OPEN_PLACE,
): TrailOutcome {
  const { side, activation } = order;
  const isSale = side === 'sell';
  const start =
    activation === null ? begin : firstPlace(path, isSale ? 'above' : 'below', activation, begin);
  if (start === null) return { metAt: null, best: null };
  const better = isSale ? most : least;
  let best = better(priceAt(path, start), order.best ?? priceAt(path, start));
  let metAt: Fraction | null = null;
  let from = start;
  while (metAt === null) {
    const turn = plus(roundedDown(from, ONE), ONE);
    const stop = isSale ? minus(best, trail) : plus(best, trail);
    const leg = path.slice(0, Number(turn.numerator) + 1);
    metAt = firstPlace(leg, isSale ? 'below' : 'above', stop, from);
    if (compare(turn, fraction(BigInt(path.length))) >= 0n) break;
    best = better(best, priceAt(path, turn));
    from = turn;
  }
  return { metAt, best };
}
