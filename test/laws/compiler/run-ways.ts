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

/** Of programs: one violation after the other is looked for in the same ones. */
const RETAINED_MAX = 2_000;

function retained<T extends object | string>(make: (source: string) => T): (source: string) => T {
  const made = new Map<string, T>();
  return (source) => {
    const found = made.get(source);
    if (found !== undefined) return found;
    if (made.size === RETAINED_MAX) made.clear();
    const value = make(source);
    made.set(source, value);
    return value;
  };
}

/** Runs what is compiled in one way; a text: why it was refused. Only new code is run. */
function wayOf(compile: (source: string) => CompiledScript | string) {
  const compiled = retained(compile);
  const unchanged = retained((source): readonly string[] => {
    const script = compiled(source);
    return typeof script === 'string' ? [script] : run(script);
  });
  return (source: string, change: ChangeCode): readonly string[] => {
    const script = compiled(source);
    if (typeof script === 'string') return [script];
    const code = change(script.code);
    return code === script.code ? unchanged(source) : run({ ...script, code });
  };
}

/** Lines that a program shows once its generated code was changed. */
export const runCompiled = wayOf(compileUsually);

/** The same where nothing is known of any variable, global, result or metatable. */
export const runWithoutInference = wayOf(compileWithoutInference);

function compileUsually(source: string): CompiledScript | string {
  const compiled = compileScript(source, OPTIONS);
  return compiled.ok ? compiled.value : `refused: ${compiled.rejection[0]?.message ?? ''}`;
}

function compileWithoutInference(source: string): CompiledScript | string {
  const compiled = compileUsually(source);
  if (typeof compiled === 'string') return compiled;
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
  return { ...compiled, ...emitModule(chunk, { ...facts, hasMetatables: true }) };
}

function run(script: CompiledScript): readonly string[] {
  const lines: string[] = [];
  const host = {
    tell(...values: LuaValue[]): LuaResult {
      lines.push(shownLine(values));
      return NOTHING;
    },
  };
  try {
    const end = runScript(createInstance(loadScript(script), host, 1), {
      ...DEFAULT_LIMITS,
      steps: STEPS,
    });
    return end.ok ? lines : [...lines, `ends: ${end.rejection.message}`];
  } catch (error) {
    // Generated code fails by errors of scripts alone.
    return [...lines, `breaks: ${String(error)}`];
  }
}

/** Messages are none of its business: a piece that fails says just that. */
export const runBySlowInterpreter = retained(workOut);

function workOut(source: string): readonly string[] {
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
