// The part of a market's known history that a command is about.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { barEndMs, barStartMs } from '#domain/candle/interval.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { findMarketAnywhere, historyCoverage } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { LoadHistoryRejection } from '#services/history/load-history.ts';

export type ChosenHistory = {
  readonly market: Market;
  readonly window: MinuteWindow;
  /** Minutes of a candle. */
  readonly candleMinutes: number;
};

export type ChooseRejection = Extract<
  LoadHistoryRejection,
  { code: 'market_not_found' | 'no_history' | 'steps_changed' | 'window_empty' | 'not_covered' }
>;

/** The first instant from this one on at which a bar begins. */
function nextBarMs(candleMinutes: number, atMs: number): number {
  const startMs = barStartMs(candleMinutes, atMs);
  return startMs === atMs ? startMs : barEndMs(candleMinutes, atMs);
}

/** Null bounds are those of what is known; given ones must lie within it. */
export async function chooseWindow(
  deps: HistoryDeps,
  marketTag: MarketTag,
  fromMs: number | null,
  toMs: number | null,
): Promise<Result<ChosenHistory, ChooseRejection>> {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected({ code: 'market_not_found' });
  const covered = await historyCoverage(deps, found.market);
  if (covered === null) return rejected({ code: 'no_history' });
  if (covered === 'steps_changed') return rejected({ code: 'steps_changed' });
  const window = {
    fromMs: nextBarMs(covered.candleMinutes, fromMs ?? covered.fromMs),
    toMs: barStartMs(covered.candleMinutes, toMs ?? covered.toMs),
  };
  if (window.fromMs >= window.toMs) return rejected({ code: 'window_empty' });
  if (window.fromMs < covered.fromMs || window.toMs > covered.toMs)
    return rejected({ code: 'not_covered', covered });
  return accepted({ market: found.market, window, candleMinutes: covered.candleMinutes });
}
