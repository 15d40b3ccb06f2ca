// A data series as a column: in each row the newest point that was known when its minute closed,
// so that a point is never seen before its instant.

import type { KnownPoints } from '#domain/data-series/data-points.ts';
import { knownCount } from '#domain/data-series/data-points.ts';
import { COPYING_WORK } from '#engine/series/column-work.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import { timelineOf } from '#engine/series/column-store.ts';
import { MINUTE_MS } from '#lib/time.ts';

/** Null when the run's quota is used up. */
export function dataColumn(
  holder: ColumnHolder,
  name: string,
  points: KnownPoints,
  intervalMinutes: number,
): HeldColumn | null {
  const { store } = holder;
  return holdOne(holder, `data(${name},${intervalMinutes})`, {
    inputs: [],
    shape: {
      bars: timelineOf(store, intervalMinutes, false),
      visibleMax: store.limits.visibleMax,
      readyRow: 0,
    },
    columnCount: 1,
    isRowByRow: true,
    rowWork: COPYING_WORK,
    start:
      ([out]) =>
      (from, to) => {
        if (out === undefined) return;
        const { atMs, values } = points;
        const closeMs = (row: number): number => (store.firstMinute + row + 1) * MINUTE_MS;
        let count = knownCount(points, closeMs(from));
        for (let row = from; row < to; row += 1) {
          const endMs = closeMs(row);
          while (count < atMs.length && (atMs[count] as number) <= endMs) count += 1;
          out.values[row] = count === 0 ? Number.NaN : (values[count - 1] as number);
        }
      },
  });
}
