// The newest price that a row's close knows.

import type { Fraction } from './fraction.ts';
import { ONE } from './fraction.ts';
import type { ReferenceSetup } from './reference-state.ts';

/** The last close up to a row; before the first trade its open. */
export function lastPrice({ candles }: Pick<ReferenceSetup, 'candles'>, row: number): Fraction {
  const last = candles.slice(0, row + 1).findLast((candle) => candle !== null);
  return last?.close ?? candles.find((candle) => candle !== null)?.open ?? ONE;
}
