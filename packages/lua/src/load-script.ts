// The only place where generated text becomes code. A loaded script holds no state of a run: one
// serves all runs of a thread.

import type { CompiledScript } from '#lua/compile-script.ts';
import { LIBRARY_VALUES } from '#lua/library/library.ts';
import type { Site } from '#lua/runtime/errors.ts';
import type { LineMap } from '#lua/runtime/running.ts';
import { RUNTIME } from '#lua/runtime/runtime.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import type { Fields, LuaTable } from '#lua/runtime/table.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import type { LuaResult } from '#lua/runtime/value.ts';

/** Runs the chunk for rows from `from` to before `to`; gives the first row that was not run. */
type RowLoop = (
  from: number,
  to: number,
  steps: number,
  slots: number,
  bytes: number,
  coroutines: number,
) => number;

export type LoadedModule = {
  readonly main: RowLoop;
  /** The same for an instance that is warm. */
  readonly warm: RowLoop | null;
  readonly Globals: new () => Fields;
  readonly State: new () => InstanceState;
  bind(globals: LuaTable, host: HostObject, state: InstanceState): void;
  unbind(): void;
};

/**
 * What the generated code retains for one instance: the chunk's last results, and its own values.
 */
export type InstanceState = {
  result: LuaResult;
  /** Whether the values that the chunk retains are there. */
  readonly isWarm: boolean;
  /** Bytes charged since what is held was counted, and how many before it is counted again. */
  taken: number;
  takenMax: number;
};

export type LoadedScript = {
  readonly script: CompiledScript;
  readonly module: LoadedModule;
  readonly lineMap: LineMap;
  /** The instance whose globals its code sees at the moment; null when none runs. */
  bound: ScriptInstance | null;
};

const RUNTIME_WITH_LIBRARY = Object.freeze({ ...RUNTIME, library: LIBRARY_VALUES });

/** Lines that the JavaScript engine puts before a function's text in positions. */
const HEADER_LINES = 2;

let loadedCount = 0;

function loadCompiled(code: string, sites: readonly Site[], sourceUrl: string): LoadedModule {
  const text = `${code}\n//# sourceURL=${sourceUrl}`;
  // The text comes from our emitter alone, which names nothing but its two parameters and its own
  // variables.
  // oxlint-disable-next-line no-new-func, no-implied-eval -- running it is what this file is for
  const instantiate = new Function('R', 'S', text) as (
    runtime: typeof RUNTIME_WITH_LIBRARY,
    sites: readonly Site[],
  ) => LoadedModule;
  return instantiate(RUNTIME_WITH_LIBRARY, sites);
}

/** Makes a compiled script runnable in this thread. */
export function loadScript(script: CompiledScript): LoadedScript {
  loadedCount += 1;
  const sourceUrl = `lua-script-${loadedCount}`;
  const sites = script.sites.map((site) => ({ ...site }));
  const header = Array.from({ length: HEADER_LINES + 1 }, () => 0);
  const lines = [...header, ...script.lines];
  const columns = [...header, ...script.columns];
  return {
    script,
    module: loadCompiled(script.code, sites, sourceUrl),
    lineMap: { chunkName: script.chunkName, sourceUrl, lines, columns },
    bound: null,
  };
}
