// Points of data series that a run is to be given before it is run for minutes that have closed.

import { LIMITS } from '#lib/limits.ts';
import type { PointsToTell } from '#domain/data-series/delivered-points.ts';
import { pointsOfMinutes } from '#domain/data-series/delivered-points.ts';
import { isBotBehind } from '#services/live/run/run-schedule.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { KnownUntil } from '#services/live/state/run-messages.ts';

/** Null: it reads no data series, or no minute has closed that it is run for. Throws Failure. */
export async function fetchKnown(
  { dataSeries, clock }: Pick<LiveRunDeps, 'dataSeries' | 'clock'>,
  live: LiveRun,
): Promise<KnownUntil | null> {
  const { identity, run } = live;
  const { dataSeries: wanted } = run.setup;
  if (wanted === undefined || !isBotBehind(live)) return null;
  const { userId } = identity.bot;
  const untilMs = run.window.endMs;
  const names =
    wanted === 'all' ? (await dataSeries.listDataSeries(userId)).map(({ name }) => name) : wanted;
  const series: PointsToTell[] = [];
  for (const name of names) {
    const { delivered } = run.view;
    const points = await dataSeries.loadDataPoints(userId, name, {
      recordedUntilMs: clock.nowMs(),
      untilMs,
      afterMs: delivered.get(name) ?? null,
      limit: LIMITS.dataPointsPerSeriesMax,
    });
    if (points === null) continue;
    const { atMs, values } = pointsOfMinutes(points, run.setup.startMs);
    // A series without points is given once: from then on its script may read it.
    if (atMs.length > 0 || !delivered.has(name))
      series.push({ name, atMs: [...atMs], values: [...values] });
  }
  return { untilMs, series };
}
