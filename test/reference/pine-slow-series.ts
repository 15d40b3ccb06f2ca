// Plain reading of series for the slow second implementations of `ta.*`: every value is computed
// anew from the first bar on, as the formulas of the public manual say it.

export type SlowBars = {
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
  readonly timeMs: readonly number[];
};

/** What a formula is computed of: bars, and each argument bar by bar. */
export type SlowCase = { readonly bars: SlowBars; readonly given: readonly (readonly number[])[] };

/** Null: what is left of rounding decides, which no formula says. */
export type SlowValue = number | boolean | readonly number[] | null;

export type SlowFormula = (slow: SlowCase, at: number) => SlowValue;

/** Widths that are nothing but rounding. */
export const DUST = 1e-9;

/** Numbers no farther apart are equal in the language, and in the formulas that say so. */
export const NEAR = 1e-10;

export function argument(slow: SlowCase, position: number, at: number): number {
  return slow.given[position]?.[at] ?? NaN;
}

export function series(slow: SlowCase, position: number): readonly number[] {
  return slow.given[position] ?? [];
}

export function mapped(count: number, value: (at: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, at) => value(at));
}

/** The newest `length` values that are not `na`, oldest first; null where there are fewer. */
export function lastKnown(
  source: readonly number[],
  at: number,
  length: number,
): readonly number[] | null {
  const known = source.slice(0, at + 1).filter((value) => !Number.isNaN(value));
  return known.length < length ? null : known.slice(known.length - length);
}

/** The values of the newest `length` bars, oldest first; null before there are as many bars. */
export function lastBars(
  source: readonly number[],
  at: number,
  length: number,
): readonly number[] | null {
  return at + 1 < length ? null : source.slice(at + 1 - length, at + 1);
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function quotient(one: number, other: number): number {
  return other === 0 ? NaN : one / other;
}

export function slowSum(source: readonly number[], at: number, length: number): number {
  if (length === 1) return source[at] ?? NaN;
  const values = lastKnown(source, at, length);
  return values === null ? NaN : total(values);
}

export function slowSma(source: readonly number[], at: number, length: number): number {
  return slowSum(source, at, length) / length;
}

/** Exponential averages begin with the simple one, and pass over what is `na`. */
export function slowSmoothed(
  source: readonly number[],
  at: number,
  length: number,
  alpha: number,
): number {
  if (Number.isNaN(source[at] ?? NaN)) return NaN;
  let average = NaN;
  for (let bar = 0; bar <= at; bar += 1) {
    const value = source[bar] ?? NaN;
    if (Number.isNaN(value)) continue;
    average = Number.isNaN(average)
      ? slowSma(source, bar, length)
      : alpha * value + (1 - alpha) * average;
  }
  return average;
}

export function slowEma(source: readonly number[], at: number, length: number): number {
  return slowSmoothed(source, at, length, 2 / (length + 1));
}

export function slowRma(source: readonly number[], at: number, length: number): number {
  return slowSmoothed(source, at, length, 1 / length);
}

/** Of the bars themselves, whether or not they have a value. */
export function slowExtreme(
  source: readonly number[],
  at: number,
  length: number,
  pick: 'highest' | 'lowest',
): number {
  const values = lastBars(source, at, length)?.filter((value) => !Number.isNaN(value)) ?? [];
  if (values.length === 0) return NaN;
  return pick === 'highest' ? Math.max(...values) : Math.min(...values);
}
