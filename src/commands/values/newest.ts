// The number that a number or series stands for now.

import type { SeriesLike } from '#engine/run-api/series-api.ts';

/** NaN when there is none. */
export function newest(value: number | SeriesLike | undefined): number {
  if (value === undefined) return Number.NaN;
  return typeof value === 'number' ? value : value.at(1);
}
