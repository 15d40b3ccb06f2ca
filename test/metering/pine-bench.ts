// Runs the last bar of a Pine script under the limits of a live bot, after some hundred bars of a
// market where nothing moves, and measures what processor time that bar takes.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import { makeFlatStore } from '#commands/check/flat-window.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { pineBrain } from '#pine/brain/pine-brain.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import type { LoadedPine } from '#pine/program/load-pine.ts';
import { loadPine } from '#pine/program/load-pine.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';
import { BYTES, STEPS, meter } from '#lua/runtime/meter.ts';
import type { Update } from './attack-bench.ts';
import { secondsOf } from './attack-bench.ts';

const ROWS = 300;
/** `bar_index` of the bar that is measured. */
export const LAST_BAR: number = ROWS - 1;

/** Null: what the compiler refuses. A program that ends before the last bar used no budget. */
export function runPineUpdate(source: string, steps: number): Update | null {
  const compiled = compilePine(source);
  if (!compiled.ok) return null;
  const loaded = loadPine(compiled.value, 'script');
  const limits = { ...DEFAULT_LIMITS, steps, bytes: LIMITS.botUpdateBytesMax };
  let seconds = 0;
  let share = 0;
  let barCount = 0;
  const main: LoadedPine['module']['main'] = (state, inputs) => {
    barCount += 1;
    const clock = secondsOf();
    try {
      return loaded.module.main(state, inputs);
    } finally {
      seconds = clock();
      const stepsUsed = steps - Math.max(0, meter[STEPS] ?? 0);
      const bytesUsed = limits.bytes - Math.max(0, meter[BYTES] ?? 0);
      share = Math.max(stepsUsed / LIMITS.botUpdateStepsMax, bytesUsed / limits.bytes);
    }
  };
  const measured = { ...loaded, module: { ...loaded.module, main } };
  const flat = createFlatContext();
  const { marketTag } = flat.context.settings;
  const firstOpenMs = flat.context.clock.startMs() - ROWS * MINUTE_MS;
  const store = makeFlatStore(marketTag, firstOpenMs, ROWS);
  const settings = { ...flat.context.settings, intervalMinutes: 1 };
  const brain = pineBrain(measured, { limits })((cursor) => {
    cursor.row = ROWS - 1;
    const series = makeSeriesApi({ store, cursor, marketTag, intervalMinutes: 1, isGrowing: true });
    return { ...flat.context, settings, series };
  }, 1);
  const { failure } = brain.runRows(ROWS - 1, ROWS);
  if (failure === null || barCount < ROWS)
    return { seconds, share: 0, ending: failure?.message ?? null };
  return { seconds, share, ending: failure.message };
}
