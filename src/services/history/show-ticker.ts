// Ticker of a market: its price now, and its last day as far as its minutes are known.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';
import { listCandles } from '#services/history/list-candles.ts';
import type { ShownPrice } from '#services/history/show-price.ts';
import { showPriceWithBest } from '#services/history/show-price.ts';

/** Of the minutes that are known of the 24 hours before now. */
export type TickerDay = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
  /** From the open of these minutes to their close. */
  readonly change: Decimal;
};

export type Ticker = ShownPrice & {
  /** Null when nothing is known of the last day. */
  readonly day: TickerDay | null;
};

type Deps = Omit<HistoryDeps, 'archiveCode'>;

/** Throws Failure. */
export async function showTicker(
  deps: Deps,
  marketTag: MarketTag,
): Promise<Result<Ticker, 'market_not_found'>> {
  const price = await showPriceWithBest(deps, marketTag);
  if (!price.ok) return price;
  return accepted({ ...price.value, day: await tickerDay(deps, marketTag) });
}

/** The 24 hours before now; null when nothing is known of them. Throws Failure. */
export async function tickerDay(deps: Deps, marketTag: MarketTag): Promise<TickerDay | null> {
  const toMs = deps.clock.nowMs();
  const listed = await listCandles(deps, {
    marketTag,
    intervalMinutes: 1,
    fromMs: toMs - DAY_MS,
    toMs,
    after: null,
    limit: DAY_MS / MINUTE_MS,
  });
  // A history of longer candles, or in other steps, says nothing of the last day's minutes.
  return listed.ok ? dayOf(listed.value.candles) : null;
}

function dayOf(candles: readonly ListedCandle[]): TickerDay | null {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return null;
  const above = (one: Decimal, other: Decimal): Decimal => (one > other ? one : other);
  const below = (one: Decimal, other: Decimal): Decimal => (one < other ? one : other);
  return {
    fromMs: first.startMs,
    toMs: last.startMs + MINUTE_MS,
    open: first.open,
    high: candles.reduce((high, candle) => above(high, candle.high), first.high),
    low: candles.reduce((low, candle) => below(low, candle.low), first.low),
    close: last.close,
    volume: candles.reduce((sum, { volume }) => addDecimal(sum, volume), ZERO),
    change: subtractDecimal(last.close, first.open),
  };
}
