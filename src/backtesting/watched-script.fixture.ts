// Runs a script as a backtest and notes what it shows: its calls of `See(...)` with what the values
// hold in that update, to the last bit, and how the run ended.

import assert from 'node:assert/strict';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import type { FeedSetup } from '#backtesting/make-feed.ts';
import { makeFeed } from '#backtesting/make-feed.ts';
import type { Container } from '#engine/values/container.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import type { MakeContext } from '#engine/run/run-brain.ts';
import { scriptBrain } from '#commands/binding/script-brain.ts';
import { isSeries } from '#engine/values/elements-of.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { NIL } from '#lua/semantics/kind.ts';

export type Observations = {
  /** One line for each call of `See`, beginning with its row. */
  readonly seen: readonly string[];
  /** How the run failed; null when it came to its end. */
  readonly failure: string | null;
};

/** The script compiled with all commands and `See`. */
export function watchable(source: string, libraries: readonly LibrarySource[] = []): LoadedScript {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: new Map([
      ...offeredNames(customCommandNames(libraries)),
      ['See', { type: 'function', result: NIL, isSingle: true }],
    ]),
  });
  assert.ok(compiled.ok, compiled.ok ? '' : `${JSON.stringify(compiled.rejection)}\n${source}`);
  return loadScript(compiled.value);
}

/** Runs it over the input, whose own script is not looked at. */
export function watchScript(script: LoadedScript, input: BacktestInput): Observations {
  const seen: string[] = [];
  const { feed, series } = makeFeed(watchedSetup(script, input, seen));
  const ended = feedBacktest(feed, () => true);
  series.release();
  return { seen, failure: ended.ok ? null : ended.rejection.message };
}

/** A backtest built with the script; what it shows goes to `seen`. */
export function watchedSetup(
  script: LoadedScript,
  input: BacktestInput,
  seen: string[],
  makeHost = hostOver(input.libraries),
): FeedSetup {
  const makeBrain = scriptBrain(script, (makeContext) => {
    const host = makeHost(makeContext);
    const See = (...values: LuaValue[]): undefined => {
      seen.push(`${host.row}: ${values.map((value) => shownValue(value, 4)).join(' | ')}`);
    };
    return Object.assign(host, { See });
  });
  return { input, seed: 1, notesDecisions: true, keepsLog: false, makeBrain, beginRow: 0 };
}

function hostOver(libraries: readonly LibrarySource[]): (makeContext: MakeContext) => HostObject {
  const custom = prepareCustomCommands(libraries);
  return (makeContext) => makeHostOnStage(makeContext, custom);
}

/** What a value holds now; of a series the count and three elements. */
export function shownValue(value: LuaValue, depth: number): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (isSeries(value)) {
    const count = value.count();
    return `series(${count}: ${value.at(1)} ${value.at(2)} ${value.at(count)})`;
  }
  if (typeof value !== 'object') return typeof value === 'function' ? 'function' : String(value);
  if (depth === 0) return '...';
  if (value instanceof LuaTable) return shownTable(value, depth - 1);
  if (!isHostValue(value)) return 'coroutine';
  if (value.kind !== 'container') return `${value.kind}(${value.toText()})`;
  const { names, values } = value as Container;
  return `{${names.map((name, at) => `${name}=${shownValue(values[at], depth - 1)}`).join(', ')}}`;
}

function shownTable(table: LuaTable, depth: number): string {
  const cursor = new TableCursor(table);
  const entries: string[] = [];
  while (cursor.advance()) {
    entries.push(`${shownValue(cursor.key, depth)}=${shownValue(cursor.value, depth)}`);
  }
  return `[${entries.join(', ')}]`;
}
