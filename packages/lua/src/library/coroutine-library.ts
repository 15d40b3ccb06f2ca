// The coroutine library.

import { functionArgument } from '#lua/library/arguments.ts';
import { several, single } from '#lua/library/entry.ts';
import type { LibraryPart } from '#lua/library/entry.ts';
import {
  Coroutine,
  closeCoroutine,
  createCoroutine,
  resumeCoroutine,
  yieldOutside,
} from '#lua/runtime/coroutine.ts';
import { toText } from '#lua/runtime/convert.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { running } from '#lua/runtime/running.ts';
import { CATCH_STEPS } from '#lua/runtime/step-prices.ts';
import { spread } from '#lua/runtime/spread.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import type { LuaFunction, LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { ANY, BOOLEAN, FUNCTION, OTHER, STRING } from '#lua/semantics/kind.ts';

function coroutineArgument(value: LuaValue, name: string): Coroutine {
  if (value instanceof Coroutine) return value;
  throw argumentError(1, name, 'coroutine expected');
}

function resume(...args: LuaValue[]): LuaResult {
  const coroutine = coroutineArgument(args[0], 'resume');
  try {
    return [true, ...spread(resumeCoroutine(coroutine, args.slice(1)))];
  } catch (thrown) {
    if (!(thrown instanceof LuaError)) throw thrown;
    chargeSteps(CATCH_STEPS);
    return [false, thrown.value as LuaValue];
  }
}

function wrap(body: LuaValue): LuaResult {
  const coroutine = createCoroutine(functionArgument(body, 1, 'wrap'));
  return (...args: LuaValue[]) => {
    try {
      return resumeCoroutine(coroutine, args);
    } catch (thrown) {
      if (!(thrown instanceof LuaError)) throw thrown;
      chargeSteps(CATCH_STEPS);
      // As in Lua, a text gets the position of the resuming call in front of the error's own.
      const text = toText(thrown.value as LuaValue);
      throw text === undefined ? thrown : libraryError(text);
    }
  };
}

const yieldValues: LuaFunction = () => {
  try {
    return yieldOutside();
  } catch (thrown) {
    throw thrown instanceof LuaError ? libraryError(String(thrown.value)) : thrown;
  }
};
yieldValues.resumable = function* suspend(...args) {
  return yield args;
};

function close(value: LuaValue): LuaResult {
  const coroutine = coroutineArgument(value, 'close');
  try {
    closeCoroutine(coroutine);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof LuaError)) throw thrown;
    chargeSteps(CATCH_STEPS);
    return [false, thrown.value as LuaValue];
  }
}

export const COROUTINE_LIBRARY: LibraryPart = {
  'coroutine.close': several(BOOLEAN, close),
  'coroutine.create': single(OTHER, (body) => createCoroutine(functionArgument(body, 1, 'create'))),
  'coroutine.isyieldable': single(BOOLEAN, () => running.coroutine !== null),
  'coroutine.resume': several(BOOLEAN, resume),
  'coroutine.running': several(ANY, () =>
    running.coroutine === null ? [MAIN, true] : [running.coroutine, false],
  ),
  'coroutine.status': single(STRING, (value) => coroutineArgument(value, 'status').status),
  'coroutine.wrap': single(FUNCTION, wrap),
  'coroutine.yield': several(ANY, yieldValues),
};

/** What `coroutine.running` returns outside of all coroutines. */
const MAIN = new Coroutine(() => undefined);
MAIN.status = 'running';
