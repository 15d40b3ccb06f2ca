// One market at the venue of a backtest: its matching bars, an index of its working orders, its
// funding, and the prices between which no margin is due.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { RestingBook } from '#domain/matching/resting-book.ts';
import { restingBook } from '#domain/matching/resting-book.ts';
import type { VenueMarket } from '#domain/venue/venue-state.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { PriceGuard } from '#engine/venue-feed/margin-guard.ts';
import { NO_GUARD } from '#engine/venue-feed/margin-guard.ts';
import type { BarColumns, MatchingBars } from '#engine/venue-feed/matching-bars.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

export type VenueMarketBook = {
  readonly market: RunMarket;
  venueMarket: VenueMarket;
  readonly columns: BarColumns;
  readonly book: RestingBook;
  readonly funding: readonly FundingRate[];
  /** The next rate of `funding` that is to come. */
  fundingIndex: number;
  guard: PriceGuard;
};

export type MarketBookSetup = {
  readonly market: RunMarket;
  readonly tiers: LeverageTiers | null;
  readonly liquidationFeePercent: Decimal;
  readonly funding: readonly FundingRate[];
};

/** Book of one market without orders; funding is empty where the rules apply no margin. */
export function venueMarketBook(
  { market, tiers, liquidationFeePercent, funding }: MarketBookSetup,
  bars: MatchingBars,
  rules: MatchingRules,
): VenueMarketBook {
  return {
    market,
    venueMarket: {
      terms: market.terms,
      rules,
      tiers,
      liquidationFeePercent,
      triggeredValueMin: tiers === null ? market.market.minOrderValue : ZERO,
    },
    columns: bars.columns[market.index] as BarColumns,
    book: restingBook(rules),
    funding: rules.appliesMargin ? funding : [],
    fundingIndex: 0,
    guard: NO_GUARD,
  };
}

/** Whether nothing was traded in the bar. */
export function isMissingAt({ columns }: VenueMarketBook, barIndex: number): boolean {
  return columns.isMissing[barIndex + columns.offset] !== 0;
}

/** The bar as a candle; null when it is missing. */
export function candleAt(on: VenueMarketBook, openTimeMs: number, barIndex: number): Candle | null {
  return isMissingAt(on, barIndex) ? null : knownCandleAt(on, openTimeMs, barIndex);
}

/** The same; where it is missing, what its columns hold: the last price. */
export function knownCandleAt(
  { columns }: VenueMarketBook,
  openTimeMs: number,
  barIndex: number,
): Candle {
  const index = barIndex + columns.offset;
  return {
    openTimeMs,
    open: BigInt(columns.open[index] as number),
    high: BigInt(columns.high[index] as number),
    low: BigInt(columns.low[index] as number),
    close: BigInt(columns.close[index] as number),
    volume: BigInt(columns.volume[index] as number),
  };
}

/** The rates that fell due after one instant, up to another, as one; moves on to the next. */
export function fundingDue(on: VenueMarketBook, atMs: number, sinceMs: number): Decimal | null {
  const { funding } = on;
  while ((funding[on.fundingIndex]?.atMs ?? Infinity) <= sinceMs) on.fundingIndex += 1;
  let due: Decimal | null = null;
  let index = on.fundingIndex;
  for (let next = funding[index]; next !== undefined && next.atMs <= atMs; next = funding[index]) {
    due = due === null ? next.rate : addDecimal(due, next.rate);
    index += 1;
  }
  return due;
}
