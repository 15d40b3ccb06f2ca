// A series as it shows when the bar that still forms is left out: in each row the value of the last
// bar that has ended by then.

import { isMixture } from '#engine/series/column.ts';
import { COPYING_WORK } from '#engine/series/column-work.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import { timelineOf } from '#engine/series/column-store.ts';
import { assert } from '#lib/assert.ts';
import { barOfRow, firstRowOfBar, lastClosingRow } from '#engine/series/timeline.ts';

/** `base` shows forming bars of an interval. Null when the run's quota is used up. */
export function closedColumn(holder: ColumnHolder, base: HeldColumn): HeldColumn | null {
  const { bars, visibleMax, readyRow } = base.column.shape;
  assert(!isMixture(bars) && !bars.isClosedOnly, 'forming bars can be left out');
  const closed = timelineOf(holder.store, bars.intervalMinutes, true);
  return holdOne(holder, `closed(#${base.column.id})`, {
    inputs: [base.group],
    shape: {
      bars: closed,
      visibleMax,
      readyRow: firstRowOfBar(closed, barOfRow(closed, readyRow) + 1) - 1,
    },
    columnCount: 1,
    rowWork: COPYING_WORK,
    start:
      ([out]) =>
      (from, to) => {
        if (out === undefined) return;
        const { values } = base.column;
        let row = from;
        while (row < to) {
          const at = lastClosingRow(closed, row);
          const next = firstRowOfBar(closed, barOfRow(closed, row + 1) + 1) - 1;
          const until = Math.min(to, next);
          out.values.fill(at < 0 ? Number.NaN : (values[at] as number), row, until);
          row = until;
        }
      },
  });
}
