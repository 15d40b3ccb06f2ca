// Columns that are computed element by element from columns and numbers.

import type { ColumnShape } from '#engine/series/column.ts';
import { isMixture } from '#engine/series/column.ts';
import { holdOne } from '#engine/series/column-holder.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import type { Operand, Operation } from '#engine/series/operation.ts';

/** Null when the run's quota is used up. At least one operand is a column. */
export function operationColumn(
  holder: ColumnHolder,
  operation: Operation,
  operands: readonly (HeldColumn | number)[],
): HeldColumn | null {
  const names = operands.map((operand) =>
    typeof operand === 'number' ? numberKey(operand) : `#${operand.column.id}`,
  );
  return holdOne(holder, `${operation.name}(${names.join(',')})`, {
    inputs: operands.flatMap((operand) => (typeof operand === 'number' ? [] : [operand.group])),
    shape: shapeOf(holder, operation, operands),
    columnCount: 1,
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

/** The bars of the operands, when these are the same. */
function shapeOf(
  { store }: ColumnHolder,
  operation: Operation,
  operands: readonly (HeldColumn | number)[],
): ColumnShape {
  const shapes = operands.flatMap((operand) =>
    typeof operand === 'number' ? [] : [operand.column.shape],
  );
  const visibleMax = Math.min(store.limits.visibleMax, ...shapes.map((shape) => shape.visibleMax));
  const [first, ...others] = shapes;
  const isEqual = others.every(({ bars }) => bars === first?.bars);
  if (first !== undefined && !isMixture(first.bars) && isEqual) {
    return { bars: first.bars, visibleMax };
  }
  const parts = operands.map((operand) => (typeof operand === 'number' ? operand : operand.column));
  return { bars: { operation, operands: parts }, visibleMax };
}
