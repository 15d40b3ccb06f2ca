// What is known of a script before it runs on a bot: all that is wrong with its text, and, from a
// dry run over a market where nothing moves, its inputs and the mistakes that every run would make.

import { MINUTE_MS } from '#lib/time.ts';
import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import type { CommandCategory } from '#engine/commands/command.ts';
import type { InputDeclaration } from '#engine/desks/input-desk.ts';
import { makeHostOnStage } from '#engine/binding/make-host.ts';
import { offeredNames } from '#engine/binding/offered-names.ts';
import {
  customCommandNames,
  prepareCustomCommands,
} from '#engine/binding/prepare-custom-commands.ts';
import type { LibrarySource } from '#engine/binding/prepare-custom-commands.ts';
import { commandNameOf, declaredInputs } from '#engine/check/declared-names.ts';
import { createFlatContext } from '#engine/check/flat-context.ts';
import type { FlatContext } from '#engine/check/flat-context.ts';
import { makeFlatStore } from '#engine/check/flat-window.ts';
import { makeSeriesDesk } from '#engine/series/make-series-desk.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import type { CompiledScript } from '#script/compile-script.ts';
import { LIBRARY, LIBRARY_TABLES } from '#script/library/library.ts';
import { loadScript } from '#script/load-script.ts';
import { callScript, createInstance, runScript } from '#script/run-script.ts';
import type { ScriptFailure, ScriptInstance, ScriptLimits } from '#script/run-script.ts';

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
};

/** A month of minutes: the usual indicators have values on hours and on days. */
const ROWS = 50_000;
/** Updates at the window's end, so that indicators have their values; the last one is final. */
const UPDATES = 3;

/** Far less than a run's own: a check answers while its user waits. */
const LIMITS: ScriptLimits = {
  steps: 20_000_000,
  bytes: 128 * 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
  slots: 60_000,
  coroutines: 1_000,
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

type DryRun = { readonly flat: FlatContext; readonly failure: ScriptFailure | null };

function dryRun(compiled: CompiledScript, libraries: readonly LibrarySource[]): DryRun {
  const flat = createFlatContext();
  const { marketTag, intervalMinutes } = flat.context.settings;
  const firstOpenMs = flat.context.clock.startMs() - (ROWS - UPDATES) * MINUTE_MS;
  const store = makeFlatStore(marketTag, firstOpenMs, ROWS);
  const host = makeHostOnStage(
    (cursor) => ({
      ...flat.context,
      series: makeSeriesDesk({ store, cursor, marketTag, intervalMinutes }),
    }),
    prepareCustomCommands(libraries),
  );
  const instance = createInstance(loadScript(compiled), host, 1);
  for (let number = 0; number < UPDATES; number += 1) {
    flat.update.number = number;
    flat.update.isFinal = number === UPDATES - 1;
    host.row = ROWS - UPDATES + number;
    const result = runScript(instance, LIMITS);
    if (!result.ok) return { flat, failure: result.rejection };
    const ended = finishUpdate(flat, instance);
    if (ended !== null) return { flat, failure: ended };
  }
  return { flat, failure: null };
}

/** Runs what the script asked to run at the end of the update. */
function finishUpdate(flat: FlatContext, instance: ScriptInstance): ScriptFailure | null {
  const ending = (): undefined => {
    flat.finishUpdate();
  };
  const result = callScript(instance, ending, [], LIMITS);
  return result.ok ? null : result.rejection;
}

/** A message without the place that stands beside it. */
function noticeOf({ message, line }: ScriptFailure): Notice {
  return { message: message.replace(/^[^:\n]*:\d+: /, ''), line, column: null };
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
function globalsOf({ globalNames, hostNames }: CompiledScript): Notice[] {
  const offered = new Set([...hostNames, ...LIBRARY.keys(), ...LIBRARY_TABLES, '_G', '_VERSION']);
  return globalNames
    .filter((name) => !offered.has(name))
    .map((name) => ({
      message: `a custom command has no globals: make '${name}' local`,
      line: null,
      column: null,
    }));
}

/** Never throws for what is wrong with the source. */
export function checkScript(source: string, libraries: readonly LibrarySource[]): CheckedScript {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: offeredNames(source, customCommandNames(libraries)),
  });
  if (!compiled.ok) {
    const errors = compiled.rejection.map(({ message, line, column }) => ({
      message,
      line,
      column,
    }));
    return {
      isValid: false,
      errors,
      warnings: [],
      inputs: [],
      flags: flagsOf(new Set()),
      commandName: null,
    };
  }
  const flags = flagsOf(new Set(compiled.value.globalNames));
  const { flat, failure } = dryRun(compiled.value, libraries);
  const commandName = commandNameOf(source);
  const errors = [
    ...(commandName === null ? [] : globalsOf(compiled.value)),
    ...(failure === null ? [] : [noticeOf(failure)]),
  ];
  const written = flat.lines.filter(({ severity }) => severity === 'warning');
  const warnings = [
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
