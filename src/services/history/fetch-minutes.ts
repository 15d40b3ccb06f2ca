// Minutes from an exchange, counted in the steps that the caller knows its market by: exchanges
// change the steps of a market while it is traded.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market } from '#venue-port/market/market.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { HistorySteps, MinuteWindow } from '#ports/world/history.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { stepsOf } from '#services/history/history-coverage.ts';

/** Throws Failure, `conflict` when the market has other steps now. */
export async function fetchMinutes(
  { market, exchange }: MarketAtExchange,
  { fromMs, toMs }: MinuteWindow,
): Promise<readonly Candle[]> {
  const candles = await exchange.fetchCandles(market.marketTag, fromMs, toMs);
  // Afterwards, because the list of markets may have been read anew meanwhile.
  const listed = await findMarket(exchange, market.marketTag);
  if (listed !== null && !hasSameSteps(listed, market)) throw stepsChanged(market);
  return candles;
}

/** Whether prices and volumes of both are counted alike. */
export function hasSameSteps(one: Market, other: Market): boolean {
  if (one === other) return true;
  return areSteps(stepsOf(one), stepsOf(other));
}

/** Compares price and amount step; figures in the same steps may be compared. */
export function areSteps(one: HistorySteps, other: HistorySteps): boolean {
  return one.priceStep === other.priceStep && one.amountStep === other.amountStep;
}

/** Failure of a request whose figures were counted in other steps; it may be retried. */
export function stepsChanged({ marketTag }: Pick<Market, 'marketTag'>): Failure {
  return new Failure('conflict', `The steps of "${marketTag}" were changed.`);
}
