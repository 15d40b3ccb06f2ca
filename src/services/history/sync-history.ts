// Fetches minutes of a market from its exchange into the store: on from where it stopped, and back
// to where it is reported. Days are fetched some ahead, but written in their order, so that a sync
// may be ended at any time and leaves no hole.

import type { FetchedItem } from '#lib/fetch-ahead.ts';
import { fetchAhead } from '#lib/fetch-ahead.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { listedFromMs } from '#domain/candle/listed-from-ms.ts';
import { columnsFromCandles, daysOf, isMinuteCandle } from '#domain/candle/columns-from-candles.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { candleSourceOf, findMarketAnywhere, stepsOf } from '#services/history/history-coverage.ts';
import { areSteps, fetchMinutes, stepsChanged } from '#services/history/fetch-minutes.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type SyncHistoryCommand = {
  readonly marketTag: MarketTag;
  /** Null: on from what is there; without any, the last days. */
  readonly fromMs: number | null;
  /** Up to here; without it, up to now. */
  readonly toMs?: number;
  /** Ends it between two days, as a Failure. */
  readonly signal?: AbortSignal;
  /** Stops after this many days; without it, when all is there. */
  readonly daysMax?: number;
  /**
   * Waits before a day is requested again that the exchange did not give: the budget was used up,
   * or a connection broke; `reason` says what. Without it, the first failure ends the sync.
   */
  readonly pause?: (durationMs: number, reason: string) => Promise<void>;
};

/** As many requests are under way: an exchange takes a tenth of a second for each. */
const DAYS_AHEAD_MAX = 8;
/** A budget of requests is full again within a minute. */
const RETRY_PAUSES_MS = [1_000, 5_000, 20_000, 60_000] as const;
const PASSING: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout', 'rate_limited']);

export type SyncProgress = {
  readonly marketTag: MarketTag;
  readonly doneMinutes: number;
  readonly totalMinutes: number;
};

export type SyncedHistory = {
  readonly market: Market;
  readonly addedCount: number;
  readonly replacedCount: number;
  /** What is known now; null when the exchange has nothing yet. */
  readonly covered: MinuteWindow | null;
};

export type SyncHistoryRejection =
  | { readonly code: 'market_not_found' }
  /** Its minutes are computed or were imported: there is nobody to fetch them from. */
  | { readonly code: 'nothing_to_fetch' }
  | { readonly code: 'from_in_future' }
  /** What is stored is counted in other steps than the market has now. */
  | { readonly code: 'steps_changed' }
  /** Between what is stored and now are minutes that the exchange lists no more. */
  | { readonly code: 'minutes_gone'; readonly fromMs: number; readonly toMs: number }
  /** What is stored are longer candles, which minutes cannot be added to. */
  | { readonly code: 'candles_longer'; readonly candleMinutes: number };

/** Throws Failure and OutcomeUnknown; what was fetched until then is retained. */
export async function syncHistory(
  deps: HistoryDeps,
  { marketTag, fromMs, toMs, daysMax, pause, signal }: SyncHistoryCommand,
  onProgress: (progress: SyncProgress) => void,
): Promise<Result<SyncedHistory, SyncHistoryRejection>> {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected({ code: 'market_not_found' });
  if (!canFetch(deps, found.exchange.code)) return rejected({ code: 'nothing_to_fetch' });
  const nowMs = minuteStartMs(deps.clock.nowMs());
  if (fromMs !== null && fromMs >= nowMs) return rejected({ code: 'from_in_future' });
  const stored = await deps.history.summarizeHistory(marketTag);
  const { candleMinutes = 1, covered: known = null } = stored ?? {};
  if (stored !== null && !areSteps(stored.steps, stepsOf(found.market)))
    return rejected({ code: 'steps_changed' });
  if (candleMinutes > 1) return rejected({ code: 'candles_longer', candleMinutes });
  const { candlesReachMs = Infinity } = found.exchange.promises;
  const listedMs = (): number => listedFromMs(deps.clock.nowMs(), candlesReachMs);
  const firstMs = listedMs();
  if (known !== null && known.toMs < firstMs)
    return rejected({ code: 'minutes_gone', fromMs: known.toMs, toMs: firstMs });
  const untilMs = Math.min(toMs ?? nowMs, nowMs);
  const windows = windowsToFetch(known, fromMs, untilMs, firstMs).slice(0, daysMax);
  const totalMinutes = windows.reduce((sum, window) => sum + minutesIn(window), 0);
  let [addedCount, replacedCount, doneMinutes] = [0, 0, 0];
  const fetchDay = async (window: MinuteWindow): Promise<readonly Candle[]> => {
    const candles = await fetchRetrying(found, window, pause);
    if (window.fromMs < listedMs() - MINUTE_MS) throw listedNoMore(found.market);
    return candles;
  };
  await fetchAhead(windows, DAYS_AHEAD_MAX, fetchDay, async (fetched) => {
    if (signal?.aborted === true) throw new Failure('unavailable', 'The sync was ended.');
    const written = await writeDays(deps, found.market, fetched, nowMs);
    addedCount += written.addedCount;
    replacedCount += written.replacedCount;
    doneMinutes += fetched.reduce((sum, { item }) => sum + minutesIn(item), 0);
    onProgress({ marketTag, doneMinutes, totalMinutes });
  });
  const covered = (await deps.history.summarizeHistory(marketTag))?.covered ?? null;
  return accepted({ market: found.market, addedCount, replacedCount, covered });
}

/** Whether an exchange has minutes that have to be fetched. */
export function canFetch(deps: HistoryDeps, exchangeCode: string): boolean {
  return exchangeCode !== deps.archiveCode && candleSourceOf(deps, exchangeCode) === null;
}

/**
 * A day each, or somewhat more. Backwards before what is known, so that the known stretch grows
 * without a hole wherever it is ended. Forwards with the last minutes that are known: they were
 * stored soon after their end, and nobody may have confirmed them. Nothing before `firstMs`, where
 * the exchange lists nothing.
 */
function windowsToFetch(
  known: MinuteWindow | null,
  fromMs: number | null,
  toMs: number,
  firstMs: number,
): readonly MinuteWindow[] {
  const wantedMs =
    fromMs === null ? toMs - LIMITS.historyFirstSyncMs : Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  const startMs = Math.max(wantedMs, firstMs);
  if (known === null) return daysBetween(startMs, toMs);
  const before = fromMs === null ? [] : daysBetween(startMs, known.fromMs).toReversed();
  const [next, ...others] = daysBetween(known.toMs, toMs);
  if (next === undefined) return before;
  const settledMs = known.toMs - LIMITS.historySettleMs;
  return [...before, { ...next, fromMs: Math.max(settledMs, known.fromMs, firstMs) }, ...others];
}

function daysBetween(startMs: number, endMs: number): readonly MinuteWindow[] {
  const windows: MinuteWindow[] = [];
  for (let fromMs = startMs; fromMs < endMs;) {
    const toMs = Math.min(fromMs - (fromMs % DAY_MS) + DAY_MS, endMs);
    windows.push({ fromMs, toMs });
    fromMs = toMs;
  }
  return windows;
}

async function fetchRetrying(
  found: MarketAtExchange,
  window: MinuteWindow,
  pause: SyncHistoryCommand['pause'],
): Promise<readonly Candle[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetchMinutes(found, window);
    } catch (error) {
      const durationMs = RETRY_PAUSES_MS[attempt];
      const isPassing = error instanceof Failure && PASSING.has(error.code);
      if (pause === undefined || durationMs === undefined || !isPassing) throw error;
      await pause(durationMs, error.message);
    }
  }
}

type FetchedDay = FetchedItem<MinuteWindow, readonly Candle[]>;

/** Each continues the one before it, forwards or backwards, so that all are one window. */
async function writeDays(
  deps: HistoryDeps,
  market: Market,
  fetched: readonly FetchedDay[],
  nowMs: number,
): Promise<{ readonly addedCount: number; readonly replacedCount: number }> {
  const { marketTag } = market;
  const covered = { fromMs: Infinity, toMs: -Infinity };
  const days: CandleColumns[] = [];
  for (const { item: window, fetched: candles } of fetched) {
    for (const candle of candles) checkCandle(candle, window);
    const untilMs = coveredUntil(window, candles, nowMs);
    if (untilMs <= window.fromMs) continue;
    covered.fromMs = Math.min(covered.fromMs, window.fromMs);
    covered.toMs = Math.max(covered.toMs, untilMs);
    days.push(...daysOf(columnsFromCandles(candles, window.fromMs, untilMs)));
  }
  if (covered.toMs <= covered.fromMs) return { addedCount: 0, replacedCount: 0 };
  const about = { marketTag, steps: stepsOf(market), candleMinutes: 1, covered } as const;
  // What a feed has appended meanwhile is what running bots have seen.
  const how = { mustJoin: true, onDifference: 'correct', market: null } as const;
  const written = await deps.history.writeHistory({ ...about, ...how, days });
  if (!written.ok && written.rejection.code === 'leaves_hole') throw storedMeanwhile(market);
  if (!written.ok) throw stepsChanged(market);
  return written.value;
}

/** They would look like minutes without a trade. Whoever tries again begins later. */
function listedNoMore({ marketTag }: Market): Failure {
  const detail = `The exchange stopped listing minutes of "${marketTag}" while they were requested.`;
  return new Failure('unavailable', detail);
}

/** Whoever tries again begins from what is stored now. */
function storedMeanwhile({ marketTag }: Market): Failure {
  const detail = `Other minutes of "${marketTag}" were stored or deleted meanwhile.`;
  return new Failure('conflict', detail);
}

/** An exchange may show the last minutes late: those without a candle are requested again. */
function coveredUntil(window: MinuteWindow, candles: readonly Candle[], nowMs: number): number {
  const settledMs = nowMs - LIMITS.historySettleMs;
  if (window.toMs <= settledMs) return window.toMs;
  const last = candles.at(-1);
  const seenMs = last === undefined ? window.fromMs : last.openTimeMs + MINUTE_MS;
  return Math.max(seenMs, Math.min(window.toMs, settledMs));
}

function checkCandle(candle: Candle, { fromMs, toMs }: MinuteWindow): void {
  const { openTimeMs } = candle;
  const isInside = openTimeMs >= fromMs && openTimeMs < toMs;
  if (isInside && isMinuteCandle(candle)) return;
  throw new Failure('corrupt_reply', `The exchange sent a candle that is none (${openTimeMs}).`);
}

function minutesIn({ fromMs, toMs }: MinuteWindow): number {
  return (toMs - fromMs) / MINUTE_MS;
}
