// The ways in which one program is run: compiled as it is written, compiled from a text that hides
// the kinds of all operands, compiled without inference, and worked out by the slow interpreter.

import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { CompiledScript } from '#lua/compile-script.ts';
import { emitModule } from '#lua/emit/emit-module.ts';
import { LIBRARY, LIBRARY_CONSTANTS, LIBRARY_TABLES } from '#lua/library/library.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runScript } from '#lua/run-script.ts';
import { NOTHING } from '#lua/runtime/value.ts';
import type { LuaResult, LuaValue } from '#lua/runtime/value.ts';
import { infer } from '#lua/semantics/infer.ts';
import { ANY, NIL } from '#lua/semantics/kind.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';
import { resolve } from '#lua/semantics/resolve.ts';
import { bytesFromText } from '#lua/syntax/byte-string.ts';
import { parse } from '#lua/syntax/parse.ts';
import { runSlowly } from '../../reference/slow-interpreter.ts';
import { SlowFault } from '../../reference/slow-values.ts';
import type { SlowFunction } from '../../reference/slow-values.ts';
import { slowGlobals } from './slow-globals.ts';
import { shownLine } from './shown-values.ts';

/** Changes the generated code before it is loaded: the place for planted violations. */
export type ChangeCode = (code: string) => string;

const HOST: ReadonlyMap<string, NameOffer> = new Map([
  ['tell', { type: 'function', result: NIL, isSingle: false }],
]);
const OPTIONS = { ...COMPILE_DEFAULTS, host: HOST, refusesUnknownNames: false };
const STEPS = 2_000_000;

export function runCompiled(source: string, change: ChangeCode): readonly string[] {
  const compiled = compileScript(source, OPTIONS);
  if (!compiled.ok) return [`refused: ${compiled.rejection[0]?.message ?? ''}`];
  return run(compiled.value, change);
}

/** The same where nothing is known of any variable, global, result or metatable. */
export function runWithoutInference(source: string, change: ChangeCode): readonly string[] {
  const compiled = compileScript(source, OPTIONS);
  if (!compiled.ok) return [`refused: ${compiled.rejection[0]?.message ?? ''}`];
  const { chunk } = parse(bytesFromText(source));
  const resolution = resolve(chunk, []);
  const offered = {
    library: LIBRARY,
    constants: LIBRARY_CONSTANTS,
    libraryTables: LIBRARY_TABLES,
    host: HOST,
    openers: [],
  };
  const facts = infer(chunk, resolution, offered, { hasListMetamethod: true, text: source });
  for (const variable of resolution.variables.values()) facts.variables.set(variable, ANY);
  for (const global of resolution.globals.values()) facts.globals.set(global, ANY);
  for (const scope of resolution.scopes.values()) {
    facts.results.set(scope, ANY);
    facts.manyResults.add(scope);
  }
  const emitted = emitModule(chunk, { ...facts, hasMetatables: true });
  return run({ ...compiled.value, ...emitted }, change);
}

function run(script: CompiledScript, change: ChangeCode): readonly string[] {
  const lines: string[] = [];
  const host = {
    tell(...values: LuaValue[]): LuaResult {
      lines.push(shownLine(values));
      return NOTHING;
    },
  };
  try {
    const loaded = loadScript({ ...script, code: change(script.code) });
    const end = runScript(createInstance(loaded, host, 1), { ...DEFAULT_LIMITS, steps: STEPS });
    return end.ok ? lines : [...lines, `ends: ${end.rejection.message}`];
  } catch (error) {
    // Generated code fails by errors of scripts alone.
    return [...lines, `breaks: ${String(error)}`];
  }
}

/** Messages are none of its business: a piece that fails says just that. */
export function runBySlowInterpreter(source: string): readonly string[] {
  const lines: string[] = [];
  const commands = new Map<string, SlowFunction>([
    [
      'tell',
      (values) => {
        lines.push(shownLine(values));
        return [];
      },
    ],
  ]);
  try {
    runSlowly(
      { globals: slowGlobals(), commands, isPlainLua: true },
      parse(bytesFromText(source)).chunk,
    );
  } catch (error) {
    if (!(error instanceof SlowFault)) throw error;
    lines.push(`ends: ${error.message}`);
  }
  return lines;
}
