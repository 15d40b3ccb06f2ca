// Indicators over bars that still form: in each row, what the indicator would give if the bar ended
// there, on top of what the bars before have left behind.

import type { Columns } from '#indicators/kernel.ts';
import { startFold } from '#indicators/fold.ts';
import type { Fold } from '#indicators/fold.ts';
import type { Plan } from '#indicators/plan.ts';
import type { PassMemory } from '#engine/series/column.ts';
import { barOfRow, firstRowOfBar } from '#engine/series/timeline.ts';
import type { Timeline } from '#engine/series/timeline.ts';

/** Rows that are worked on at a time. */
const PASS_ROWS = 256;

export type BarPass = {
  /** Writes rows `from` to `to` (exclusive); called with consecutive rows. */
  readonly run: (inputs: Columns, outputs: Columns, from: number, to: number) => void;
  readonly memory: PassMemory;
};

/**
 * Starts each row from what the last row of the bar before has left. Node by node over the rows of
 * a bar, because there each node finds its own state and columns at hand.
 */
export function startFormingPass(plan: Plan, bars: Timeline): BarPass {
  const fold = startFold(plan, PASS_ROWS);
  const closedState = fold.state.slice();
  const closedOf = viewsLike(fold, closedState);
  const run: BarPass['run'] = (inputs, outputs, from, to) => {
    let row = from;
    while (row < to) {
      const bar = barOfRow(bars, row);
      if (row === firstRowOfBar(bars, bar)) closedState.set(fold.state);
      const until = Math.min(to, firstRowOfBar(bars, bar + 1), row + PASS_ROWS);
      formRows(fold, closedOf, { inputs, outputs }, row, until);
      row = until;
    }
  };
  const size = closedState.length;
  const memory = {
    save: () => [...fold.state, ...closedState],
    restore(saved: readonly number[]) {
      fold.state.set(saved.slice(0, size));
      closedState.set(saved.slice(size));
    },
  };
  return { run, memory };
}

/** The state of each node in a copy of the fold's state, what is left to skip in front. */
function viewsLike({ nodes }: Fold, state: Float64Array): readonly Float64Array[] {
  let offset = 0;
  return nodes.map((node) => {
    const start = offset;
    offset += 1 + node.state.length;
    return state.subarray(start, offset);
  });
}

function formRows(
  fold: Fold,
  closedOf: readonly Float64Array[],
  { inputs, outputs }: { readonly inputs: Columns; readonly outputs: Columns },
  from: number,
  to: number,
): void {
  const { plan, slots, nodes } = fold;
  for (const [index, input] of inputs.entries()) slots[index]?.set(input.subarray(from, to));
  for (const [index, node] of nodes.entries()) {
    formNode(node, closedOf[index] as Float64Array, to - from);
  }
  for (const [index, slot] of plan.outputs.entries()) {
    outputs[index]?.set((slots[slot] as Float64Array).subarray(0, to - from), from);
  }
}

/** As many numbers as a loop copies faster than a call. */
const LOOPED_MAX = 12;

type FoldNode = Fold['nodes'][number];

function formNode(
  { node, state, skipLeft, reads, writes }: FoldNode,
  closed: Float64Array,
  count: number,
): void {
  const { kernel } = node;
  const toSkip = closed[0] as number;
  const before = closed.subarray(1);
  const size = before.length;
  for (let row = 0; row < count; row += 1) {
    if (size > LOOPED_MAX) state.set(before);
    else for (let at = 0; at < size; at += 1) state[at] = before[at] as number;
    skipLeft[0] = toSkip;
    if (!isWhole(reads, row)) {
      for (const column of writes) column[row] = Number.NaN;
    } else if (toSkip > 0) {
      skipLeft[0] = toSkip - 1;
      for (const column of writes) column[row] = Number.NaN;
    } else {
      kernel.run(state, reads, writes, row, row + 1);
    }
  }
}

function isWhole(columns: Columns, row: number): boolean {
  for (let index = 0; index < columns.length; index += 1) {
    if (!Number.isFinite((columns[index] as Float64Array)[row])) return false;
  }
  return true;
}
