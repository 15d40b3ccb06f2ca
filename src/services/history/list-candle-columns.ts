// The candles of a market as columns of whole numbers: what a chart needs, in a tenth of the bytes.

import type { Decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { firstMinuteOfBar } from '#domain/candle/interval.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { Bar, CandleQuery, ReadBarsRejection } from '#services/history/read-bars.ts';
import { readBars } from '#services/history/read-bars.ts';

export type ListedColumns = {
  readonly marketTag: MarketTag;
  readonly intervalMinutes: number;
  /** What one of a price, and of a volume, is. */
  readonly priceStep: Decimal;
  readonly amountStep: Decimal;
  /** When the first candle begins; null without candles. */
  readonly startMs: number | null;
  /** Minutes from the beginning of the candle before; 0 of the first. */
  readonly minutes: readonly number[];
  /** Of each list the first number, then the difference of each to the one before. */
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  /** As they are. */
  readonly volume: readonly number[];
  /** When the first candle begins that was requested and is not among these; null: all are. */
  readonly nextFromMs: number | null;
};

/** Oldest first. Throws Failure. */
export async function listCandleColumns(
  deps: Omit<HistoryDeps, 'archiveCode'>,
  query: CandleQuery,
): Promise<Result<ListedColumns, ReadBarsRejection>> {
  const read = await readBars(deps, query, LIMITS.columnMinutesPerPageMax);
  if (!read.ok) return read;
  const { market, bars, lastKey } = read.value;
  const { priceStep, amountStep } = marketGrid(market);
  return accepted({
    marketTag: query.marketTag,
    intervalMinutes: query.intervalMinutes,
    priceStep,
    amountStep,
    startMs: bars[0]?.startMs ?? null,
    minutes: bars.map(
      ({ startMs }, at) => (startMs - (bars[at - 1]?.startMs ?? startMs)) / MINUTE_MS,
    ),
    open: differences(bars, (bar) => bar.open),
    high: differences(bars, (bar) => bar.high),
    low: differences(bars, (bar) => bar.low),
    close: differences(bars, (bar) => bar.close),
    volume: bars.map(({ volume }) => volume),
    nextFromMs: lastKey === null ? null : startOfBar(query, Number(lastKey) + 1),
  });
}

function startOfBar({ intervalMinutes }: CandleQuery, number: number): number {
  return firstMinuteOfBar(intervalMinutes, number) * MINUTE_MS;
}

function differences(bars: readonly Bar[], read: (bar: Bar) => number): readonly number[] {
  let former = 0;
  return bars.map((bar) => {
    const value = read(bar);
    const difference = value - former;
    former = value;
    return difference;
  });
}
