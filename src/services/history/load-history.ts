// The minutes of a market over a window, for whoever replays them: backtests, labs, charts.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { formatInstant, MINUTE_MS } from '#lib/time.ts';
import { unreachable } from '#lib/assert.ts';
import type { ColumnMemory } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { countMissing } from '#domain/candle/fill-missing.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import {
  candleSourceOf,
  findMarketAnywhere,
  historyCoverage,
} from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type LoadHistoryRejection =
  | { readonly code: 'market_not_found' }
  /** The window has no whole minute. */
  | { readonly code: 'window_empty' }
  /** Nothing was imported or synced, or nothing that has a candle in the window. */
  | { readonly code: 'no_history' }
  /** The exchange changed the market's steps since its history was stored. */
  | { readonly code: 'steps_changed' }
  /** The window reaches beyond what was imported, synced or has happened. */
  | { readonly code: 'not_covered'; readonly covered: MinuteWindow }
  | { readonly code: 'window_too_long'; readonly minutesMax: number };

/**
 * One row for each minute that lies wholly within the window, in shared memory by default
 * otherwise. Minutes that the exchange has no candle for are marked missing (`countMissing`).
 * Throws Failure.
 */
export async function loadHistory(
  deps: Omit<HistoryDeps, 'archiveCode'>,
  marketTag: MarketTag,
  fromMs: number,
  toMs: number,
  memory: ColumnMemory = 'shared',
): Promise<Result<CandleColumns, LoadHistoryRejection>> {
  const window = wholeMinutes(fromMs, toMs);
  const minutesCount = (window.toMs - window.fromMs) / MINUTE_MS;
  if (minutesCount <= 0) return rejected({ code: 'window_empty' });
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected({ code: 'market_not_found' });
  const covered = await historyCoverage(deps, found.market);
  if (covered === null) return rejected({ code: 'no_history' });
  if (covered === 'steps_changed') return rejected({ code: 'steps_changed' });
  if (window.fromMs < covered.fromMs || window.toMs > covered.toMs)
    return rejected({ code: 'not_covered', covered });
  const minutesMax = LIMITS.historyMinutesMax;
  if (minutesCount > minutesMax) return rejected({ code: 'window_too_long', minutesMax });
  const source = candleSourceOf(deps, found.exchange.code);
  const columns = await (source === null
    ? deps.history.loadCandles(marketTag, window, memory)
    : source.computeCandles(marketTag, window, memory));
  if (columns === null || countMissing(columns) === columns.rowCount)
    return rejected({ code: 'no_history' });
  return accepted(columns);
}

/** The rejection as a sentence, without a full stop at its end. */
export function describeLoadRejection(
  rejection: LoadHistoryRejection,
  marketTag: MarketTag,
): string {
  switch (rejection.code) {
    case 'market_not_found':
      return `There is no market "${marketTag}"`;
    case 'window_empty':
      return 'The window ends before its first minute is over';
    case 'window_too_long':
      return `The window has more than ${rejection.minutesMax} minutes`;
    case 'no_history':
      return `Market "${marketTag}" has no price history in this window`;
    case 'steps_changed':
      return `Market "${marketTag}" has other steps now than when its history was stored`;
    case 'not_covered': {
      const { fromMs, toMs } = rejection.covered;
      const range = `from ${formatInstant(fromMs)} to ${formatInstant(toMs)}`;
      return `The price history of market "${marketTag}" reaches ${range}, not over all the window`;
    }
    default:
      return unreachable(rejection);
  }
}

function wholeMinutes(fromMs: number, toMs: number): MinuteWindow {
  return {
    fromMs: Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS,
    toMs: Math.floor(toMs / MINUTE_MS) * MINUTE_MS,
  };
}
