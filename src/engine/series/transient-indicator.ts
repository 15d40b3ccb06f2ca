// An indicator of series that do not all stand in columns of one interval: worked out when it is
// requested, from the elements that there are at that instant.

import { computeColumns } from '#indicators/fold.ts';
import type { Plan } from '#indicators/plan.ts';
import { planBytes, planWork } from '#engine/series/column-work.ts';
import type { Series } from '#engine/series/series.ts';
import type { SeriesFactory } from '#engine/series/series-factory.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';

/** The outputs, each as long as the elements of the inputs suffice for. */
export function transientIndicator(
  factory: SeriesFactory,
  plan: Plan,
  inputs: readonly Series[],
): readonly Series[] {
  let madeAt = -1;
  let made: readonly Float64Array[] = [];
  const read = (): readonly Float64Array[] => {
    if (factory.cursor.row !== madeAt) {
      made = compute(plan, inputs);
      madeAt = factory.cursor.row;
    }
    return made;
  };
  return plan.outputs.map((_, index) =>
    factory.listed(() => read()[index] ?? new Float64Array(0), inputs),
  );
}

/** Bars that do not form: what is there is computed once. */
const MINUTES = { intervalMinutes: 1, isClosedOnly: false, firstMinute: 0 };

/** Lists are newest first, indicators take the oldest first. */
function compute(plan: Plan, inputs: readonly Series[]): readonly Float64Array[] {
  const lists = inputs.map((input) => input.values());
  const count = Math.min(...lists.map((list) => list.length));
  // As columns of this length, and what carries them out is made anew each time.
  const stateBytes = planBytes(plan);
  chargeSteps((count * planWork(plan, MINUTES)) / 2 + (stateBytes >> 6));
  chargeBytes(stateBytes + 8 * count * (inputs.length + plan.outputs.length));
  const columns = lists.map((list) => list.slice(0, count).toReversed());
  return computeColumns(plan, columns).map((column) => {
    const first = column.findIndex((value) => !Number.isNaN(value));
    return first < 0 ? new Float64Array(0) : column.slice(first).toReversed();
  });
}
