// Variables with the attribute `<close>`.

import { libraryError } from '#lua/runtime/errors.ts';
import { callArgument, metamethod } from '#lua/runtime/metamethod.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Stands for the absence of an error. */
export const NO_FAULT = Symbol('no fault');

/** Throws for a value that has no `__close`; nil and false need none. */
export function checkClosable(value: LuaValue, name: string): void {
  if (value === undefined || value === false || metamethod(value, '__close') !== undefined) return;
  throw libraryError(`variable '${name}' got a non-closable value`);
}

/**
 * Calls `__close` with the value and the error that ends the block, if any. Faults of the run skip
 * it.
 */
export function closeVariable(value: LuaValue, fault: unknown): void {
  if (value === undefined || value === false) return;
  if (fault !== NO_FAULT && !(fault instanceof LuaError)) return;
  const error = fault instanceof LuaError ? (fault.value as LuaValue) : undefined;
  callArgument(metamethod(value, '__close'), [value, error]);
}
