// Holder of the columns that one run uses of a store: it holds its columns, so that they stay,
// within the run's quota.

import type { Column, ColumnGroup } from '#engine/series/column.ts';
import type { ColumnAllowance } from '#engine/series/column-work.ts';
import { MEMORY_WORK, chargeColumns, columnAllowance } from '#engine/series/column-work.ts';
import { dropUnused, findOrMake } from '#engine/series/column-store.ts';
import type { ColumnStore, GroupRecipe, GroupSeed } from '#engine/series/column-store.ts';

export type ColumnHolder = {
  readonly store: ColumnStore;
  readonly groups: Set<ColumnGroup>;
  /** Rows that a column requested now is charged for. */
  readonly chargedRows: () => number;
  /** Before the update is charged. */
  readonly allowance: ColumnAllowance;
  columnCount: number;
  /** What is retained beside the columns. */
  stateBytes: number;
  /** Of the groups that are held, in this order, where the store is cut; null: of none. */
  seeds: readonly (GroupSeed | null)[];
};

/**
 * Holder without columns; `chargedRows` says how many rows each column is charged with, and for
 * each of them a run has `stepsPerRow` beside those of its updates.
 */
export function makeColumnHolder(
  store: ColumnStore,
  chargedRows: () => number,
  stepsPerRow = 0,
): ColumnHolder {
  const allowance = columnAllowance(stepsPerRow);
  const held = { columnCount: 0, stateBytes: 0, seeds: [] };
  return { store, groups: new Set(), chargedRows, allowance, ...held };
}

/**
 * The group under this key, held from now on; null when the run would hold more than it may. That
 * depends on what the run itself requested alone, not on what others have left in the store.
 */
export function hold(holder: ColumnHolder, key: string, recipe: GroupRecipe): ColumnGroup | null {
  const { store, groups } = holder;
  const known = store.groups.get(key);
  if (known !== undefined && groups.has(known)) return known;
  const { runBytesMax, runColumnsMax } = store.limits;
  const columnCount = holder.columnCount + recipe.columnCount;
  const rows = holder.chargedRows();
  const stateBytes = holder.stateBytes + (recipe.stateBytes ?? 0);
  const bytes = columnCount * rows * Float64Array.BYTES_PER_ELEMENT + stateBytes;
  if (columnCount > runColumnsMax || bytes > runBytesMax) return null;
  const taken = recipe.lies === undefined || recipe.lies === null ? recipe.columnCount : 0;
  chargeColumns(rows, recipe.rowWork + MEMORY_WORK * taken, holder.allowance);
  const seed = holder.seeds[groups.size] ?? null;
  const group = findOrMake(store, key, recipe, seed);
  group.holders += 1;
  groups.add(group);
  holder.columnCount = columnCount;
  holder.stateBytes = stateBytes;
  dropUnused(store);
  return group;
}

/** For recipes of one column. */
export function holdOne(holder: ColumnHolder, key: string, recipe: GroupRecipe): HeldColumn | null {
  const group = hold(holder, key, recipe);
  const column = group?.columns[0];
  return group === null || column === undefined ? null : { group, column };
}

/** A column and the group that keeps it going. */
export type HeldColumn = { readonly group: ColumnGroup; readonly column: Column };

/** The run is over: its columns may be dropped. */
export function releaseAll(holder: ColumnHolder): void {
  for (const group of holder.groups) group.holders -= 1;
  holder.groups.clear();
  holder.columnCount = 0;
  holder.stateBytes = 0;
}
