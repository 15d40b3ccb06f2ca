// Makes the series of one run: columns where what is requested stays the same from update to
// update, series found when requested where it changes, or where columns would be too many. Both
// show the same values; a column is the faster one.

import {
  columnCount,
  columnElement,
  columnElements,
  countFromFirst,
  isMixture,
} from '#engine/series/column.ts';
import type { HeldColumn } from '#engine/series/column-holder.ts';
import type { ColumnHolder } from '#engine/series/column-holder.ts';
import { operationColumn } from '#engine/series/operation-column.ts';
import type { Operation } from '#engine/run-api/operation.ts';
import { retainedElements, listElements } from '#engine/series/retained-elements.ts';
import {
  ColumnSeries,
  TRANSIENT_BYTES,
  TransientSeries,
  elementOf,
} from '#engine/series/series.ts';
import type { Cursor, Elements, Footing, Series, ColumnFactory } from '#engine/series/series.ts';
import type { SeriesHistory } from '#engine/series/series-history.ts';
import {
  noteCombination,
  noteSeries,
  noteShift,
  seriesHistory,
} from '#engine/series/series-history.ts';
import type { ShortSeries } from '#engine/series/short-series.ts';
import { shortSeries } from '#engine/series/short-series.ts';
import { shiftedColumn, shiftedValues } from '#engine/series/shifted-column.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';

/** How many combinations by one operation, and how many positions, of one series become columns. */
const COLUMNS_PER_OPERATION_MAX = 16;
const COLUMNS_BY_POSITION_MAX = 16;
/** A transient series that would read more than this for an element keeps what it found. */
const WEIGHT_MAX = 32;
/** Above this many that keep something on top of one another, one is fixed as it stands. */
const LEVELS_MAX = 16;
const BYTES_PER_ELEMENT = Float64Array.BYTES_PER_ELEMENT;
/** Of finding the operands of a combination and what is known of it. */
const COMBINE_STEPS = 32;
const TRANSIENT_STEPS = 256;
/** Positions of a series whose own series it keeps. */
const POSITIONS_RETAINED_MAX = 64;

export type SeriesFactory = ColumnFactory & {
  readonly holder: ColumnHolder;
  /** The one series of a column. */
  readonly seriesOf: (held: HeldColumn) => ColumnSeries;
  /** A list that is made of the series `parts` when it is requested, once in an update. */
  readonly listed: (make: () => Float64Array, parts: readonly Series[]) => TransientSeries;
  readonly fixed: (values: Float64Array) => TransientSeries;
  /** The series as it is now; of a column nothing is copied. */
  readonly still: (series: Series) => TransientSeries;
  /** The last row in which a column that was requested has its first value; see ColumnShape. */
  readyRow: number;
  /** The same of those alone that had none in the update in which they were requested first. */
  lackingRow: number;
  /** Hears of series that have no value when they are requested first; null: nobody does. */
  onShort: ((short: ShortSeries) => void) | null;
  /** Stops following columns. */
  readonly close: () => void;
  /** How its columns were requested, in this order; see series-history.ts. */
  readonly history: SeriesHistory;
};

/**
 * Factory that gives one series object for each column, so that equal requests give the same
 * object.
 */
export function makeSeriesFactory(
  holder: ColumnHolder,
  cursor: Cursor,
  rowsBefore = 0,
  isGrowing = false,
): SeriesFactory {
  const byColumn = new Map<number, ColumnSeries>();
  const factory: SeriesFactory = {
    cursor,
    // A store that grows would have to make it longer, too.
    before: (held) => (isGrowing ? undefined : shiftedValues(holder.store, held, 2)),
    holder,
    readyRow: 0,
    lackingRow: 0,
    onShort: null,
    combine: (operation, operands) => combine(factory, operation, operands),
    from: (series, position) => subseries(factory, series, position),
    seriesOf: (held) => {
      const known = byColumn.get(held.column.id);
      if (known !== undefined) return known;
      const series = new ColumnSeries(factory, held);
      held.column.watchers.add(series);
      byColumn.set(held.column.id, series);
      noteSeries(factory.history, series);
      const { readyRow } = held.column.shape;
      factory.readyRow = Math.max(factory.readyRow, readyRow);
      if (readyRow > (cursor.beginRow ?? cursor.row))
        factory.lackingRow = Math.max(factory.lackingRow, readyRow);
      return series;
    },
    listed: (make, parts) => retainedTransient(factory, listElements(cursor, make), parts),
    fixed: (values) => fixedTransient(factory, values),
    still: (series) => stillSeries(factory, series),
    history: seriesHistory(rowsBefore),
    close: () => {
      for (const series of byColumn.values()) series.column.watchers.delete(series);
      byColumn.clear();
    },
  };
  return factory;
}

/** Says of a series that was requested first, under a name, if it has no value yet. */
export function noteShort(
  { onShort, holder: { store }, cursor }: SeriesFactory,
  series: Series | undefined,
  name: string,
): void {
  if (onShort === null || !(series instanceof ColumnSeries)) return;
  const short = shortSeries(store, series.column, cursor.row, name);
  if (short !== null) onShort(short);
}

function transientOf(
  factory: ColumnFactory,
  elements: Elements,
  footing: Footing,
  parts: readonly Series[],
): TransientSeries {
  chargeBytes(TRANSIENT_BYTES);
  chargeSteps(TRANSIENT_STEPS);
  return new TransientSeries(factory, elements, footing, parts);
}

function fixedTransient(factory: ColumnFactory, values: Float64Array): TransientSeries {
  chargeBytes(values.length * BYTES_PER_ELEMENT);
  chargeSteps(values.length >> 2);
  const elements = {
    at: (position: number) => values[position - 1] ?? Number.NaN,
    count: () => values.length,
    bytes: () => values.byteLength,
    fixed: values,
  };
  return transientOf(factory, elements, { weight: 1, levels: 0 }, []);
}

/** Columns stay as they are behind a row, so the row is all that has to be retained of most. */
function stillSeries(factory: ColumnFactory, series: Series): TransientSeries {
  if (!(series instanceof ColumnSeries) || isMixture(series.column.shape.bars))
    return fixedTransient(factory, series.values());
  const { column } = series;
  const { row } = factory.cursor;
  const elements: Elements = {
    at: (position) => columnElement(column, row, position),
    count: () => columnCount(column, row),
    get fixed() {
      return columnElements(column, row);
    },
  };
  return transientOf(factory, elements, { weight: 1, levels: 0 }, []);
}

function levelsOf(parts: readonly Series[]): number {
  return Math.max(0, ...parts.map((part) => part.footing.levels));
}

/** A series that keeps what it finds in `parts` until the next update. */
function retainedTransient(
  factory: ColumnFactory,
  elements: Elements,
  parts: readonly Series[],
): TransientSeries {
  const levels = levelsOf(parts);
  const series = transientOf(factory, elements, { weight: 1, levels: levels + 1 }, parts);
  return levels < LEVELS_MAX ? series : fixedTransient(factory, series.values());
}

/** Of elements that are found in `parts`. */
function derivedTransient(
  factory: ColumnFactory,
  elements: Elements,
  parts: readonly Series[],
): TransientSeries {
  const weight = 1 + parts.reduce((sum, part) => sum + part.footing.weight, 0);
  if (weight <= WEIGHT_MAX) {
    return transientOf(factory, elements, { weight, levels: levelsOf(parts) }, parts);
  }
  return retainedTransient(factory, retainedElements(factory.cursor, elements, weight), parts);
}

function combine(
  factory: SeriesFactory,
  operation: Operation,
  operands: readonly (Series | number)[],
): Series {
  chargeSteps(COMBINE_STEPS);
  const owner = operands.find((operand) => operand instanceof ColumnSeries);
  const key = owner === undefined ? null : columnsKey(operands);
  if (owner === undefined || key === null) return combinedTransient(factory, operation, operands);
  const known = owner.combined.get(operation.name) ?? new Map<string, Series>();
  owner.combined.set(operation.name, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= COLUMNS_PER_OPERATION_MAX) {
    return combinedTransient(factory, operation, operands);
  }
  const held = operationColumn(factory.holder, operation, operands.map(heldOperand));
  if (held === null) return combinedTransient(factory, operation, operands);
  const series = factory.seriesOf(held);
  known.set(key, series);
  noteCombination(factory, operation, operands);
  return series;
}

/** Names operands that are columns and numbers; null when one is a transient series. */
function columnsKey(operands: readonly (Series | number)[]): string | null {
  let key = '';
  for (const operand of operands) {
    if (typeof operand === 'number') key += Object.is(operand, -0) ? ',-0' : `,${operand}`;
    else if (operand instanceof ColumnSeries) key += `,#${operand.column.id}`;
    else return null;
  }
  return key;
}

function heldOperand(operand: Series | number): HeldColumn | number {
  // Only called for operands that columnsKey has named.
  return operand instanceof ColumnSeries ? operand.held : (operand as number);
}

function combinedTransient(
  factory: SeriesFactory,
  { apply }: Operation,
  operands: readonly (Series | number)[],
): TransientSeries {
  const parts = operands.filter((operand) => typeof operand !== 'number');
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = operands;
  const at = (position: number): number =>
    apply(elementOf(a, position), elementOf(b, position), elementOf(c, position));
  const elements: Elements = {
    at,
    count: () => {
      const count = parts.reduce((least, part) => Math.min(least, part.count()), Infinity);
      return countFromFirst(count, at);
    },
  };
  return derivedTransient(factory, elements, parts);
}

const NOTHING = new Float64Array(0);

function subseries(factory: SeriesFactory, series: Series, position: number): Series {
  if (position === 1) return series;
  const { visibleMax } = factory.holder.store.limits;
  if (!Number.isInteger(position) || position < 1 || position > visibleMax) {
    return factory.fixed(NOTHING);
  }
  if (!(series instanceof ColumnSeries)) return transientSubseries(factory, series, position);
  const found = series.subseries.get(position);
  if (found !== undefined) return found;
  const held =
    series.subseries.size < COLUMNS_BY_POSITION_MAX
      ? shiftedColumn(factory.holder, series.held, position)
      : null;
  const made =
    held === null ? transientSubseries(factory, series, position) : factory.seriesOf(held);
  if (series.subseries.size < POSITIONS_RETAINED_MAX) series.subseries.set(position, made);
  if (held === null) return made;
  noteShift(factory, series, position);
  const isOwnLack = series.column.shape.readyRow <= factory.cursor.row;
  if (isOwnLack) noteShort(factory, made, `element ${position} of a series`);
  return made;
}

function transientSubseries(factory: ColumnFactory, series: Series, position: number): Series {
  const before = position - 1;
  const elements: Elements = {
    // There may be no first one.
    at: (at) => (at === 1 ? series.at(position) : elementOf(series, at + before)),
    count: () => Math.max(0, series.count() - before),
  };
  return derivedTransient(factory, elements, [series]);
}
