// Seeds of a run's columns, taken over from minutes that are no longer read: what indicators
// remember, and the values that any series may still show. Over a store that begins later, columns
// go on from there, to the bit.

import type { Column, ColumnGroup } from '#engine/series/column.ts';
import { firstRowWithValue, isMixture } from '#engine/series/column.ts';
import type { ColumnHolder } from '#engine/series/column-holder.ts';
import type { ColumnStore, GroupSeed, SeededColumn } from '#engine/series/column-store.ts';
import type { Timeline } from '#engine/series/timeline.ts';
import { barOfRow, firstRowOfBar } from '#engine/series/timeline.ts';

/** Beyond the elements that a series shows: the newest may form, or be left out. */
const BARS_BEYOND = 12;

/** The first row that is read of bars of an interval by whoever stands at a row. */
export function firstRowRead(
  { limits }: Pick<ColumnStore, 'limits'>,
  timeline: Timeline,
  row: number,
): number {
  return firstRowOfBar(timeline, barOfRow(timeline, row) - limits.visibleMax - BARS_BEYOND);
}

/** The first row that the columns of a run are read at by whoever stands at a row, or later. */
export function firstRowOfGroups({ groups, store }: ColumnHolder, row: number): number {
  let first = row;
  for (const { columns } of groups)
    for (const { shape } of columns)
      if (!isMixture(shape.bars)) first = Math.min(first, firstRowRead(store, shape.bars, row));
  return first;
}

/**
 * Of each group that the run holds, in their order, for a run that stands at `row`; null where it
 * follows from its rows.
 */
export function seedsOf(
  { groups, store }: ColumnHolder,
  fromRow: number,
  row: number,
): readonly (GroupSeed | null)[] {
  return [...groups].map((group) => seedOf(group, fromRow, row, store.rowCount));
}

function seedOf(
  group: ColumnGroup,
  fromRow: number,
  row: number,
  rowCount: number,
): GroupSeed | null {
  if (group.isRowByRow) return null;
  return {
    rowCount,
    memory: group.memory?.save() ?? [],
    columns: group.columns.map((column) => seededColumn(column, fromRow, row, rowCount)),
  };
}

function seededColumn(
  column: Column,
  fromRow: number,
  row: number,
  rowCount: number,
): SeededColumn {
  const rows = rowsShown(column, Math.max(0, fromRow), row, rowCount);
  return {
    firstRow: firstRowWithValue(column, rowCount - 1),
    rows,
    values: rows.map((each) => column.values[each] as number),
  };
}

/** The rows that end a bar, and all from the beginning of the bar that a row lies in. */
function rowsShown(
  { shape: { bars } }: Column,
  fromRow: number,
  row: number,
  rowCount: number,
): number[] {
  const rows: number[] = [];
  if (isMixture(bars)) return rows;
  const forming = firstRowOfBar(bars, barOfRow(bars, row));
  for (let at = fromRow; at < rowCount;) {
    if (at < forming) at = firstRowOfBar(bars, barOfRow(bars, at) + 1) - 1;
    rows.push(at);
    at += 1;
  }
  return rows;
}

/** The same seeds for a store whose row 0 lies so many rows later; below zero: earlier. */
export function movedSeeds(
  seeds: readonly (GroupSeed | null)[],
  byRows: number,
): readonly (GroupSeed | null)[] {
  return seeds.map((seed) => (seed === null ? null : movedSeed(seed, byRows)));
}

function movedSeed({ rowCount, memory, columns }: GroupSeed, byRows: number): GroupSeed {
  return {
    rowCount: rowCount - byRows,
    memory,
    columns: columns.map(({ firstRow, rows, values }) => ({
      firstRow: firstRow === null ? null : firstRow - byRows,
      rows: rows.map((row) => row - byRows),
      values,
    })),
  };
}
