// A series from its n-th element on, as a column: the element that stood n - 1 bars before.

import { isMixture } from '#engine/series/column.ts';
import { COPYING_WORK } from '#engine/series/column-work.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import { findOrMake, placeBefore } from '#engine/series/column-store.ts';
import type { ColumnStore, GroupRecipe } from '#engine/series/column-store.ts';
import { barOfRow, firstRowOfBar, rowOfBarsLater, rowOfElement } from '#engine/series/timeline.ts';
import type { Timeline } from '#engine/series/timeline.ts';

/**
 * `position` is a whole number from 2 on. Null when the quota is used up, or the series is a
 * mixture.
 */
export function shiftedColumn(
  holder: ColumnHolder,
  base: HeldColumn,
  position: number,
): HeldColumn | null {
  const recipe = shiftRecipe(base, position);
  return recipe === null ? null : holdOne(holder, keyOf(base, position), recipe);
}

/**
 * By row, the element of a position; undefined where it lies in no column. No run holds it, so that
 * it may be made again.
 */
export function shiftedValues(
  store: ColumnStore,
  base: HeldColumn,
  position: number,
): Float64Array | undefined {
  const recipe = shiftRecipe(base, position);
  if (recipe === null) return undefined;
  return findOrMake(store, keyOf(base, position), recipe).columns[0]?.values;
}

function keyOf({ column }: HeldColumn, position: number): string {
  return `shift(#${column.id},${position})`;
}

/** Null of a mixture. */
function shiftRecipe(base: HeldColumn, position: number): GroupRecipe | null {
  const { bars, visibleMax, readyRow } = base.column.shape;
  if (isMixture(bars)) return null;
  const lies = bars.intervalMinutes === 1 ? placeBefore(base.column, position - 1) : null;
  return {
    inputs: [base.group],
    shape: {
      bars,
      visibleMax: visibleMax - position + 1,
      readyRow: rowOfBarsLater(bars, readyRow, position - 1),
    },
    columnCount: 1,
    rowWork: lies === null ? COPYING_WORK : 0,
    lies,
    start:
      ([out]) =>
      (from, to) => {
        if (out !== undefined) shiftRows(bars, base.column.values, out.values, position, from, to);
      },
  };
}

function shiftRows(
  timeline: Timeline,
  values: Float64Array,
  out: Float64Array,
  position: number,
  from: number,
  to: number,
): void {
  if (timeline.intervalMinutes === 1) {
    const filled = Math.min(to, Math.max(from, position - 1));
    out.fill(Number.NaN, from, filled);
    out.set(values.subarray(filled - position + 1, to - position + 1), filled);
    return;
  }
  let row = from;
  while (row < to) {
    // Behind the newest the elements are the same in all rows of a bar, but for the row that closes
    // it where only closed bars show.
    const next = firstRowOfBar(timeline, barOfRow(timeline, row) + 1);
    const closing = timeline.isClosedOnly && row < next - 1 ? next - 1 : next;
    const until = Math.min(to, closing);
    const at = rowOfElement(timeline, row, position);
    out.fill(at < 0 ? Number.NaN : (values[at] as number), row, until);
    row = until;
  }
}
