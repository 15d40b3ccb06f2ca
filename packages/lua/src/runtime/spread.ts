// Values that are passed on one by one: arguments out of `...` and out of a call's results.

import { STEPS, meter, outOfSteps } from '#lua/runtime/meter.ts';
import { all } from '#lua/runtime/value.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';

/** As many are passed on within the step of the call itself. */
const FEW = 8;

/** All values of a result, each of which is charged. */
export function spread(result: LuaResult): LuaValue[] {
  const values = all(result);
  const { length } = values;
  if (length > FEW && (meter[STEPS] = (meter[STEPS] ?? 0) - 2 * length) < 0) outOfSteps();
  return values;
}
