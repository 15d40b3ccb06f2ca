// An order book and public trades where none are recorded: one level at the best ask and one at the
// best bid, each with half of the newest minute's volume; one trade a minute at its close.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { PriceSource, SeriesLike } from '#engine/run-api/series-api.ts';

export type BookLevel = { readonly price: number; readonly amount: number };

/**
 * A minute as one trade. Buying moves the price up: that share of the volume is taken as bought.
 */
export type MinuteTrade = {
  readonly price: number;
  readonly amount: number;
  readonly isBuy: boolean;
  readonly atMs: number;
};

/** Series of minute prices that includes the newest minute; a null tag is the bot's market. */
export function minutePrices(
  context: CommandContext,
  marketTag: string | null,
  source: PriceSource,
): SeriesLike {
  return context.series.prices({
    source,
    marketTag,
    intervalMinutes: 1,
    isClosedOnly: false,
    style: 'candle',
  });
}

/** Best ask and bid of the newest minute; the amount is zero where its volume is unknown. */
export function assumedBook(
  context: CommandContext,
  marketTag: string | null,
): { readonly ask: BookLevel; readonly bid: BookLevel } {
  const { ask, bid } = context.series.now(marketTag);
  const volume = minutePrices(context, marketTag, 'volume').at(1);
  const amount = Number.isNaN(volume) ? 0 : volume / 2;
  return { ask: { price: ask, amount }, bid: { price: bid, amount } };
}

/** Newest first, at most so many; minutes without volume have no trade. */
export function minuteTrades(
  context: CommandContext,
  marketTag: string | null,
  minutesMax: number,
): readonly MinuteTrade[] {
  const [open, close, volume] = (['open', 'close', 'volume'] as const).map((source) =>
    minutePrices(context, marketTag, source),
  );
  const trades: MinuteTrade[] = [];
  if (open === undefined || close === undefined || volume === undefined) return trades;
  const count = Math.min(minutesMax, close.count());
  for (let place = 1; place <= count; place += 1) {
    const amount = volume.at(place);
    if (!(amount > 0)) continue;
    const price = close.at(place);
    const atMs = context.clock.nowMs() - (place - 1) * MINUTE_MS;
    trades.push({ price, amount, isBuy: price >= open.at(place), atMs });
  }
  return trades;
}
