// Queries of the page of data series.

import type { DataPoint, DataSeries } from '@tidemill/client';
import { queryOptions } from '@tanstack/react-query';
import { api, readAll } from './api.ts';

export const seriesListQuery = queryOptions({
  queryKey: ['data-series'],
  queryFn: async ({ signal }) => (await api.listDataSeries({}, { signal })).data,
});

/** So many are drawn; of a longer series about as many of its end. */
const POINTS_MAX = 5_000;

/** The newest points of a series, oldest first. */
export const pointsQuery = (series: DataSeries) =>
  queryOptions({
    // Not below the key of the list: what was deleted is not requested again.
    queryKey: ['data-points', series.name, series.points_count, series.last_at],
    queryFn: ({ signal }): Promise<readonly DataPoint[]> =>
      readAll(
        api.each(
          'listDataPoints',
          { series_name: series.name, limit: 500, ...beginOf(series) },
          { signal },
        ),
        2 * POINTS_MAX,
      ),
  });

function beginOf({ points_count: count, first_at, last_at }: DataSeries): { from?: string } {
  if (count <= POINTS_MAX || first_at === null || last_at === null) return {};
  const [firstMs, lastMs] = [Date.parse(first_at), Date.parse(last_at)];
  const fromMs = lastMs - (lastMs - firstMs) * (POINTS_MAX / count);
  return { from: new Date(Math.floor(fromMs)).toISOString() };
}
