// A compiled script as the brain of a run: each update calls its chunk on the commands of its host.

import { scriptState } from '#commands/binding/script-state.ts';
import type { MakeBrain, MakeContext } from '#engine/run/run-brain.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import type { ScriptLimits } from '#lua/run-script.ts';
import { callScript, createInstance, DEFAULT_LIMITS, runRows } from '#lua/run-script.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';

/**
 * The brain that a script is; `makeHost` offers it its commands (see make-host.ts). Each update has
 * all of `limits`.
 */
export function scriptBrain(
  script: LoadedScript,
  makeHost: (makeContext: MakeContext) => HostObject,
  limits: ScriptLimits = DEFAULT_LIMITS,
): MakeBrain {
  return (makeContext, seed) => {
    const instance = createInstance(script, makeHost(makeContext), seed);
    return {
      runRows: (fromRow, toRow) => runRows(instance, limits, fromRow, toRow),
      tell: null,
      state: scriptState(instance),
      call(callback) {
        const called = callScript(instance, callback, [], limits);
        return called.ok ? null : called.rejection;
      },
    };
  };
}
