// `pcall` and `xpcall`. They catch Lua errors; a used-up limit (ScriptFault) and mistakes of ours
// go through.

import { NO_SITE } from '#lua/runtime/errors.ts';
import { callResumable } from '#lua/runtime/calls.ts';
import { SLOTS, chargeSteps, meter } from '#lua/runtime/meter.ts';
import { callArgument, enterCall, leaveCall } from '#lua/runtime/metamethod.ts';
import { CATCH_STEPS, UNWOUND_SLOT_STEPS } from '#lua/runtime/step-prices.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { spread } from '#lua/runtime/spread.ts';
import { all } from '#lua/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

function failed(thrown: unknown, slots: number, handler: LuaFunction | null): LuaValue[] {
  const unwound = slots - (meter[SLOTS] ?? 0);
  meter[SLOTS] = slots;
  if (!(thrown instanceof LuaError)) throw thrown;
  chargeSteps(CATCH_STEPS + unwound * UNWOUND_SLOT_STEPS);
  const value = thrown.value as LuaValue;
  return handler === null ? [false, value] : [false, ...all(callArgument(handler, [value]))];
}

/** True and the results of a call, or false and the error, which the handler may replace. */
export function callProtected(
  callee: LuaValue,
  args: LuaValue[],
  handler: LuaFunction | null,
): LuaResult {
  const slots = meter[SLOTS] ?? 0;
  try {
    enterCall();
    const result = callArgument(callee, args);
    leaveCall();
    return [true, ...spread(result)];
  } catch (thrown) {
    return failed(thrown, slots, handler);
  }
}

/** `callProtected` for code that may suspend. */
export function* callProtectedResumable(
  callee: LuaValue,
  args: LuaValue[],
  handler: LuaFunction | null,
): Generator<LuaValue[], LuaResult, LuaValue[]> {
  const slots = meter[SLOTS] ?? 0;
  try {
    const isCallable = typeof callee === 'function' || typeof callee === 'object';
    const result = isCallable
      ? yield* callResumable(callee, NO_SITE, args)
      : callArgument(callee, args);
    return [true, ...spread(result)];
  } catch (thrown) {
    return failed(thrown, slots, handler);
  }
}
