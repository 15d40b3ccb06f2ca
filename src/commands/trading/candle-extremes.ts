// Extremes and mean ranges of the last candles of a market, for stops that follow them.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { PriceSource, SeriesLike } from '#engine/run-api/series-api.ts';

/** Candles of the bot's interval, the forming one included. */
export function candlePrices(
  context: CommandContext,
  marketTag: string,
  source: PriceSource,
): SeriesLike {
  return context.series.prices({
    source,
    marketTag,
    intervalMinutes: 0,
    isClosedOnly: false,
    style: 'candle',
  });
}

function fold(
  prices: SeriesLike,
  depth: number,
  better: (one: number, other: number) => number,
): number {
  let best = Number.NaN;
  for (let place = 1; place <= depth && place <= prices.count(); place += 1) {
    const price = prices.at(place);
    if (Number.isNaN(best)) best = price;
    else if (!Number.isNaN(price)) best = better(best, price);
  }
  return best;
}

/** NaN when there is no candle. */
export function highestOf(prices: SeriesLike, depth: number): number {
  return fold(prices, depth, Math.max);
}

/** NaN when there is no candle. */
export function lowestOf(prices: SeriesLike, depth: number): number {
  return fold(prices, depth, Math.min);
}

/** How many whole candles lie between an instant and now. */
export function candlesSince({ clock, settings }: CommandContext, sinceMs: number): number {
  return Math.floor((clock.nowMs() - sinceMs) / (settings.intervalMinutes * MINUTE_MS));
}
