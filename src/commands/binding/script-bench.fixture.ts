// Runs a script's lines with all commands over a market where nothing moves; what tests of commands
// share.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import type { LibrarySource } from '#commands/binding/custom-command-names.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import type { FlatContext } from '#commands/check/flat-context.ts';
import { makeFlatStore } from '#commands/check/flat-window.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { createInstance, runScript } from '#lua/run-script.ts';
import type { ScriptFailure } from '#lua/run-script.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { isSeries } from '#engine/values/elements-of.ts';

/** The window over which scripts run, and the row of their first update. */
const ROWS = 1_000;
const FIRST_ROW = 600;

export type Bench = FlatContext & {
  /** Runs the script once more and gives what it returns; mistakes fail the test. */
  readonly run: () => LuaValue[];
  /** Runs it once more and gives the mistake that it makes. */
  readonly fail: () => ScriptFailure;
};

/** A script ready to run update by update. `api` stand in for those of the flat market. */
export function benchOf(
  source: string,
  api: Partial<CommandContext> = {},
  libraries: readonly LibrarySource[] = [],
): Bench {
  const flat = createFlatContext();
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: offeredNames(customCommandNames(libraries)),
  });
  assert.ok(compiled.ok, JSON.stringify(compiled));
  const { marketTag, intervalMinutes } = flat.context.settings;
  const store = makeFlatStore(marketTag, flat.context.clock.startMs() - ROWS * MINUTE_MS, ROWS);
  const host = makeHostOnStage((cursor) => {
    const series = makeSeriesApi({ store, cursor, marketTag, intervalMinutes });
    return { ...flat.context, series, ...api };
  }, prepareCustomCommands(libraries));
  const instance = createInstance(loadScript(compiled.value), host, 1);
  const step = (): ReturnType<typeof runScript> => {
    host.row = Math.min(ROWS - 1, FIRST_ROW + flat.update.number);
    const result = runScript(instance);
    flat.finishUpdate();
    flat.update.number += 1;
    return result;
  };
  return {
    ...flat,
    run: () => {
      const result = step();
      assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.rejection));
      return result.value;
    },
    fail: () => {
      const result = step();
      assert.ok(!result.ok, 'the script makes no mistake');
      return result.rejection;
    },
  };
}

/** What one run of the script returns. */
export function valuesOf(source: string, api?: Partial<CommandContext>): LuaValue[] {
  return benchOf(source, api).run();
}

/** The message of the mistake that one run of the script makes. */
export function messageOf(source: string, api?: Partial<CommandContext>): string {
  return benchOf(source, api).fail().message;
}

/** A value as plain data: a list or a series as an array, any other table as [key, value] pairs. */
function plain(value: LuaValue): unknown {
  if (isSeries(value)) {
    return Array.from({ length: value.count() }, (_, index) => value.at(index + 1));
  }
  if (!(value instanceof LuaTable)) return isHostValue(value) ? value.toText() : value;
  if (value.map === null && Object.keys(value.hash).length === 0) return value.list.map(plain);
  const cursor = new TableCursor(value);
  const pairs: unknown[] = [];
  while (cursor.advance()) pairs.push([plain(cursor.key), plain(cursor.value)]);
  return pairs;
}

/** What an expression gives, as plain data; several values as an array. */
export function evaluate(expression: string, api?: Partial<CommandContext>): unknown {
  const values = valuesOf(`return ${expression}`, api).map(plain);
  return values.length === 1 ? values[0] : values;
}

/** One test for each case: an expression, and what it gives. */
export function testExpressions(cases: readonly (readonly [string, unknown])[]): void {
  for (const [expression, expected] of cases) {
    void test(`${expression} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(evaluate(expression), expected);
    });
  }
}
