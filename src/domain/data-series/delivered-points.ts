// Points of data series as a running bot is given them: those that came after their instant are
// known from when the bot was given, so that no minute that it has run for changes afterwards.

import { MINUTE_MS } from '#lib/time.ts';
import type { DataPoints, KnownPoints } from '#domain/data-series/data-points.ts';

/** Points of a series, as they are handed from the service to a run. */
export type PointsToTell = {
  readonly name: string;
  /** By instant, each later than those that were given before. */
  readonly atMs: readonly number[];
  readonly values: readonly number[];
};

/** Grows; `atMs` are the instants from which on they are known to the run. */
export type DeliveredPoints = KnownPoints & {
  readonly atMs: number[];
  readonly values: number[];
  /** Instant of the newest, null before the first. */
  newestMs: number | null;
};

/** By name of the series. */
export type DeliveredSeries = Map<string, DeliveredPoints>;

/** `closedMs`: when the newest minute closed that the run was run for, or passed over. */
export function tellPoints(
  delivered: DeliveredSeries,
  { name, atMs, values }: PointsToTell,
  closedMs: number,
): void {
  const known = delivered.get(name);
  // Before it is given a series, a run has not read it.
  const lateMs = known === undefined ? -Infinity : closedMs + 1;
  const series = known ?? { atMs: [], values: [], newestMs: null };
  delivered.set(name, series);
  for (const [index, instantMs] of atMs.entries()) {
    const knownMs = Math.max(instantMs, lateMs);
    if (series.atMs.at(-1) === knownMs) {
      series.atMs.pop();
      series.values.pop();
    }
    series.atMs.push(knownMs);
    series.values.push(values[index] as number);
    series.newestMs = instantMs;
  }
}

/** What a run that reads minutes from `fromMs` on can see: the newest point of each minute. */
export function pointsOfMinutes({ atMs, values }: DataPoints, fromMs: number): DataPoints {
  const chosen: number[] = [];
  const closeOf = (index: number): number =>
    Math.max(Math.ceil((atMs[index] as number) / MINUTE_MS) * MINUTE_MS, fromMs + MINUTE_MS);
  for (let index = 0; index < atMs.length; index += 1)
    if (index === atMs.length - 1 || closeOf(index) < closeOf(index + 1)) chosen.push(index);
  return {
    atMs: Float64Array.from(chosen, (index) => atMs[index] as number),
    values: Float64Array.from(chosen, (index) => values[index] as number),
  };
}
