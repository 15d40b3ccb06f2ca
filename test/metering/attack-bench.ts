// Runs one update of a script under the limits of a live bot, over a month of minutes, and measures
// what processor time it takes.

import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import { makeFlatStore } from '#commands/check/flat-window.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import { loadScript } from '#script/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runScript } from '#script/run-script.ts';

const ROWS = 50_000;

export type Update = {
  readonly seconds: number;
  /** What ended it; null when it came to its end. */
  readonly ending: string | null;
};

const LIVE = {
  ...DEFAULT_LIMITS,
  steps: LIMITS.botUpdateStepsMax,
  bytes: LIMITS.botUpdateBytesMax,
};

/** One update of a fresh instance. */
export function runUpdate(source: string, steps: number): Update {
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames(source) });
  assert.ok(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
  const flat = createFlatContext();
  const { marketTag, intervalMinutes } = flat.context.settings;
  const firstOpenMs = flat.context.clock.startMs() - ROWS * MINUTE_MS;
  const store = makeFlatStore(marketTag, firstOpenMs, ROWS);
  const host = makeHostOnStage((cursor) => ({
    ...flat.context,
    series: makeSeriesApi({ store, cursor, marketTag, intervalMinutes, isGrowing: true }),
  }));
  const instance = createInstance(loadScript(compiled.value), host, 1);
  host.row = ROWS - 1;
  const before = process.threadCpuUsage();
  const result = runScript(instance, { ...LIVE, steps });
  const { user, system } = process.threadCpuUsage(before);
  return { seconds: (user + system) / 1e6, ending: result.ok ? null : result.rejection.message };
}
