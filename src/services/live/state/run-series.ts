// Data series of a run that reads some: the points that it was given, and columns of its own, which
// end with the minute that it is run for. So nothing is computed of a minute before the run was
// given what was known in it, however far the window is that it shares with others.

import { MINUTE_MS } from '#lib/time.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import type { PointsToTell, DeliveredSeries } from '#domain/data-series/delivered-points.ts';
import { tellPoints } from '#domain/data-series/delivered-points.ts';
import { extendColumnStore, makeColumnStore } from '#engine/series/column-store.ts';
import type { HostedEngine } from '#services/live/state/hosted-run.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { RunWindow } from '#services/live/state/market-window.ts';
import type { WindowColumns } from '#services/live/state/run-messages.ts';

export type RunSeries = {
  readonly delivered: DeliveredSeries;
  /** The window that it shares with others, whose minutes it reads. */
  readonly shared: RunWindow;
};

/** Null: the run reads no data series. */
export function runSeries({ dataSeries }: LiveSetup, shared: RunWindow): RunSeries | null {
  return dataSeries === undefined ? null : { delivered: new Map(), shared };
}

/** The window of a run: the shared one, or its own, with the rows before `toRow`. */
export function windowOfRun(series: RunSeries | null, shared: RunWindow, toRow: number): RunWindow {
  if (series === null) return shared;
  const { markets, columns, store } = shared;
  const candles = rowsBefore(columns, Math.max(0, toRow));
  const own = makeColumnStore(
    markets.flatMap((market) => {
      const found = candles.get(market.marketTag);
      return found === undefined ? [] : [{ market, candles: found }];
    }),
    store.limits,
    store.isCut,
    series.delivered,
  );
  // No minute is known to the run before it was given what was known in it.
  return { markets, columns, endMs: own.firstMinute * MINUTE_MS, store: own };
}

function rowsBefore(columns: WindowColumns, toRow: number): WindowColumns {
  return new Map([...columns].map(([tag, each]) => [tag, sliceColumns(each, 0, toRow)]));
}

type OfSeries = Pick<HostedEngine, 'window' | 'dataSeries'>;

/** Computes the run's own columns for the rows before `toRow`. */
export function computeRows({ window, dataSeries }: OfSeries, toRow: number): void {
  if (dataSeries === null || window.store.rowCount >= toRow) return;
  extendColumnStore(window.store, rowsBefore(dataSeries.shared.columns, toRow));
  window.endMs = Math.max(window.endMs, (window.store.firstMinute + toRow) * MINUTE_MS);
}

/**
 * Takes over what the shared window has by now, up to an instant: what was known later is not given
 * yet.
 */
export function followShared({ window, dataSeries }: OfSeries, untilMs: number): void {
  if (dataSeries === null) return;
  const { shared } = dataSeries;
  window.columns = shared.columns;
  window.endMs = Math.max(window.endMs, Math.min(shared.endMs, untilMs));
}

/** Tells a run that was run for the rows before `doneRow`. */
export function tellRun(
  { dataSeries, setup }: Pick<HostedEngine, 'dataSeries' | 'setup'>,
  points: PointsToTell,
  doneRow: number,
): void {
  if (dataSeries === null) return;
  tellPoints(dataSeries.delivered, points, setup.startMs + doneRow * MINUTE_MS);
}

/** Newest delivered point of each series, in milliseconds; null for a series without points. */
export function deliveredUntil({ delivered }: RunSeries): ReadonlyMap<string, number | null> {
  return new Map([...delivered].map(([name, { newestMs }]) => [name, newestMs]));
}

type StoredSeries = readonly (readonly [
  name: string,
  newestMs: number | null,
  atMs: number[],
  values: number[],
])[];

/** What it was given, as one text. */
export function deliveredToText({ delivered }: RunSeries): string {
  const stored: StoredSeries = [...delivered].map(([name, { newestMs, atMs, values }]) => [
    name,
    newestMs,
    atMs,
    values,
  ]);
  return JSON.stringify(stored);
}

/** Replaces what was delivered by the stored form of it. */
export function restoreDelivered({ delivered }: RunSeries, text: string): void {
  delivered.clear();
  for (const [name, newestMs, atMs, values] of JSON.parse(text) as StoredSeries)
    delivered.set(name, { newestMs, atMs, values });
}
