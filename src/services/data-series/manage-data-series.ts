// Adds points to data series, lists and deletes them.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { formatInstant } from '#lib/time.ts';
import type { DataPoints } from '#domain/data-series/data-points.ts';
import type { DataSeries, DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type { DataSeries };

export type DataSeriesDeps = { readonly dataSeries: DataSeriesStore; readonly clock: Clock };

/** As in paths and in scripts. */
export const DATA_SERIES_NAME = '^[A-Za-z][A-Za-z0-9_.-]{0,63}$';

export type AddedToSeries = {
  readonly name: string;
  /** Those that were not there before. */
  readonly addedCount: number;
  /** Those that were there with the same value. */
  readonly sameCount: number;
};

/** The rejection is a sentence. Throws Failure. */
export async function addDataPoints(
  { dataSeries, clock }: DataSeriesDeps,
  { userId, name, points }: { userId: string; name: string; points: DataPoints },
): Promise<Result<AddedToSeries, string>> {
  const { dataSeriesPerUserMax: seriesMax, dataPointsPerSeriesMax: pointsMax } = LIMITS;
  const added = await dataSeries.addDataPoints(
    { userId, name, points, recordedAtMs: clock.nowMs() },
    { seriesMax, pointsMax },
  );
  switch (added.code) {
    case 'added': {
      const { addedCount } = added;
      return accepted({ name, addedCount, sameCount: points.atMs.length - addedCount });
    }
    case 'differs':
      return rejected(
        `At ${formatInstant(added.atMs)} the series has ${added.value} already: what was known ` +
          'at an instant does not change. Give a revised number the instant of its revision.',
      );
    case 'too_many_series':
      return rejected(`A user has at most ${seriesMax} data series.`);
    case 'too_many_points':
      return rejected(`A data series has at most ${pointsMax} points.`);
    case 'no_user':
      return rejected('The user is being deleted.');
  }
}

export type PointPage = { readonly points: DataPoints; readonly lastKey: string | null };

/** Oldest first; null: there is no such series. */
export async function listDataPoints(
  { dataSeries, clock }: DataSeriesDeps,
  query: { userId: string; name: string; after: string | null; limit: number } & {
    /** Only those from then on; null: all. */
    fromMs: number | null;
  },
): Promise<PointPage | null> {
  const { userId, name, after, limit, fromMs } = query;
  const beforeMs = fromMs === null ? null : fromMs - 1;
  const points = await dataSeries.loadDataPoints(userId, name, {
    recordedUntilMs: clock.nowMs(),
    untilMs: Number.MAX_SAFE_INTEGER,
    afterMs: after === null ? beforeMs : Number(after),
    limit: limit + 1,
  });
  if (points === null) return null;
  if (points.atMs.length <= limit) return { points, lastKey: null };
  const [atMs, values] = [points.atMs.slice(0, limit), points.values.slice(0, limit)];
  return { points: { atMs, values }, lastKey: String(atMs.at(-1)) };
}
