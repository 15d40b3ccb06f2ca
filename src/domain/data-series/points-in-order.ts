// Points put in the order of their instants, each of which may be there once.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { formatInstant } from '#lib/time.ts';
import type { DataPoints } from '#domain/data-series/data-points.ts';

/** The rejection is a sentence. */
export function pointsInOrder(
  pairs: readonly (readonly [atMs: number, value: number])[],
): Result<DataPoints, string> {
  if (pairs.length === 0) return rejected('There is no point.');
  const sorted = pairs.toSorted(([one], [other]) => one - other);
  const twice = sorted.find(([atMs], index) => sorted[index - 1]?.[0] === atMs);
  if (twice !== undefined)
    return rejected(`The instant ${formatInstant(twice[0])} is there more than once.`);
  return accepted({
    atMs: Float64Array.from(sorted, ([atMs]) => atMs),
    values: Float64Array.from(sorted, ([, value]) => value),
  });
}
