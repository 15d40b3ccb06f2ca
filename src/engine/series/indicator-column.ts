// Indicators as columns. A bar that still forms is fed to the indicator as if it ended now, on top
// of what the bars before have left behind; so each row shows what a fold of that row's bars gives.

import type { Columns } from '#indicators/kernel.ts';
import { advanceFold, startFold } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import type { Plan } from '#indicators/plan.ts';
import { findIndicator } from '#indicators/registry.ts';
import { assert } from '#lib/assert.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import type { Column } from '#engine/series/column.ts';
import { isMixture } from '#engine/series/column.ts';
import { planBytes, planWork } from '#engine/series/column-work.ts';
import { hold } from '#engine/series/column-holder.ts';
import type { ColumnPass } from '#engine/series/column-store.ts';
import { remembering } from '#engine/series/column-store.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import { startFormingPass } from '#engine/series/forming-pass.ts';
import type { BarPass } from '#engine/series/forming-pass.ts';
import {
  barOfRow,
  firstRowOfBar,
  lastClosingRow,
  rowOfBarsLater,
} from '#engine/series/timeline.ts';
import type { Timeline } from '#engine/series/timeline.ts';

/** Rows that a pass over minutes works on at a time. */
const PASS_ROWS = 256;

/** The plan of an indicator; a rejection says which parameter is wrong, and how. */
export function planNamed(name: string, parameters: readonly number[]): Result<Plan, string> {
  const indicator = findIndicator(name);
  assert(indicator !== undefined, `${name} is an indicator`);
  const whole = parameters.map((value, index) =>
    indicator.parameters[index]?.kind === 'number' ? value : Math.trunc(value),
  );
  const plan = planIndicator(indicator, whole);
  return plan.ok ? accepted(plan.value) : rejected(plan.rejection.message);
}

/**
 * The indicator's outputs. All inputs have the same bars, and the parameters are good. Null when
 * the run's quota is used up.
 */
export function indicatorColumns(
  holder: ColumnHolder,
  name: string,
  inputs: readonly HeldColumn[],
  parameters: readonly number[],
  given: Plan | null = null,
): readonly HeldColumn[] | null {
  const plan = given ?? planOf(name, parameters);
  const [first] = inputs;
  assert(first !== undefined && !isMixture(first.column.shape.bars), 'an indicator reads columns');
  const { bars } = first.column.shape;
  const visibleMax = Math.min(...inputs.map(({ column }) => column.shape.visibleMax));
  const inputsReady = Math.max(...inputs.map(({ column }) => column.shape.readyRow));
  const ids = inputs.map(({ column }) => `#${column.id}`);
  const group = hold(holder, `${name}(${[...ids, ...parameters].join(',')})`, {
    inputs: inputs.map((input) => input.group),
    shape: { bars, visibleMax, readyRow: rowOfBarsLater(bars, inputsReady, plan.lookback) },
    columnCount: plan.outputs.length,
    rowWork: planWork(plan, bars),
    stateBytes: planBytes(plan),
    start: (outputs) => startPass(plan, bars, inputs, outputs),
  });
  return group === null ? null : group.columns.map((column) => ({ group, column }));
}

function planOf(name: string, parameters: readonly number[]): Plan {
  const plan = planNamed(name, parameters);
  assert(plan.ok, `${name} takes ${parameters.join(', ')}`);
  return plan.value;
}

type Pass = (from: number, to: number) => void;

function startPass(
  plan: Plan,
  bars: Timeline,
  inputs: readonly HeldColumn[],
  outputs: readonly Column[],
): ColumnPass {
  const read = (): Columns => inputs.map(({ column }) => column.values);
  const write = (): Columns => outputs.map(({ values }) => values);
  if (bars.intervalMinutes === 1) {
    const fold = startFold(plan, PASS_ROWS);
    const run: Pass = (from, to) => {
      advanceFold(fold, read(), write(), from, to);
    };
    return remembering(run, {
      save: () => [...fold.state],
      restore: (saved) => fold.state.set(saved),
    });
  }
  const pass = bars.isClosedOnly ? closedPass(plan, bars) : startFormingPass(plan, bars);
  const run: Pass = (from, to) => {
    pass.run(read(), write(), from, to);
  };
  return remembering(run, pass.memory);
}

/** Steps in the rows that end a bar, and repeats the values in those between. */
function closedPass(plan: Plan, bars: Timeline): BarPass {
  const fold = startFold(plan);
  const last = plan.outputs.map(() => Number.NaN);
  const run: BarPass['run'] = (inputs, outputs, from, to) => {
    let row = from;
    while (row < to) {
      if (lastClosingRow(bars, row) === row) {
        advanceFold(fold, inputs, outputs, row, row + 1);
        for (const [index, column] of outputs.entries()) last[index] = column[row] as number;
        row += 1;
        continue;
      }
      const until = Math.min(to, firstRowOfBar(bars, barOfRow(bars, row) + 1) - 1);
      for (const [index, column] of outputs.entries()) {
        column.fill(last[index] as number, row, until);
      }
      row = until;
    }
  };
  const memory = {
    save: () => [...fold.state, ...last],
    restore(saved: readonly number[]) {
      fold.state.set(saved.slice(0, fold.state.length));
      for (const index of last.keys()) last[index] = saved[fold.state.length + index] as number;
    },
  };
  return { run, memory };
}
