// Calls of values that may be no functions.

import { operandError } from '#lua/runtime/errors.ts';
import type { Site } from '#lua/runtime/errors.ts';
import { enterCall, isHostValue, leaveCall, metamethod } from '#lua/runtime/metamethod.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';

/**
 * A function that does what calling the value does; for a value that cannot be called, one that
 * says so.
 */
export function callable(value: LuaValue, site: Site): LuaFunction {
  if (typeof value === 'function') return value;
  if (isHostValue(value)) return (...args) => value.call(args);
  const handler = metamethod(value, '__call');
  if (handler === undefined) {
    return () => {
      throw operandError(site, 'call', value, site.left);
    };
  }
  const inner = callable(handler, site);
  return (...args) => {
    enterCall();
    const result = inner(value, ...args);
    leaveCall();
    return result;
  };
}

type Suspending = Generator<LuaValue[], LuaResult, LuaValue[]>;

/** Calls within a coroutine: what can be suspended runs in its resumable form. */
export function* callResumable(value: LuaValue, site: Site, args: LuaValue[]): Suspending {
  if (typeof value === 'function') {
    return value.resumable === undefined ? value(...args) : yield* value.resumable(...args);
  }
  const handler = metamethod(value, '__call');
  if (handler === undefined) return callable(value, site)(...args);
  enterCall();
  const result = yield* callResumable(handler, site, [value, ...args]);
  leaveCall();
  return result;
}
