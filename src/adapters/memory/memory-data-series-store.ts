// Data series in memory.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';

export type MemoryDataSeries = {
  readonly createdAtMs: number;
  readonly points: ReadonlyMap<number, MemoryPoint>;
};
type MemoryPoint = { readonly value: number; readonly recordedAtMs: number };

/** Store over this state. */
export function memoryDataSeriesStore({
  users,
  deletions,
  dataSeries,
}: MemoryState): DataSeriesStore {
  const seriesOf = (userId: string) =>
    dataSeries.get(userId) ?? new Map<string, MemoryDataSeries>();
  const instantsOf = ({ points }: MemoryDataSeries): readonly number[] =>
    [...points.keys()].toSorted((one, other) => one - other);
  return {
    async addDataPoints({ userId, name, points, recordedAtMs }, { seriesMax, pointsMax }) {
      if (!users.has(userId) || deletions.has(userId)) return { code: 'no_user' };
      const own = seriesOf(userId);
      const before = own.get(name);
      if (before === undefined && own.size >= seriesMax) return { code: 'too_many_series' };
      const merged = new Map(before?.points);
      let addedCount = 0;
      for (const [index, atMs] of points.atMs.entries()) {
        const value = points.values[index] as number;
        const known = merged.get(atMs);
        if (known === undefined) addedCount += 1;
        else if (known.value !== value) return { code: 'differs', atMs, value: known.value };
        merged.set(atMs, known ?? { value, recordedAtMs });
      }
      if (merged.size > pointsMax) return { code: 'too_many_points' };
      own.set(name, { createdAtMs: before?.createdAtMs ?? recordedAtMs, points: merged });
      dataSeries.set(userId, own);
      return { code: 'added', addedCount };
    },
    async listDataSeries(userId) {
      return [...seriesOf(userId)]
        .map(([name, series]) => {
          const instants = instantsOf(series);
          return {
            name,
            createdAtMs: series.createdAtMs,
            pointsCount: instants.length,
            firstAtMs: instants[0] ?? null,
            lastAtMs: instants.at(-1) ?? null,
          };
        })
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
    async loadDataPoints(userId, name, { recordedUntilMs, untilMs, afterMs, limit }) {
      const series = seriesOf(userId).get(name);
      if (series === undefined) return null;
      const pointAt = (atMs: number) => series.points.get(atMs) as MemoryPoint;
      const atMs = instantsOf(series)
        .filter((each) => each <= untilMs && (afterMs === null || each > afterMs))
        .filter((each) => pointAt(each).recordedAtMs <= recordedUntilMs)
        .slice(0, limit);
      const values = Float64Array.from(atMs, (each) => pointAt(each).value);
      return { atMs: Float64Array.from(atMs), values };
    },
    deleteDataSeries: async (userId, name) => seriesOf(userId).delete(name),
  };
}
