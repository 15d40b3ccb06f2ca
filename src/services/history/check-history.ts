// Reports the gaps of a market's history.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { countMissing } from '#domain/candle/fill-missing.ts';
import type { Gap } from '#domain/candle/find-gaps.ts';
import { findGaps, joinGaps } from '#domain/candle/find-gaps.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { ChooseRejection, ChosenHistory } from '#services/history/choose-window.ts';
import { chooseWindow } from '#services/history/choose-window.ts';
import { candleSourceOf } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type CheckedHistory = ChosenHistory & {
  readonly minutesCount: number;
  readonly missingCount: number;
  /** Oldest first, at most as many as requested. */
  readonly gaps: readonly Gap[];
  readonly gapsCount: number;
};

/** Whole days, so that memory does not grow with the window. */
const STRETCH_MS = 64 * DAY_MS;

/** Null bounds are those of what is known. Throws Failure. */
export async function checkHistory(
  deps: HistoryDeps,
  marketTag: MarketTag,
  { fromMs, toMs, gapsMax }: { fromMs: number | null; toMs: number | null; gapsMax: number },
): Promise<Result<CheckedHistory, ChooseRejection>> {
  const chosen = await chooseWindow(deps, marketTag, fromMs, toMs);
  if (!chosen.ok) return rejected(chosen.rejection);
  const { market, window } = chosen.value;
  let missingCount = 0;
  const gaps: Gap[] = [];
  for await (const columns of stretchesOf(deps, market, window)) {
    missingCount += countMissing(columns);
    const [first, ...rest] = findGaps(columns);
    if (first === undefined) continue;
    const last = gaps.pop();
    gaps.push(...joinGaps(last === undefined ? [] : [last], [first]), ...rest);
  }
  return accepted({
    ...chosen.value,
    minutesCount: (window.toMs - window.fromMs) / MINUTE_MS,
    missingCount,
    gaps: gaps.slice(0, gapsMax),
    gapsCount: gaps.length,
  });
}

/** A covered window in pieces, oldest first. */
export async function* stretchesOf(
  deps: HistoryDeps,
  market: Market,
  window: MinuteWindow,
): AsyncGenerator<CandleColumns> {
  const source = candleSourceOf(deps, market.exchange);
  for (let fromMs = window.fromMs; fromMs < window.toMs;) {
    const dayMs = fromMs - (fromMs % DAY_MS);
    const toMs = Math.min(dayMs + STRETCH_MS, window.toMs);
    const piece = { fromMs, toMs };
    const columns =
      (await source?.computeCandles(market.marketTag, piece, 'own')) ??
      (await deps.history.loadCandles(market.marketTag, piece, 'own'));
    yield columns;
    fromMs = toMs;
  }
}
