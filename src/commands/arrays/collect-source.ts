// A series of the script's own, one value for each candle that closes, newest first. Retained with
// the bot, so that a restart does not begin it anew.

import { barOfMinute } from '#domain/candle/interval.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Json } from '#lib/json.ts';
import type { CallContext } from '#commands/definition/command-implementation.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { numbersOf } from '#engine/values/elements-of.ts';

const VALUES_MAX = 10_000;

type Collection = { bar: number; values: number[]; series: SeriesLike | null };

export type SourceRequest = {
  readonly value: number;
  /** Minutes; zero: the bot's interval. */
  readonly interval: number;
  readonly cap: number;
  readonly initialValues: SeriesLike | undefined;
};

function isNote(note: Json | undefined): note is { bar: number; values: number[] } {
  return typeof note === 'object' && note !== null && 'bar' in note && 'values' in note;
}

/** What was collected before the run began, or the values to start with. */
function begin(note: Json | undefined, initialValues: SeriesLike | undefined): Collection {
  if (isNote(note)) return { bar: note.bar, values: note.values.slice(), series: null };
  const values = initialValues === undefined ? [] : numbersOf(initialValues);
  return { bar: Number.NaN, values, series: null };
}

/**
 * The values so far. The first call takes its value at once, later ones when a candle closed.
 */
export function collectSource(context: CallContext, request: SourceRequest): SeriesLike {
  const { calls, clock, memory, series, settings } = context;
  const key = calls.place();
  const state = calls.state(() => begin(memory.note(key), request.initialValues));
  const interval = request.interval > 0 ? request.interval : settings.intervalMinutes;
  const bar = barOfMinute(interval, Math.floor(clock.nowMs() / MINUTE_MS));
  if (state.series !== null && state.bar === bar) return state.series;
  if (state.bar !== bar) {
    const most = Math.min(VALUES_MAX, Math.max(1, Math.trunc(request.cap)));
    state.bar = bar;
    state.values = [request.value, ...state.values].slice(0, most);
    memory.keepNote(key, { bar, values: state.values });
  }
  state.series = series.fromNumbers(state.values);
  return state.series;
}
