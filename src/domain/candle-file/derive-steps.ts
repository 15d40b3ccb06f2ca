// The steps of a market that is known only by its candles: one unit of the last decimal in use, and
// amounts at least so fine that a small trade can be made.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits } from '#lib/decimal.ts';
import { COLUMN_VALUE_MAX } from '#domain/candle/pack-day.ts';
import type { CandleRows } from '#domain/candle-file/candle-rows.ts';
import { FIGURES, figureOf } from '#domain/candle-file/candle-rows.ts';

/** More decimals than these are noise of floating-point numbers, or of no use. */
const DECIMALS_MAX = 8;
const PRICE_DECIMALS_MAX = 12;
/** What one step of the amount may be worth at most, in quote: an unscripted trade is of 100. */
const STEP_VALUE_MAX = 0.1;

/** Null for the price step when the prices have more decimals than a step can sensibly have. */
export function deriveSteps(rows: CandleRows): {
  readonly priceStep: Decimal | null;
  readonly amountStep: Decimal;
} {
  const prices = FIGURES.flatMap((name, figure) => (name === 'volume' ? [] : [figure]));
  const priceDecimals = Math.max(...prices.map((figure) => decimalsOf(rows, figure)));
  const volume = FIGURES.indexOf('volume');
  const highest = Math.max(...prices.map((figure) => largestOf(rows, figure)));
  const needed = Math.ceil(Math.log10(Math.max(1, highest / STEP_VALUE_MAX)));
  let amountDecimals = Math.min(DECIMALS_MAX, Math.max(needed, decimalsOf(rows, volume)));
  const largest = largestOf(rows, volume);
  while (amountDecimals > 0 && largest * 10 ** amountDecimals > COLUMN_VALUE_MAX)
    amountDecimals -= 1;
  return {
    priceStep: priceDecimals > PRICE_DECIMALS_MAX ? null : decimalFromUnits(1n, priceDecimals),
    amountStep: decimalFromUnits(1n, amountDecimals),
  };
}

function decimalsOf(rows: CandleRows, figure: number): number {
  let lowest = 0;
  const exponents = rows.exponents[figure] as Int8Array;
  for (let row = 0; row < rows.count; row += 1) lowest = Math.min(lowest, exponents[row] as number);
  return -lowest;
}

function largestOf(rows: CandleRows, figure: number): number {
  let largest = 0;
  for (let row = 0; row < rows.count; row += 1)
    largest = Math.max(largest, figureOf(rows, figure, row));
  return largest;
}
