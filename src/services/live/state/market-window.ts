// The minutes that running bots read, growing as minutes close, and whether their markets are still
// there and open. Bots on the same markets that began on the same day share one window. It lies in
// memory that the threads of their runs read, and is written here alone.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { alignColumns } from '#backtesting/align-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import { setCandle } from '#domain/candle/columns-from-candles.ts';
import { fillMissing } from '#domain/candle/fill-missing.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { extendColumnStore, makeColumnStore } from '#engine/series/column-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { hasSameSteps } from '#services/history/fetch-minutes.ts';
import { candleSourceOf, stepsOf } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import { describeLoadRejection, loadHistory } from '#services/history/load-history.ts';
import type { HostedRun, SeenVenue } from '#services/live/state/hosted-run.ts';
import type { DeliveredVenue } from '#services/live/state/live-run.ts';
import type { LiveMinutes } from '#services/live/state/live-minutes.ts';
import { liveColumns } from '#services/live/state/live-minutes.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import type { WindowColumns } from '#services/live/state/run-messages.ts';
import { appendMinutes, minutesOfOthers, withRoom } from '#services/live/state/window-minutes.ts';
import { findMarket } from '#services/markets/find-market.ts';

export type MarketWindow = {
  readonly key: string;
  /** Its runs began before its minutes do. */
  readonly isCut: boolean;
  /** Its runs see no later correction of a minute. */
  readonly seenCorrection: number;
  /** The trade market first. */
  readonly markets: readonly Market[];
  /** By market; all have the same rows. Replaced by longer ones. */
  columns: ReadonlyMap<MarketTag, CandleColumns>;
  /** Of their last row; 0 without columns. */
  endMs: number;
  holdersCount: number;
  /** Markets that are not open; replaced when it changes. */
  standing: ReadonlyMap<MarketTag, MarketStanding>;
  /** A market has been listed with other steps than those of its minutes here: no more come. */
  hasOtherSteps: boolean;
};

/** `changed`: it has other limits than the window's runs trade by; `recounted`: other steps. */
export type MarketStanding = 'closed' | 'gone' | 'changed' | 'recounted';

export const ALL_OPEN: ReadonlyMap<MarketTag, MarketStanding> = new Map();

export type WindowStart = {
  readonly startMs: number;
  /** How many minutes of its runs' lives lie before it, as columns depend on those. */
  readonly rowsCut: number;
  /** See `MarketWindow`. */
  readonly seenCorrection: number;
  /** Of markets whose minutes begin later, when they do. */
  readonly laterMarkets?: LaterMarkets | undefined;
};

/** Before then nothing is known of a market, and its rows are missing. */
export type LaterMarkets = readonly (readonly [marketTag: MarketTag, fromMs: number])[];

/** Key of a window; bots with equal keys may share it. */
export function windowKey(
  markets: readonly Market[],
  { startMs, rowsCut, seenCorrection, laterMarkets = [] }: WindowStart,
): string {
  // Minutes are counted in steps, which an exchange may change while bots run.
  const counted = markets.map((market) => {
    const { priceStep, amountStep } = stepsOf(market);
    return `${market.marketTag} ${priceStep} ${amountStep}`;
  });
  const later = laterMarkets.filter(([, fromMs]) => fromMs > startMs).map((each) => each.join(' '));
  return [...counted, startMs, rowsCut, seenCorrection, ...later].join('|');
}

/**
 * The newest correction that concerns minutes of the window and that runs have seen which began
 * when `seen` was the newest of all: with the same one they can share a window. Throws Failure.
 */
export async function relevantCorrection(
  { history, candleSources }: HistoryDeps,
  markets: readonly Market[],
  startMs: number,
  seen: number,
): Promise<number> {
  let newest = 0;
  for (const { marketTag, exchange } of markets) {
    if (seen === 0 || candleSourceOf({ candleSources }, exchange) !== null) continue;
    const all = await history.listCorrections(marketTag, { fromMs: startMs, toMs: Infinity }, 0);
    newest = Math.max(newest, all.find(({ number }) => number <= seen)?.number ?? 0);
  }
  return newest;
}

/**
 * All minutes that are known from `startMs` on; those that other windows have lie in their memory.
 * The rejection is a sentence. Throws Failure.
 */
export async function openWindow(
  deps: HistoryDeps,
  markets: readonly Market[],
  start: WindowStart,
  others: Iterable<MarketWindow> = [],
): Promise<Result<MarketWindow, string>> {
  const { startMs, rowsCut, seenCorrection } = start;
  const laterMs = new Map(start.laterMarkets);
  const loaded = new Map<MarketTag, CandleColumns>();
  for (const market of markets) {
    const { marketTag } = market;
    const shared = minutesOfOthers(others, market, start);
    if (shared !== null) {
      loaded.set(marketTag, shared);
      continue;
    }
    const fromMs = Math.max(startMs, laterMs.get(marketTag) ?? startMs);
    const columns = await loadKnown(deps, marketTag, fromMs, seenCorrection);
    if (!columns.ok) return columns;
    const rowCount = columns.value.rowCount + (fromMs - startMs) / MINUTE_MS;
    loaded.set(marketTag, alignColumns(columns.value, startMs, rowCount));
  }
  const rowCount = Math.min(...[...loaded.values()].map((each) => each.rowCount));
  if (rowCount === 0) return rejected('Its markets have no common price history.');
  const columns = new Map([...loaded].map(([tag, each]) => [tag, withRoom(each, rowCount)]));
  const key = windowKey(markets, start);
  return accepted({
    key,
    isCut: rowsCut > 0,
    seenCorrection,
    markets,
    columns,
    endMs: endOf(columns),
    holdersCount: 0,
    standing: ALL_OPEN,
    hasOtherSteps: false,
  });
}

function endOf(columns: WindowColumns): number {
  const [first] = columns.values();
  return first === undefined ? 0 : endOfColumns(first);
}

/** Takes in the minutes that have closed since; returns whether there were any. Throws Failure. */
export async function extendWindow(
  deps: HistoryDeps & { readonly liveMinutes?: LiveMinutes },
  window: MarketWindow,
): Promise<boolean> {
  if (window.hasOtherSteps) return false;
  const fromMs = window.endMs;
  if (deps.clock.nowMs() < fromMs + MINUTE_MS) return false;
  const added = new Map<MarketTag, CandleColumns>();
  for (const marketTag of window.columns.keys()) {
    const live = liveColumns(deps.liveMinutes, marketTag, fromMs);
    if (live === 'none') return false;
    if (live !== null) {
      added.set(marketTag, live);
      continue;
    }
    const columns = await loadKnown(deps, marketTag, fromMs, window.seenCorrection);
    if (!columns.ok) return false;
    added.set(marketTag, columns.value);
  }
  const rowCount = Math.min(...[...added.values()].map((each) => each.rowCount));
  // Another bot of the window may have extended it meanwhile.
  if (rowCount === 0 || window.endMs !== fromMs) return window.endMs > fromMs;
  const columns = new Map(
    [...window.columns].map(([tag, shown]) => {
      const more = sliceColumns(added.get(tag) as CandleColumns, 0, rowCount);
      return [tag, appendMinutes(shown, more)] as const;
    }),
  );
  window.columns = columns;
  window.endMs = endOf(columns);
  return true;
}

/**
 * From `fromMs` to the last minute that is known, as they were before corrections that came after
 * the one that was seen; the rejection is a sentence.
 */
async function loadKnown(
  deps: HistoryDeps,
  marketTag: MarketTag,
  fromMs: number,
  seenCorrection: number,
): Promise<Result<CandleColumns, string>> {
  let loaded = await loadHistory(deps, marketTag, fromMs, deps.clock.nowMs(), 'own');
  if (!loaded.ok && loaded.rejection.code === 'not_covered') {
    const { covered } = loaded.rejection;
    if (covered.fromMs <= fromMs && covered.toMs > fromMs)
      loaded = await loadHistory(deps, marketTag, fromMs, covered.toMs, 'own');
  }
  if (loaded.ok) {
    await undoCorrections(deps, marketTag, loaded.value, seenCorrection);
    return loaded;
  }
  return rejected(`${describeLoadRejection(loaded.rejection, marketTag)}.`);
}

/** They are listed after the minutes were read, so that none is missed; the oldest comes last. */
async function undoCorrections(
  { history }: HistoryDeps,
  marketTag: MarketTag,
  columns: CandleColumns,
  seenCorrection: number,
): Promise<void> {
  const window = { fromMs: columns.firstOpenMs, toMs: endOfColumns(columns) };
  const corrections = await history.listCorrections(marketTag, window, seenCorrection);
  if (corrections.length === 0) return;
  for (const { openTimeMs, before } of corrections) {
    const row = rowOf(columns, openTimeMs);
    if (before === null) columns.isMissing[row] = 1;
    else setCandle(columns, row, before);
  }
  fillMissing(columns);
}

/** The row of the minute that begins at an instant. */
export function rowAt({ startMs }: Pick<LiveSetup, 'startMs'>, openMs: number): number {
  return (openMs - startMs) / MINUTE_MS;
}

/** Rows cut off the beginning of a window when the run moved to a shorter one; usually none. */
export function rowsCut({ rowsCut: rows = 0 }: Pick<LiveSetup, 'rowsCut'>): number {
  return rows;
}

type WindowOfRun = {
  readonly setup: { readonly startMs: number };
  readonly window: { readonly endMs: number };
};

/** The first row of a minute that has not closed yet, as far as is known. */
export function knownRow({ setup, window }: WindowOfRun): number {
  return rowAt(setup, window.endMs);
}

/** Notes how the window's markets stand at their exchange. Throws Failure. */
export async function pollMarkets(
  exchanges: ExchangeRegistry,
  window: MarketWindow,
): Promise<void> {
  const standing = new Map<string, MarketStanding>();
  for (const market of window.markets) {
    const { marketTag, exchange: code } = market;
    const exchange = exchanges.find(code);
    const now = exchange === null ? null : await findMarket(exchange, marketTag);
    if (now !== null && !hasSameSteps(now, market)) window.hasOtherSteps = true;
    if (now === null) standing.set(marketTag, 'gone');
    else if (!hasSameSteps(now, market)) standing.set(marketTag, 'recounted');
    else if (!now.isOpen) standing.set(marketTag, 'closed');
    else if (LIMITS_OF_ORDERS.some((name) => now[name] !== market[name]))
      standing.set(marketTag, 'changed');
  }
  const isSame =
    standing.size === window.standing.size &&
    [...standing].every(([marketTag, how]) => window.standing.get(marketTag) === how);
  if (!isSame) window.standing = standing;
}

const LIMITS_OF_ORDERS = [
  'minOrderAmount',
  'minOrderValue',
  'maxOrderAmount',
  'maxOrderValue',
] as const satisfies readonly (keyof Market)[];

/** Whether it was not delivered to the run yet how its markets stand. */
export function haveMarketsChanged(
  { standing }: Pick<DeliveredVenue, 'standing'>,
  window: Pick<MarketWindow, 'standing'>,
): boolean {
  return standing !== window.standing;
}

/**
 * Tells a run, in its log, how its markets stand now. One whose market is gone or is counted in
 * other steps is over: no minutes come for it, and what it has seen is counted in the former ones.
 */
export function checkMarkets(
  { identity, engine, venue, progress }: HostedRun,
  standing: SeenVenue['standing'],
): void {
  const { run, window } = engine;
  const { standing: before } = venue;
  venue.standing = standing;
  if (identity.isFollowed) return;
  const atMs = window.endMs;
  for (const { market } of run.markets) {
    const { marketTag } = market;
    const now = standing.get(marketTag);
    if (now === 'gone')
      progress.ending = {
        reason: `Its market "${marketTag}" no longer exists.`,
        isFault: true,
        by: 'exchange',
      };
    if (now === 'recounted')
      progress.ending = {
        reason: `The steps of its market "${marketTag}" ${RECOUNTED}`,
        isFault: true,
        by: 'exchange',
      };
    if (now === before.get(marketTag)) continue;
    if (now === 'closed') {
      const text = `market "${marketTag}" is closed: orders on it fail until it opens`;
      writeLine(run.log, atMs, 'warning', text);
      continue;
    }
    if (before.get(marketTag) === 'closed' && now !== 'gone')
      writeLine(run.log, atMs, 'info', `market "${marketTag}" is open again`);
    if (now === 'changed')
      writeLine(run.log, atMs, 'warning', `market "${marketTag}" ${OTHER_TERMS}`);
  }
}

const RECOUNTED =
  'were changed: delete its history, sync it anew, and start the bot again. Orders that the ' +
  'exchange has stay there; those that waited with the service for a price were cancelled.';

const OTHER_TERMS =
  'has other limits than when the bot was loaded: orders that do not fit them fail; stop the bot ' +
  'and start it anew to trade by them';

export type RunWindow = {
  /** The trade market first. */
  readonly markets: readonly Market[];
  /** By market; all have the same rows. Replaced by longer ones. */
  columns: WindowColumns;
  /** Of their last row; 0 without columns. */
  endMs: number;
  readonly store: ColumnStore;
};

/** `isCut`: its runs began before its minutes do. */
export function openRunWindow(
  markets: readonly Market[],
  columns: WindowColumns,
  isCut = false,
): RunWindow {
  const store = makeColumnStore(
    markets.map((market) => ({ market, candles: columnsOf(columns, market) })),
    { runBytesMax: LIMITS.botColumnsBytesMax },
    isCut,
  );
  return { markets, columns, endMs: endOf(columns), store };
}

function columnsOf(columns: WindowColumns, { marketTag }: { marketTag: MarketTag }): CandleColumns {
  const found = columns.get(marketTag);
  assert(found !== undefined, 'a window has the minutes of its markets');
  return found;
}

/** Takes in minutes that have closed since; `columns` hold the earlier ones as they were. */
export function growRunWindow(window: RunWindow, columns: WindowColumns): void {
  extendColumnStore(window.store, columns);
  window.columns = columns;
  window.endMs = endOf(columns);
}
