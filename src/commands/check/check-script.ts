// Checks a script before it runs on a bot: all that is wrong with its text, and, from a dry run
// over a market where nothing moves, its inputs and the mistakes that every run would make.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import type { CommandCategory } from '#commands/definition/command.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import { commandMistakes } from '#commands/check/command-mistakes.ts';
import { commandNameOf, declaredInputs } from '#commands/binding/declared-names.ts';
import { dryRun } from '#commands/check/dry-run.ts';
import type { DryRun } from '#commands/check/dry-run.ts';
import { FOREIGN_NAMES } from '#commands/check/foreign-names.ts';
import { declarationOf } from '#pine/brain/pine-inputs.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import { titleOf } from '#pine/program/link-libraries.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { CompiledScript } from '#lua/compile-script.ts';
import { LIBRARY, LIBRARY_TABLES } from '#lua/library/library.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { ScriptFailure } from '#lua/run-script.ts';

export type Notice = {
  readonly message: string;
  /** 1-based; null when it is not known. */
  readonly line: number | null;
  readonly column: number | null;
};

/** What a script uses, read from the names that stand in it. */
export type ScriptFlags = {
  readonly usesManagedTrading: boolean;
  readonly usesUnmanagedTrading: boolean;
  readonly usesTechnicalAnalysis: boolean;
  readonly usesRemoteSignals: boolean;
  readonly usesWebHooks: boolean;
  readonly hidesOrderSettings: boolean;
  readonly hidesTradeAmount: boolean;
};

export type CheckedScript = {
  readonly isValid: boolean;
  /** In the order of their lines; empty when the script is valid. */
  readonly errors: readonly Notice[];
  readonly warnings: readonly Notice[];
  /** In the order in which they were declared. */
  readonly inputs: readonly InputDeclaration[];
  readonly flags: ScriptFlags;
  /** The custom command that the script defines; null for a script that runs on a bot. */
  readonly commandName: string | null;
  /** Absent: Lua. */
  readonly language?: 'pine';
};

function usesAny(used: ReadonlySet<string>, categories: readonly CommandCategory[]): boolean {
  return COMMAND_CATALOGUE.some(
    ({ name, aliases = [], category }) =>
      categories.includes(category) && [name, ...aliases].some((each) => used.has(each)),
  );
}

function flagsOf(used: ReadonlySet<string>): ScriptFlags {
  return {
    usesManagedTrading: usesAny(used, ['Trade Actions (Managed)', 'Trade Bot']),
    usesUnmanagedTrading: usesAny(used, ['Trade Actions (Unmanaged)']),
    usesTechnicalAnalysis: usesAny(used, ['Technical Analysis', 'Easy Indicators']),
    usesRemoteSignals: used.has('GetRemoteSignal'),
    usesWebHooks: used.has('GetWebHookSignal'),
    hidesOrderSettings: used.has('HideOrderSettings'),
    hidesTradeAmount: used.has('HideTradeAmountSettings'),
  };
}

/** A message without the place that stands beside it. */
function noticeOf({ message, line, column, hint }: ScriptFailure): Notice {
  const text = message.replace(/^[^:\n]*:\d+: /, '');
  return { message: hint === null ? text : `${text}; ${hint}`, line, column };
}

type JudgedRun = {
  readonly run: DryRun;
  /** The mistake that the script makes only while there is no order or position to list. */
  readonly unlisted: ScriptFailure | null;
};

/**
 * A script that takes the first of its orders without checking how many there are fails where
 * nothing was traded. It is run again with something in these lists, and all else as it was: what
 * fails then is a mistake, and what does not is only warned of.
 */
function judgedRun(compiled: CompiledScript, libraries: readonly LibrarySource[]): JudgedRun {
  const run = dryRun(compiled, libraries, 'empty lists');
  const { failure } = run;
  if (failure?.kind !== 'error') return { run, unlisted: null };
  const again = dryRun(compiled, libraries, 'lists with one element');
  const isSame = again.failure?.message === failure.message && again.failure.line === failure.line;
  return isSame ? { run, unlisted: null } : { run: again, unlisted: failure };
}

function absentNotice(failure: ScriptFailure): Notice {
  const { message, line, column } = noticeOf(failure);
  return { message: `while there is no order or position to list: ${message}`, line, column };
}

function unseenInputs(source: string, inputs: readonly InputDeclaration[]): Notice[] {
  const seen = new Set(inputs.map(({ label }) => label));
  return declaredInputs(source)
    .filter(({ label }) => !seen.has(label))
    .map(({ label, line }) => ({
      message: `input '${label}' stands in a part that the check did not run: it cannot be set`,
      line,
      column: null,
    }));
}

function mixedTrading({ usesManagedTrading, usesUnmanagedTrading }: ScriptFlags): Notice[] {
  if (!usesManagedTrading || !usesUnmanagedTrading) return [];
  const message = 'both managed and unmanaged trading commands are used';
  return [{ message, line: null, column: null }];
}

/** A custom command is called from many places, which must not see one another's globals. */
function globalsOf({ globals, hostNames }: CompiledScript): Notice[] {
  const offered = new Set([...hostNames, ...LIBRARY.keys(), ...LIBRARY_TABLES, '_G', '_VERSION']);
  return globals
    .filter(({ name }) => !offered.has(name))
    .map(({ name, line, column }) => ({
      message: `a custom command has no globals: make '${name}' local`,
      line,
      column,
    }));
}

const MISSING_COMMAND = /^unknown reference 'CC_(\w+)'/;

/** A diagnostic; of a custom command that is missing it says what would define it. */
function noticeAt({ message, line, column }: Diagnostic): Notice {
  const [, missing] = MISSING_COMMAND.exec(message) ?? [];
  if (missing === undefined) return { message, line, column };
  const what = `no other script here defines it with DefineCommand('${missing}', …)`;
  return { message: `${message}: ${what}`, line, column };
}

/** A source that was not run. */
function invalid(errors: readonly Notice[], commandName: string | null): CheckedScript {
  const flags = flagsOf(new Set());
  return { isValid: false, errors, warnings: [], inputs: [], flags, commandName };
}

/** Compiled only: what it does while it runs is not tried. */
function checkPine(source: string, libraries: readonly LibrarySource[]): CheckedScript {
  const compiled = compilePine(source, libraries);
  const language = 'pine';
  // What others import does not run by itself, like a script that defines a command.
  const commandName = titleOf(source);
  if (!compiled.ok) return { ...invalid(compiled.rejection.map(noticeAt), commandName), language };
  const { warnings, inputs } = compiled.value;
  return {
    language,
    isValid: true,
    errors: [],
    warnings: warnings.map(noticeAt),
    inputs: inputs.map(declarationOf),
    flags: flagsOf(new Set()),
    commandName,
  };
}

/** Never throws for what is wrong with the source. `libraries` do not contain it. */
export function checkScript(source: string, libraries: readonly LibrarySource[]): CheckedScript {
  if (saysPine(source)) return checkPine(source, libraries);
  const commandName = commandNameOf(source);
  const mistakes = commandMistakes(source, libraries);
  const known = customCommandNames(libraries);
  const names = commandName === null ? known : [...known, `CC_${commandName}`];
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: offeredNames(names),
    foreignNames: FOREIGN_NAMES,
  });
  if (!compiled.ok) return invalid([...mistakes, ...compiled.rejection.map(noticeAt)], commandName);
  if (mistakes.length > 0) return invalid(mistakes, commandName);
  const flags = flagsOf(new Set(compiled.value.globalNames));
  const { run, unlisted } = judgedRun(compiled.value, libraries);
  const { flat, failure } = run;
  const errors = [
    ...(commandName === null ? [] : globalsOf(compiled.value)),
    ...(failure === null ? [] : [noticeOf(failure)]),
  ];
  const written = flat.lines.filter(({ severity }) => severity === 'warning');
  const warnings = [
    ...(unlisted === null ? [] : [absentNotice(unlisted)]),
    ...written.map(({ message }) => ({ message, line: null, column: null })),
    ...mixedTrading(flags),
    ...unseenInputs(source, flat.inputs()),
  ];
  return {
    isValid: errors.length === 0,
    errors,
    warnings,
    inputs: flat.inputs(),
    flags,
    commandName,
  };
}
