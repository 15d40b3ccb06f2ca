// Carries out a plan: over whole columns, or row by row as candles close, with the same loops. What
// a fold remembers is one block of numbers.
//
// A row that holds anything but finite numbers is no candle for the node that reads it: the node
// writes NaN and remembers nothing of it. So the rows before an input's first value are passed
// over.

import { assert } from '#lib/assert.ts';
import type { Columns } from '#indicators/kernel.ts';
import type { Plan, PlanNode } from '#indicators/plan.ts';

export type Fold = {
  readonly plan: Plan;
  /** Everything that the fold remembers. */
  readonly state: Float64Array;
  readonly nodes: readonly FoldNode[];
  /** The plan's columns for `rowsMax` rows at a time. */
  readonly slots: Columns;
  readonly rowsMax: number;
  /** A single node reads the inputs and writes the outputs as they stand: nothing is copied. */
  readonly isDirect: boolean;
};

type FoldNode = {
  readonly node: PlanNode;
  /** What is left to skip, then the kernel's own state: views of the fold's state. */
  readonly skipLeft: Float64Array;
  readonly state: Float64Array;
  readonly reads: Columns;
  readonly writes: Columns;
};

/** Rows that are worked on at a time in a pass over columns; small enough for the nearest cache. */
const PASS_ROWS = 256;

/** A fold that has seen no row. With `rowsMax` 1 it is made for stepping and takes little room. */
export function startFold(plan: Plan, rowsMax = 1): Fold {
  const fold = build(plan, rowsMax);
  for (const { node, skipLeft, state } of fold.nodes) {
    skipLeft[0] = node.skip;
    node.kernel.begin(state, node.parameters);
  }
  return fold;
}

/**
 * Takes in rows `from` to `to` (exclusive) of `inputs` and writes the same rows of `outputs`.
 * Called with one row it is a step, with all rows the vectorised pass; the values are the same to
 * the bit.
 */
export function advanceFold(
  fold: Fold,
  inputs: Columns,
  outputs: Columns,
  from: number,
  to: number,
): void {
  const [only] = fold.nodes;
  if (fold.isDirect && only !== undefined) {
    runNode(only, inputs, outputs, from, to);
    return;
  }
  for (let start = from; start < to; start += fold.rowsMax) {
    const count = Math.min(fold.rowsMax, to - start);
    for (let index = 0; index < fold.plan.inputCount; index += 1) {
      copyRows(inputs[index] as Float64Array, start, fold.slots[index] as Float64Array, 0, count);
    }
    for (const node of fold.nodes) runNode(node, node.reads, node.writes, 0, count);
    const { outputs: slots } = fold.plan;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = fold.slots[slots[index] as number] as Float64Array;
      copyRows(slot, 0, outputs[index] as Float64Array, start, count);
    }
  }
}

/** The plan's outputs for every row of `inputs`, which are equally long. */
export function computeColumns(plan: Plan, inputs: Columns): readonly Float64Array[] {
  assert(inputs.length === plan.inputCount, `the plan takes ${plan.inputCount} columns`);
  const rows = Math.min(...inputs.map((column) => column.length));
  assert(
    inputs.every((column) => column.length === rows),
    'input columns are equally long',
  );
  const outputs = plan.outputs.map(() => new Float64Array(rows));
  advanceFold(startFold(plan, PASS_ROWS), inputs, outputs, 0, rows);
  return outputs;
}

function build(plan: Plan, rowsMax: number): Fold {
  const sizes = plan.nodes.map(({ kernel, parameters }) => 1 + kernel.size(parameters));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const state = new Float64Array(total);
  const slots = Array.from({ length: plan.slotCount }, () => new Float64Array(rowsMax));
  let offset = 0;
  const nodes = plan.nodes.map((node, index): FoldNode => {
    const start = offset;
    offset += sizes[index] ?? 0;
    return {
      node,
      skipLeft: state.subarray(start, start + 1),
      state: state.subarray(start + 1, offset),
      reads: node.reads.map((slot) => slots[slot] as Float64Array),
      writes: slots.slice(node.writes, node.writes + node.kernel.outputs),
    };
  });
  return { plan, state, nodes, slots, rowsMax, isDirect: isDirect(plan) };
}

function isDirect({ nodes, inputCount, outputs }: Plan): boolean {
  const [only] = nodes;
  return (
    only !== undefined &&
    nodes.length === 1 &&
    only.reads.length === inputCount &&
    only.reads.every((slot, index) => slot === index) &&
    outputs.length === only.kernel.outputs &&
    outputs.every((slot, index) => slot === only.writes + index)
  );
}

/** Lets the kernel see the runs of rows that are whole, and writes NaN to the others. */
function runNode(
  { node, skipLeft, state }: FoldNode,
  reads: Columns,
  writes: Columns,
  from: number,
  to: number,
): void {
  let row = from;
  while (row < to) {
    const whole = endOfWhole(reads, row, to);
    const skipped = Math.min(whole - row, skipLeft[0] as number);
    if (skipped > 0) {
      skipLeft[0] = (skipLeft[0] as number) - skipped;
      writeNothing(writes, row, row + skipped);
      row += skipped;
    }
    if (row < whole) node.kernel.run(state, reads, writes, row, whole);
    const next = endOfBroken(reads, whole, to);
    writeNothing(writes, whole, next);
    row = next;
  }
}

/** The first row from `from` on in which some column is not finite. */
function endOfWhole(columns: Columns, from: number, to: number): number {
  let end = to;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as Float64Array;
    let row = from;
    // The difference of a number and itself is zero unless it is NaN or infinite.
    while (row < end && (column[row] as number) - (column[row] as number) === 0) row += 1;
    end = row;
  }
  return end;
}

function endOfBroken(columns: Columns, from: number, to: number): number {
  let row = from;
  while (row < to && !isWhole(columns, row)) row += 1;
  return row;
}

function isWhole(columns: Columns, row: number): boolean {
  for (let index = 0; index < columns.length; index += 1) {
    if (!Number.isFinite((columns[index] as Float64Array)[row])) return false;
  }
  return true;
}

function writeNothing(columns: Columns, from: number, to: number): void {
  if (from >= to) return;
  for (let index = 0; index < columns.length; index += 1) {
    (columns[index] as Float64Array).fill(Number.NaN, from, to);
  }
}

function copyRows(
  source: Float64Array,
  sourceFrom: number,
  target: Float64Array,
  targetFrom: number,
  count: number,
): void {
  for (let row = 0; row < count; row += 1) {
    target[targetFrom + row] = source[sourceFrom + row] as number;
  }
}
