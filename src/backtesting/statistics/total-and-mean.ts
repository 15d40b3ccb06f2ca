// Sums, means and quotients, of which some do not exist.

type Sample = readonly number[] | Float64Array;

/** Sum in the order of the values, without compensation. */
export function totalOf(values: Sample): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Null without values. */
export function meanOf(values: Sample): number | null {
  return values.length === 0 ? null : totalOf(values) / values.length;
}

/** Null where `below` is zero. */
export function quotientOf(above: number | null, below: number | null): number | null {
  return above === null || below === null || below === 0 ? null : above / below;
}
