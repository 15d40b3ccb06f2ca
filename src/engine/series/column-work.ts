// Costs of columns for a run: steps for the rows that are computed, bytes for what is retained.
// Both follow from what the run requested and where it stands, never from what others have left in
// the store, so that a shared column costs what one of its own does.

import type { Plan } from '#indicators/plan.ts';
import type { Timeline } from '#engine/series/timeline.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** Work is counted in what an addition over a row takes; so many are a step. */
const WORK_PER_STEP = 10;
/** Rows beyond these, a year of minutes, are not charged: few but backtests have so many. */
const CHARGED_ROWS_MAX = 525_600;
/** Of finding or making a column, beside its rows. */
const COLUMN_STEPS = 900;
/** Of a row of candles in a bar that forms. */
export const FORMING_WORK = 4;
/** Of a row that only repeats what another one has. */
export const COPYING_WORK = 1;
/** Of a row of memory that is taken for the first time. */
export const MEMORY_WORK = 4;

const NODE_WORK = 8;
/** Of calling a kernel for one row, and of the numbers that it starts from again. */
const CALL_WORK = 16;
const STATE_WORK = 1 / 4;

/** Work for each row of an indicator over these bars. */
export function planWork({ nodes, outputs }: Plan, bars: Timeline): number {
  let work = 0;
  for (const { kernel, parameters } of nodes) {
    work += NODE_WORK * (kernel.rowWork?.(parameters) ?? 1);
    const isForming = bars.intervalMinutes > 1 && !bars.isClosedOnly;
    if (isForming) work += CALL_WORK + kernel.size(parameters) * STATE_WORK;
  }
  if (!bars.isClosedOnly) return work;
  return outputs.length * COPYING_WORK + work / bars.intervalMinutes;
}

/** What folds and passes keep of each number that a plan remembers. */
const COPIES_OF_STATE = 3;

/** Bytes that an indicator remembers between rows. */
export function planBytes({ nodes }: Plan): number {
  const numbers = nodes.reduce((sum, node) => sum + 1 + node.kernel.size(node.parameters), 0);
  return numbers * COPIES_OF_STATE * Float64Array.BYTES_PER_ELEMENT;
}

/**
 * Steps that a run may take for columns beside those of its updates: so many for each row that it
 * has when it requests one, over its whole life. A column of a day's bars over a year of minutes
 * is made once, however small an update must be.
 */
export type ColumnAllowance = { readonly stepsPerRow: number; takenSteps: number };

/** Allowance that nothing was taken of. */
export function columnAllowance(stepsPerRow: number): ColumnAllowance {
  return { stepsPerRow, takenSteps: 0 };
}

/**
 * Charges a group of columns before it is made, or taken over from others: to the allowance, and to
 * the update what that does not cover. The rows are those of the run, so that one that is made
 * again is charged as before.
 */
export function chargeColumns(rows: number, rowWork: number, allowance: ColumnAllowance): void {
  const chargedRows = Math.min(rows, CHARGED_ROWS_MAX);
  const steps = (chargedRows * rowWork) / WORK_PER_STEP;
  const allowedSteps = chargedRows * allowance.stepsPerRow - allowance.takenSteps;
  const taken = Math.min(steps, Math.max(0, allowedSteps));
  allowance.takenSteps += taken;
  chargeSteps(COLUMN_STEPS + steps - taken);
}
