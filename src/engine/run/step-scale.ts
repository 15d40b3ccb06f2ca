// Between whole steps and a script's floats. The one place where floats become exact amounts:
// `roundToSteps`. A float within a billionth of a step counts as on it, because 0.1 * 3 is meant to
// be 0.3.

import type { Decimal, Rounding } from '#lib/decimal.ts';
import { ONE } from '#lib/decimal.ts';

/** One step is `times / by`, both whole, so that a number of steps becomes the nearest double. */
export type StepScale = { readonly times: number; readonly by: number };

/** How near a step a float counts as on it. */
export const NEAR_STEPS = 1e-9;
const NEAR_SHARE = 1e-12;

/** The scale of a step above zero. */
export function stepScale(step: Decimal): StepScale {
  let [larger, smaller]: [bigint, bigint] = [ONE, step];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return { times: Number(step / larger), by: Number(ONE / larger) };
}

/** So many steps as a float. */
export function fromSteps(scale: StepScale, steps: number): number {
  return (steps * scale.times) / scale.by;
}

/** Whole steps in a float, as a number; NaN when the float is not finite or too large. */
export function roundToSteps(
  scale: StepScale,
  value: number,
  rounding: Rounding,
  nearSteps = NEAR_STEPS,
): number {
  const exact = (value * scale.by) / scale.times;
  const nearest = Math.round(exact);
  if (!Number.isSafeInteger(nearest)) return Number.NaN;
  if (Math.abs(exact - nearest) <= nearSteps + Math.abs(exact) * NEAR_SHARE) return nearest;
  switch (rounding) {
    case 'floor':
      return Math.floor(exact);
    case 'ceil':
      return Math.ceil(exact);
    case 'toward_zero':
      return Math.trunc(exact);
    case 'half_even':
      return nearest;
  }
}
