// Lists the history that there is: of every stored market, and of those whose minutes are computed.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { barsBetween } from '#domain/candle/interval.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type ListedHistory = {
  readonly marketTag: MarketTag;
  /** Null when no exchange of this installation has the market any more. */
  readonly exchange: string | null;
  readonly source: 'stored' | 'computed';
  /** Minutes of a candle. */
  readonly candleMinutes: number;
  readonly covered: MinuteWindow;
  readonly candlesCount: number;
  /** Minutes. */
  readonly missingCount: number;
};

/** Stored ones first, each sorted by tag. */
export async function listHistory(deps: HistoryDeps): Promise<readonly ListedHistory[]> {
  const stored = await Promise.all(
    (await deps.history.listHistory()).map(async (summary) => {
      const { marketTag, covered, candlesCount, candleMinutes } = summary;
      const exchange = await exchangeWith(deps, marketTag);
      const barsCount = barsBetween(candleMinutes, covered.fromMs, covered.toMs);
      const missingCount = (barsCount - candlesCount) * candleMinutes;
      const source = 'stored' as const;
      const known = { candleMinutes, covered, candlesCount, missingCount };
      return { marketTag, exchange, source, ...known };
    }),
  );
  const toMs = minuteStartMs(deps.clock.nowMs());
  const computed = await Promise.all(
    deps.candleSources.map(async ({ code, firstOpenMs }) => {
      const markets = (await deps.exchanges.find(code)?.listMarkets()) ?? [];
      const covered = { fromMs: firstOpenMs, toMs };
      const candlesCount = minutesIn(covered);
      return markets.map(({ marketTag }): ListedHistory => {
        const source = 'computed';
        const known = { candleMinutes: 1, covered, candlesCount, missingCount: 0 };
        return { marketTag, exchange: code, source, ...known };
      });
    }),
  );
  return [...stored, ...computed.flat()];
}

/** Also of one that does not respond: what is stored is there without it. */
async function exchangeWith(deps: HistoryDeps, marketTag: MarketTag): Promise<string | null> {
  try {
    return (await findMarketAnywhere(deps, marketTag))?.exchange.code ?? null;
  } catch (error) {
    if (error instanceof Failure) return error.exchange;
    throw error;
  }
}

function minutesIn({ fromMs, toMs }: MinuteWindow): number {
  return (toMs - fromMs) / MINUTE_MS;
}
