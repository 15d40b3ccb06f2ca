// Small parts that many indicators share.

import { addOne, lookbackOf } from '#indicators/plan.ts';
import type { PlanDraft, Slot } from '#indicators/plan.ts';
import { wilderMean } from '#indicators/kernels/exponential.ts';
import { lag, together } from '#indicators/kernels/lag.ts';
import { trueRange } from '#indicators/kernels/moves.ts';
import { blend } from '#indicators/kernels/row-arithmetic.ts';

/** The slots, all without a value until the last of them has one, as TA-Lib hands them out. */
export function startTogether(draft: PlanDraft, slots: readonly Slot[]): readonly Slot[] {
  const last = Math.max(...slots.map((slot) => lookbackOf(draft, slot)));
  return slots.map((slot) =>
    lookbackOf(draft, slot) === last
      ? slot
      : addOne(draft, together, [], [slot, ...slots.filter((other) => other !== slot)]),
  );
}

/** (high + low + close) / 3. */
export function typicalPrice(draft: PlanDraft, high: Slot, low: Slot, close: Slot): Slot {
  return addOne(draft, blend, [3, 1, 1, 1], [high, low, close]);
}

/** Wilder's average true range. */
export function averageTrueRange(
  draft: PlanDraft,
  high: Slot,
  low: Slot,
  close: Slot,
  period: number,
): Slot {
  const range = addOne(draft, trueRange, [], [high, low, close]);
  return addOne(draft, wilderMean, [period], [range]);
}

/** The value `rows` ago. */
export function before(draft: PlanDraft, series: Slot, rows: number): Slot {
  return rows === 0 ? series : addOne(draft, lag, [rows], [series]);
}
