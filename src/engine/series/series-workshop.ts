// Makes the series of one run: columns where what is asked for stays the same from update to
// update, series found when asked for where it changes, or where columns would be too many. Both
// show the same values; a column is the faster one.

import type { HeldColumn } from '#engine/series/column-holder.ts';
import type { ColumnHolder } from '#engine/series/column-holder.ts';
import { operationColumn } from '#engine/series/operation-column.ts';
import type { Operation } from '#engine/series/operation.ts';
import { ColumnSeries, MomentSeries } from '#engine/series/series.ts';
import type { Cursor, Elements, Series, Workshop } from '#engine/series/series.ts';
import { shiftedColumn } from '#engine/series/shifted-column.ts';
import { chargeBytes, chargeSteps } from '#script/runtime/meter.ts';

/** How many combinations by one operation, and how many positions, of one series become columns. */
const COLUMNS_PER_OPERATION_MAX = 16;
const COLUMNS_BY_POSITION_MAX = 16;
/** Above this many on top of one another, a series of the moment is fixed as it stands. */
const DEPTH_MAX = 32;
const MOMENT_BYTES = 256;

export type SeriesWorkshop = Workshop & {
  readonly holder: ColumnHolder;
  /** The one series of a column. */
  readonly seriesOf: (held: HeldColumn) => ColumnSeries;
  readonly moment: (elements: Elements, parts: readonly Series[]) => MomentSeries;
  /** A list that is made of the series `parts` when it is asked for, once in an update. */
  readonly listed: (make: () => Float64Array, parts: readonly Series[]) => MomentSeries;
  readonly fixed: (values: Float64Array) => MomentSeries;
  /** Stops following columns. */
  readonly close: () => void;
};

export function makeSeriesWorkshop(holder: ColumnHolder, cursor: Cursor): SeriesWorkshop {
  const byColumn = new Map<number, ColumnSeries>();
  const workshop: SeriesWorkshop = {
    cursor,
    holder,
    combine: (operation, operands) => combine(workshop, operation, operands),
    from: (series, position) => subseries(workshop, series, position),
    seriesOf: (held) => {
      const known = byColumn.get(held.column.id);
      if (known !== undefined) return known;
      const series = new ColumnSeries(workshop, held);
      held.column.watchers.add(series);
      byColumn.set(held.column.id, series);
      return series;
    },
    moment: (elements, parts) => momentOf(workshop, elements, parts),
    listed: (make, parts) => momentOf(workshop, listElements(cursor, make), parts),
    fixed: (values) => momentOf(workshop, fixedElements(values), []),
    close: () => {
      for (const series of byColumn.values()) series.column.watchers.delete(series);
      byColumn.clear();
    },
  };
  return workshop;
}

function momentOf(workshop: Workshop, elements: Elements, parts: readonly Series[]): MomentSeries {
  chargeBytes(MOMENT_BYTES);
  const depth = 1 + Math.max(-1, ...parts.map((part) => part.depth));
  const series = new MomentSeries(workshop, elements, depth);
  return depth <= DEPTH_MAX
    ? series
    : new MomentSeries(workshop, fixedElements(series.values()), 0);
}

function fixedElements(values: Float64Array): Elements {
  return { at: (position) => values[position - 1] ?? Number.NaN, count: () => values.length };
}

function listElements(cursor: Cursor, make: () => Float64Array): Elements {
  let madeAt = -1;
  let list: Float64Array = new Float64Array(0);
  const read = (): Float64Array => {
    if (cursor.row !== madeAt) {
      list = make();
      chargeSteps(list.length);
      madeAt = cursor.row;
    }
    return list;
  };
  return { at: (position) => read()[position - 1] ?? Number.NaN, count: () => read().length };
}

function combine(
  workshop: SeriesWorkshop,
  operation: Operation,
  operands: readonly (Series | number)[],
): Series {
  const owner = operands.find((operand) => operand instanceof ColumnSeries);
  const key = owner === undefined ? null : columnsKey(operands);
  if (owner === undefined || key === null) return combinedMoment(workshop, operation, operands);
  const known = owner.combined.get(operation.name) ?? new Map<string, Series>();
  owner.combined.set(operation.name, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= COLUMNS_PER_OPERATION_MAX) {
    return combinedMoment(workshop, operation, operands);
  }
  const held = operationColumn(workshop.holder, operation, operands.map(heldOperand));
  if (held === null) return combinedMoment(workshop, operation, operands);
  const series = workshop.seriesOf(held);
  known.set(key, series);
  return series;
}

/** Names operands that are columns and numbers; null when one is a series of the moment. */
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

function combinedMoment(
  workshop: SeriesWorkshop,
  { apply }: Operation,
  operands: readonly (Series | number)[],
): MomentSeries {
  const parts = operands.filter((operand) => typeof operand !== 'number');
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = operands;
  const count = (): number => Math.min(...parts.map((part) => part.count()));
  const elements: Elements = {
    at: (position) =>
      position > 1 && position > count()
        ? Number.NaN
        : apply(elementOf(a, position), elementOf(b, position), elementOf(c, position)),
    count,
  };
  return workshop.moment(elements, parts);
}

function elementOf(operand: Series | number, position: number): number {
  return typeof operand === 'number' ? operand : operand.at(position);
}

const NOTHING = new Float64Array(0);

function subseries(workshop: SeriesWorkshop, series: Series, position: number): Series {
  if (position === 1) return series;
  const { visibleMax } = workshop.holder.store.limits;
  if (!Number.isInteger(position) || position < 1 || position > visibleMax) {
    return workshop.fixed(NOTHING);
  }
  if (!(series instanceof ColumnSeries)) return subseriesMoment(workshop, series, position);
  const found = series.subseries.get(position);
  if (found !== undefined) return found;
  const held =
    series.subseries.size < COLUMNS_BY_POSITION_MAX
      ? shiftedColumn(workshop.holder, series.held, position)
      : null;
  const made =
    held === null ? subseriesMoment(workshop, series, position) : workshop.seriesOf(held);
  series.subseries.set(position, made);
  return made;
}

function subseriesMoment(workshop: SeriesWorkshop, series: Series, position: number): Series {
  const before = position - 1;
  return workshop.moment(
    {
      at: (at) => (at >= 1 ? series.at(at + before) : Number.NaN),
      count: () => Math.max(0, series.count() - before),
    },
    [series],
  );
}
