// Rows of a file as days of whole ticks and lots, once the market's steps are known.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, formatDecimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { COLUMN_VALUE_MAX, MINUTES_PER_DAY } from '#domain/candle/pack-day.ts';
import { powerOfTen } from '#domain/candle-file/power-of-ten.ts';
import type { CandleRows, RowProblem } from '#domain/candle-file/candle-rows.ts';
import { FIGURES } from '#domain/candle-file/candle-rows.ts';

export type RowSteps = {
  readonly priceStep: Decimal;
  readonly amountStep: Decimal;
  /** Whether prices between two steps are rounded to the nearer one (of two to the even one). */
  readonly roundsPrices: boolean;
};

export type DaysOfRows = {
  /** Each with all its minutes, missing ones holding zeros. */
  readonly days: readonly CandleColumns[];
  /** Rows with a price, or a volume, that was between two steps. */
  readonly roundedPricesCount: number;
  readonly roundedVolumesCount: number;
  readonly problems: readonly RowProblem[];
  readonly problemsCount: number;
};

const PROBLEMS_RETAINED_MAX = 20;
const VOLUME = FIGURES.indexOf('volume');

/** `order` names the rows by time, no minute twice. */
export function rowsToDays(rows: CandleRows, order: Uint32Array, steps: RowSteps): DaysOfRows {
  const priceScale = stepScale(steps.priceStep);
  const amountScale = stepScale(steps.amountStep);
  const days: CandleColumns[] = [];
  const problems: RowProblem[] = [];
  let [roundedPricesCount, roundedVolumesCount, problemsCount] = [0, 0, 0];
  let day: CandleColumns | null = null;
  let columns: readonly Float64Array[] = [];
  const note = (row: number, reason: string): void => {
    problemsCount += 1;
    if (problems.length < PROBLEMS_RETAINED_MAX)
      problems.push({ line: rows.lines[row] as number, reason });
  };
  for (const row of order) {
    const timeMs = rows.timesMs[row] as number;
    const dayOpenMs = timeMs - (timeMs % DAY_MS);
    if (day?.firstOpenMs !== dayOpenMs) {
      day = allocateColumns(dayOpenMs, MINUTES_PER_DAY, 'own');
      days.push(day);
      columns = [day.open, day.high, day.low, day.close, day.volume];
    }
    const minute = (timeMs - dayOpenMs) / MINUTE_MS;
    let isRounded = false;
    for (let figure = 0; figure < FIGURES.length; figure += 1) {
      const scale = figure === VOLUME ? amountScale : priceScale;
      const steppedExactly = exactSteps(rows, figure, row, scale);
      const stepped = steppedExactly ?? nearestSteps(rows, figure, row, scale);
      const reason = stepProblem(figure, stepped, steppedExactly === null, steps);
      if (reason !== null) {
        note(row, reason);
        break;
      }
      if (steppedExactly === null && figure === VOLUME) roundedVolumesCount += 1;
      else if (steppedExactly === null) isRounded = true;
      const column = columns[figure];
      if (column !== undefined) column[minute] = stepped;
    }
    if (isRounded) roundedPricesCount += 1;
    day.isMissing[minute] = 0;
  }
  return { days, roundedPricesCount, roundedVolumesCount, problems, problemsCount };
}

function stepProblem(
  figure: number,
  stepped: number,
  isBetween: boolean,
  steps: RowSteps,
): string | null {
  const name = FIGURES[figure] ?? '';
  if (stepped > COLUMN_VALUE_MAX) return `${name} is too large to be retained in whole steps`;
  if (figure === VOLUME || !isBetween) return null;
  const step = formatDecimal(steps.priceStep);
  if (!steps.roundsPrices) return `${name} is not a multiple of the price step ${step}`;
  return stepped > 0 ? null : `${name} is less than half of the price step ${step}`;
}

/** A step as `mantissa * 10 ** exponent`. */
type StepScale = { readonly mantissa: number; readonly exponent: number; readonly step: Decimal };

function stepScale(step: Decimal): StepScale {
  assert(step > 0n, 'a step is above zero');
  let [mantissa, exponent] = [step as bigint, -18];
  while (mantissa % 10n === 0n) [mantissa, exponent] = [mantissa / 10n, exponent + 1];
  return { mantissa: Number(mantissa), exponent, step };
}

/** The figure in steps; null when it is between two, or when only larger numbers can tell. */
function exactSteps(
  rows: CandleRows,
  figure: number,
  row: number,
  scale: StepScale,
): number | null {
  if (((rows.cuts[row] as number) & (1 << figure)) !== 0) return null;
  const mantissa = rows.mantissas[figure]?.[row] as number;
  if (mantissa === 0) return 0;
  const shift = (rows.exponents[figure]?.[row] as number) - scale.exponent;
  // The mantissa is no multiple of ten, but the step's may hold the factors that are missing.
  const top = shift >= 0 ? mantissa * powerOfTen(shift) : mantissa;
  const bottom = shift >= 0 ? scale.mantissa : scale.mantissa * powerOfTen(-shift);
  if (top > Number.MAX_SAFE_INTEGER || bottom > Number.MAX_SAFE_INTEGER) {
    const [wideTop, wideBottom] = wideRatio(mantissa, shift, scale);
    return wideTop % wideBottom === 0n ? Number(wideTop / wideBottom) : null;
  }
  return top % bottom === 0 ? top / bottom : null;
}

function nearestSteps(rows: CandleRows, figure: number, row: number, scale: StepScale): number {
  const mantissa = rows.mantissas[figure]?.[row] as number;
  const shift = (rows.exponents[figure]?.[row] as number) - scale.exponent;
  return Number(divideRounded(...wideRatio(mantissa, shift, scale), 'half_even'));
}

function wideRatio(mantissa: number, shift: number, scale: StepScale): [bigint, bigint] {
  const power = 10n ** BigInt(Math.abs(shift));
  return shift >= 0
    ? [BigInt(mantissa) * power, BigInt(scale.mantissa)]
    : [BigInt(mantissa), BigInt(scale.mantissa) * power];
}
