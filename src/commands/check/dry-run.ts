// A script run without a bot: over a market where nothing moves, and where nothing was traded.

import { MINUTE_MS } from '#lib/time.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import type { FlatContext } from '#commands/check/flat-context.ts';
import { makeFlatStore } from '#commands/check/flat-window.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import type { CompiledScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { callScript, createInstance, runScript } from '#lua/run-script.ts';
import type { ScriptFailure, ScriptInstance, ScriptLimits } from '#lua/run-script.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import { LuaTable, tableFromList } from '#lua/runtime/table.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

/** A month of minutes: the usual indicators have values on hours and on days. */
const ROWS = 50_000;
/** Updates at the window's end, so that indicators have their values; the last one is final. */
const UPDATES = 3;

/** Far less than a run's own: a check returns while its user waits. */
const LIMITS: ScriptLimits = {
  steps: 20_000_000,
  bytes: 128 * 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
  slots: 60_000,
  coroutines: 1_000,
};

/** Whether the commands that list orders and positions give one where there is none. */
export type ListContents = 'empty lists' | 'lists with one element';

export type DryRun = { readonly flat: FlatContext; readonly failure: ScriptFailure | null };

/** Runs the script three times at the end of a month, the last time as a run's last update. */
export function dryRun(
  compiled: CompiledScript,
  libraries: readonly LibrarySource[],
  contents: ListContents,
): DryRun {
  const flat = createFlatContext();
  const { marketTag, intervalMinutes } = flat.context.settings;
  const firstOpenMs = flat.context.clock.startMs() - (ROWS - UPDATES) * MINUTE_MS;
  const store = makeFlatStore(marketTag, firstOpenMs, ROWS);
  const host = makeHostOnStage(
    (cursor) => ({
      ...flat.context,
      series: makeSeriesApi({ store, cursor, marketTag, intervalMinutes }),
    }),
    prepareCustomCommands(libraries),
  );
  if (contents === 'lists with one element') fillLists(host);
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

/** Commands that list orders or positions, with the command that shows one that does not exist. */
const LISTINGS: readonly (readonly [listing: string, shown: string])[] = COMMAND_CATALOGUE.flatMap(
  ({ name, result }) =>
    result.kind === 'list' && result.of.endsWith('Container') ? [[name, result.of] as const] : [],
);

/** Each list that has nothing in it gets the one element that such commands would show. */
function fillLists(host: HostObject): void {
  const members = host as Record<string, unknown>;
  for (const [listing, shown] of LISTINGS) {
    const list = host[listing] as LuaFunction;
    const show = host[shown] as LuaFunction;
    members[listing] = (...args: LuaValue[]) => {
      const given = list.apply(host, args);
      const isEmpty = given instanceof LuaTable && given.list.length === 0;
      return isEmpty ? tableFromList([show.call(host, '') as LuaValue]) : given;
    };
  }
}
