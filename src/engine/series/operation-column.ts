// Columns that are computed element by element from columns and numbers.

import type { Column, ColumnShape, Mixture } from '#engine/series/column.ts';
import { isMixture } from '#engine/series/column.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import type { Operand, Operation } from '#engine/run-api/operation.ts';

/** A mixture whose elements would be found through more other columns than this is no column. */
const MIXTURE_COLUMNS_MAX = 32;

/**
 * Null when the run's quota is used up, or the mixture is too large. At least one operand is a
 * column.
 */
export function operationColumn(
  holder: ColumnHolder,
  operation: Operation,
  operands: readonly (HeldColumn | number)[],
): HeldColumn | null {
  const shape = shapeOf(holder, operation, operands);
  if (shape === null) return null;
  const names = operands.map((operand) =>
    typeof operand === 'number' ? numberKey(operand) : `#${operand.column.id}`,
  );
  return holdOne(holder, `${operation.name}(${names.join(',')})`, {
    inputs: operands.flatMap((operand) => (typeof operand === 'number' ? [] : [operand.group])),
    shape,
    columnCount: 1,
    isRowByRow: true,
    rowWork: operation.rowWork,
    start:
      ([out]) =>
      (from, to) => {
        if (out !== undefined) operation.run(out.values, operands.map(asOperand), from, to);
      },
  });
}

function numberKey(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function asOperand(operand: HeldColumn | number): Operand {
  if (typeof operand === 'number') return { values: Float64Array.of(operand), mask: 0 };
  return { values: operand.column.values, mask: -1 };
}

/** The bars of the operands, when these are the same; null for a mixture that is too large. */
function shapeOf(
  { store }: ColumnHolder,
  operation: Operation,
  operands: readonly (HeldColumn | number)[],
): ColumnShape | null {
  const shapes = operands.flatMap((operand) =>
    typeof operand === 'number' ? [] : [operand.column.shape],
  );
  const visibleMax = Math.min(store.limits.visibleMax, ...shapes.map((shape) => shape.visibleMax));
  const readyRow = Math.max(0, ...shapes.map((shape) => shape.readyRow));
  const [first, ...others] = shapes;
  const isEqual = others.every(({ bars }) => bars === first?.bars);
  if (first !== undefined && !isMixture(first.bars) && isEqual) {
    return { bars: first.bars, visibleMax, readyRow };
  }
  const bars = mixtureOf(
    operation,
    operands.map((operand) => (typeof operand === 'number' ? operand : operand.column)),
  );
  return bars === null ? null : { bars, visibleMax, readyRow };
}

function mixtureOf(operation: Operation, operands: readonly (Column | number)[]): Mixture | null {
  const beneath = new Set<Column>();
  const plain = new Set<Column>();
  for (const operand of operands) {
    if (typeof operand === 'number') continue;
    const { bars } = operand.shape;
    if (!isMixture(bars)) {
      plain.add(operand);
      continue;
    }
    for (const column of bars.beneath) beneath.add(column);
    for (const column of bars.plain) plain.add(column);
    beneath.add(operand);
  }
  if (beneath.size + plain.size > MIXTURE_COLUMNS_MAX) return null;
  const oldestFirst = [...beneath].toSorted((a, b) => a.id - b.id);
  return { operation, operands, beneath: oldestFirst, plain: [...plain] };
}
