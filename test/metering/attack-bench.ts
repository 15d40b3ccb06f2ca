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
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runScript } from '#lua/run-script.ts';
import { BYTES, STEPS, meter } from '#lua/runtime/meter.ts';

const ROWS = 50_000;

export type Update = {
  readonly seconds: number;
  /** Which share of its budget it used: of its steps or of its bytes, whichever is more. */
  readonly share: number;
  /** What ended it; null when it came to its end. */
  readonly ending: string | null;
};

/** Processor time comes in ticks of some milliseconds: what is shorter is taken from the clock. */
const LONG_SECONDS = 0.04;

/** Begins a measurement; what it gives says how much processor time this thread took since. */
export function secondsOf(): () => number {
  const before = process.threadCpuUsage();
  const beganAtMs = performance.now();
  return () => {
    const tookSeconds = (performance.now() - beganAtMs) / 1e3;
    const { user, system } = process.threadCpuUsage(before);
    return tookSeconds < LONG_SECONDS ? tookSeconds : (user + system) / 1e6;
  };
}

const LIVE = {
  ...DEFAULT_LIMITS,
  steps: LIMITS.botUpdateStepsMax,
  bytes: LIMITS.botUpdateBytesMax,
};

/** One update of a fresh instance. One that comes to its end does not say what it used. */
export function runUpdate(source: string, steps: number): Update {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: offeredNames(),
    refusesUnknownNames: false,
  });
  assert.ok(compiled.ok, compiled.ok ? '' : `${JSON.stringify(compiled.rejection)} in ${source}`);
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
  let share = 0;
  const limits = {
    ...LIVE,
    steps,
    // Read last where an update failed, before its meter is filled again.
    get bytes() {
      const stepsUsed = steps - Math.max(0, meter[STEPS] ?? 0);
      const bytesUsed = LIVE.bytes - Math.max(0, meter[BYTES] ?? 0);
      share = Math.max(stepsUsed / LIVE.steps, bytesUsed / LIVE.bytes);
      return LIVE.bytes;
    },
  };
  const clock = secondsOf();
  const result = runScript(instance, limits);
  const seconds = clock();
  if (result.ok) return { seconds, share: 0, ending: null };
  return { seconds, share, ending: result.rejection.message };
}
