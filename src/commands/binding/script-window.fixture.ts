// Runs a script over a window of minutes, on the row that a test says: what tests of commands that
// read series share.

import assert from 'node:assert/strict';
import { makeHost } from '#commands/binding/make-host.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { isSeries } from '#engine/series/series.ts';
import type { Window } from '#engine/series/window.fixture.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows, runScript } from '#lua/run-script.ts';
import { STEPS, meter } from '#lua/runtime/meter.ts';
import type { HostObject } from '#lua/runtime/runtime.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type ScriptOnWindow = {
  /** What the script returns in the update of this row; of series their newest element. */
  readonly at: (row: number) => LuaValue[];
  /** What it returns at the end of a run from row 0 up to and with this row. */
  readonly through: (row: number) => LuaValue[];
  /** The message of the mistake that it makes there. */
  readonly failureAt: (row: number) => string;
};

export function scriptOn(window: Window, source: string, intervalMinutes = 1): ScriptOnWindow {
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames() });
  assert.ok(compiled.ok, JSON.stringify(compiled));
  const place: { host: HostObject | null } = { host: null };
  const cursor = {
    get row() {
      return place.host?.row ?? 0;
    },
  };
  const { marketTag } = window.market;
  const store = makeColumnStore([window]);
  const series = makeSeriesApi({ store, cursor, marketTag, intervalMinutes });
  const { context } = createFlatContext();
  const settings = { ...context.settings, marketTag, intervalMinutes };
  const host = makeHost({ ...context, series, settings });
  Object.assign(host, { PriceMarket: () => marketTag });
  place.host = host;
  const instance = createInstance(loadScript(compiled.value), host, 1);
  const run = (row: number): ReturnType<typeof runScript> => {
    host.row = row;
    return runScript(instance);
  };
  return {
    at: (row) => {
      const result = run(row);
      assert.ok(result.ok, result.ok ? '' : result.rejection.message);
      // What is worked out when it is requested is charged to the script.
      meter[STEPS] = DEFAULT_LIMITS.steps;
      return result.value.map((value) => (isSeries(value) ? value.at(1) : value));
    },
    through: (row) => {
      const { failure } = runRows(instance, DEFAULT_LIMITS, 0, row);
      assert.equal(failure, null);
      const result = run(row);
      assert.ok(result.ok, result.ok ? '' : result.rejection.message);
      return result.value;
    },
    failureAt: (row) => {
      const result = run(row);
      assert.ok(!result.ok, 'the script makes no mistake');
      return result.rejection.message;
    },
  };
}
