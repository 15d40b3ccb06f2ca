// Finding metamethods, and calling from within the runtime.

import { SLOTS, STEPS, meter, outOfSteps } from '#lua/runtime/meter.ts';
import { CALL_STEPS } from '#lua/runtime/step-prices.ts';
import { running } from '#lua/runtime/running.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { LuaTable, getString } from '#lua/runtime/table.ts';
import { shownType } from '#lua/runtime/type-name.ts';
import { first } from '#lua/runtime/value.ts';
import type { HostValue, LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { Coroutine } from '#lua/runtime/coroutine.ts';

const CALL_SLOTS = 60;

/** Type guard for values of the host, which are neither tables nor coroutines. */
export function isHostValue(value: LuaValue): value is HostValue {
  return typeof value === 'object' && !(value instanceof LuaTable) && !(value instanceof Coroutine);
}

/** Whether arithmetic of the value with a number gives another such value; see SeriesValue. */
export function isSeriesValue(value: LuaValue): boolean {
  return isHostValue(value) && value.kind === 'series';
}

/**
 * The metamethod of a value, undefined without one. Of all types only tables and strings have
 * metatables.
 */
export function metamethod(value: LuaValue, event: string): LuaValue {
  if (value instanceof LuaTable) {
    return value.meta === null ? undefined : getString(value.meta, event);
  }
  return typeof value === 'string' && event === '__index'
    ? (running.stringMethods ?? undefined)
    : undefined;
}

/**
 * Takes stack for a call that the runtime makes; `leave` gives it back (an error's catcher does so
 * too).
 */
export function enterCall(): void {
  if ((meter[STEPS] = (meter[STEPS] ?? 0) - CALL_STEPS) < 0) outOfSteps();
  if ((meter[SLOTS] = (meter[SLOTS] ?? 0) - CALL_SLOTS) < 0) throw libraryError('stack overflow');
}

/** Gives back the slots of a call. */
export function leaveCall(): void {
  meter[SLOTS] = (meter[SLOTS] ?? 0) + CALL_SLOTS;
}

/** Calls a function from within the runtime, depth counted. */
export function invoke(callee: LuaFunction, args: LuaValue[]): LuaResult {
  enterCall();
  const result = callee(...args);
  leaveCall();
  return result;
}

/**
 * Calls any value as Lua does: functions, host values, and what has `__call`; null when it is not
 * callable.
 */
function callValue(callee: LuaValue, args: LuaValue[]): LuaResult | null {
  if (typeof callee === 'function') return invoke(callee, args);
  if (isHostValue(callee)) return callee.call(args);
  const handler = metamethod(callee, '__call');
  if (handler === undefined) return null;
  enterCall();
  const result = callValue(handler, [callee, ...args]);
  leaveCall();
  return result;
}

/** Calls what a library function was given. */
export function callArgument(callee: LuaValue, args: LuaValue[]): LuaResult {
  const result = callValue(callee, args);
  if (result === null) throw libraryError(`attempt to call a ${shownType(callee)} value`);
  return result;
}

/** A metamethod's first result. */
export function invokeFirst(handler: LuaValue, args: LuaValue[]): LuaValue {
  return first(callArgument(handler, args));
}
