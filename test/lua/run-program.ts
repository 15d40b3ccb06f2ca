// Runs one Lua program with our engine and gives what it prints, as a byte string.

import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runScript } from '#lua/run-script.ts';
import type { ScriptLimits } from '#lua/run-script.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';
import { NIL } from '#lua/semantics/kind.ts';

const HOST_NAMES: ReadonlyMap<string, NameOffer> = new Map([
  ['print', { type: 'function', result: NIL, isSingle: false }],
]);

export type ProgramEnd = {
  readonly output: string;
  /** Why the program did not run to its end; null when it did. */
  readonly failure: string | null;
  readonly kind: string;
};

export function runProgram(source: string, limits: ScriptLimits = DEFAULT_LIMITS): ProgramEnd {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: HOST_NAMES,
    refusesUnknownNames: false,
  });
  if (!compiled.ok) {
    const [found] = compiled.rejection;
    const failure = found === undefined ? '' : `script:${found.line}: ${found.message}`;
    return { output: '', failure, kind: 'compile' };
  }
  const lines: string[] = [];
  const host = {
    print(...values: LuaValue[]): LuaResult {
      lines.push(`${values.map(toDisplayText).join('\t')}\n`);
      return NOTHING;
    },
  };
  const instance = createInstance(loadScript(compiled.value), host, 1);
  const end = runScript(instance, limits);
  return {
    output: lines.join(''),
    failure: end.ok ? null : end.rejection.message,
    kind: end.ok ? 'finished' : end.rejection.kind,
  };
}
