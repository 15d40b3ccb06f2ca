// Points of a data series: numbers of one's own, each with the instant from which on it was known.

/** By instant, each of which is there once. */
export type DataPoints = {
  /** Milliseconds since 1970, rising. */
  readonly atMs: Float64Array;
  readonly values: Float64Array;
};

/** The same of points that may grow. */
export type KnownPoints = {
  readonly atMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
};

/** As a run is given it. */
export type NamedPoints = DataPoints & { readonly name: string };

/** How many of the points were known at an instant. */
export function knownCount({ atMs }: KnownPoints, instantMs: number): number {
  let [low, high] = [0, atMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((atMs[middle] as number) <= instantMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those that were known at an instant. */
export function pointsUntil<Points extends DataPoints>(points: Points, instantMs: number): Points {
  const count = knownCount(points, instantMs);
  const { atMs, values } = points;
  return { ...points, atMs: atMs.slice(0, count), values: values.slice(0, count) };
}
