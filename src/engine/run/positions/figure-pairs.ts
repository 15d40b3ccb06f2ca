// The figures of a grid's pairs, for its report and for what a running bot shows.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat, divideRounded, ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import type { PairsOfRun } from '#engine/run/run-brain.ts';
import { ratioOf } from '#engine/run/positions/trade-statistics.ts';

/** Places of ratios and percentages. */
const RATIO_SCALE = 8;

/** `exact` gives units of the profit currency as a decimal. */
export function figurePairs(pairs: PairsOfRun, exact: (units: Units) => Decimal): PairFigures {
  const { winning, losing, wonUnits, lostUnits, mostUnits, leastUnits } = pairs;
  const count = winning + losing;
  const profitUnits = wonUnits + lostUnits;
  const ratio = (value: number): Decimal => decimalFromFloat(value, RATIO_SCALE);
  return {
    winning,
    losing,
    profit: exact(profitUnits as Units),
    biggestWin: exact(mostUnits as Units),
    biggestLoss: exact(leastUnits as Units),
    profitFactor: ratio(ratioOf(Number(wonUnits), -Number(lostUnits))),
    winRatePercent: ratio(count === 0 ? 0 : (winning / count) * 100),
    averageProfit:
      count === 0 ? ZERO : exact(divideRounded(profitUnits, BigInt(count), 'half_even') as Units),
  };
}
