// `pcall` and `xpcall`. They catch Lua errors; a used-up limit (ScriptFault) and mistakes of ours
// go through.

import { NO_SITE } from '#script/runtime/errors.ts';
import { callResumable } from '#script/runtime/calls.ts';
import { SLOTS, chargeSteps, meter } from '#script/runtime/meter.ts';
import { callArgument, enterCall, leaveCall } from '#script/runtime/metamethod.ts';
import { CATCH_STEPS, UNWOUND_SLOT_STEPS } from '#script/runtime/step-prices.ts';
import { LuaError } from '#script/runtime/script-fault.ts';
import { spread } from '#script/runtime/spread.ts';
import { all } from '#script/runtime/value.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#script/runtime/value.ts';

function failed(thrown: unknown, slots: number, handler: LuaFunction | null): LuaValue[] {
  const unwound = slots - (meter[SLOTS] ?? 0);
  meter[SLOTS] = slots;
  if (!(thrown instanceof LuaError)) throw thrown;
  chargeSteps(CATCH_STEPS + unwound * UNWOUND_SLOT_STEPS);
  const value = thrown.value as LuaValue;
  return handler === null ? [false, value] : [false, ...all(callArgument(handler, [value]))];
}

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
