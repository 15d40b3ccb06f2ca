// A compiled script as the brain of a run: each update calls its chunk on the commands of its host.

import { recordOn } from '#commands/binding/make-host.ts';
import { scriptState } from '#commands/binding/script-state.ts';
import type { MakeBrain, MakeContext, TracedScript } from '#engine/run/run-brain.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import type { ScriptInstance, ScriptLimits } from '#lua/run-script.ts';
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
    let traced: (Pick<TracedScript, 'begin'> & { readonly twin: ScriptInstance }) | null = null;
    return {
      runRows(fromRow, toRow) {
        traced?.begin();
        return runRows(traced?.twin ?? instance, limits, fromRow, toRow);
      },
      trace(form) {
        traced = form === null ? null : { begin: form.begin, twin: twinOf(instance, form, seed) };
      },
      tell: null,
      state: scriptState(instance),
      call(callback) {
        const called = callScript(instance, callback, [], limits);
        return called.ok ? null : called.rejection;
      },
    };
  };
}

/**
 * The traced form on the same host: what the script carries from update to update is there and in
 * its chance, so that either can make the next update (see isTraceable).
 */
function twinOf(
  { host, chance, random, reseed, shown }: ScriptInstance,
  { script, record }: TracedScript,
  seed: number,
): ScriptInstance {
  recordOn(host, record);
  return { ...createInstance(script, host, seed), chance, random, reseed, shown };
}

/** Whether updates can be made by the script and by its traced form in turn. */
export function isTraceable(script: LoadedScript, traced: LoadedScript): boolean {
  const isStateless = [script, traced].every(
    ({ script: { needsAllGlobals, carriedGlobals } }) =>
      !needsAllGlobals && carriedGlobals.length === 0,
  );
  return isStateless && placesOf(script) === placesOf(traced);
}

/** The calls that commands retain something of, by name and number. */
function placesOf({ script: { code } }: LoadedScript): string {
  const calls = [...code.matchAll(/\.\$\w+\(\d+/g)].map(([call]) => call);
  return [...new Set<string>(calls)].toSorted().join(' ');
}
