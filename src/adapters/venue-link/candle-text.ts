// Candles as one text on a line of a link: a day of them has ten thousand figures, which cost ten
// times as much as values of JSON.

import type { Candle } from '#domain/candle/candle.ts';
import type { Market } from '#domain/market/market.ts';
import { marketGrid } from '#domain/market/market-grid.ts';

/** `steps`: what the candles are counted in; null: the market is not listed. */
export type CandleReply = { readonly steps: string | null; readonly candles: string };

export function stepsToText(market: Market): string {
  const { priceStep, amountStep } = marketGrid(market);
  return `${priceStep},${amountStep}`;
}

export function candlesToText(candles: readonly Candle[]): string {
  return candles
    .map(({ openTimeMs, open, high, low, close, volume }) =>
      [openTimeMs, open, high, low, close, volume].join(','),
    )
    .join(';');
}

/** What `candlesToText` made. */
export function candlesFromText(text: string): readonly Candle[] {
  if (text === '') return [];
  return text.split(';').map((row) => {
    const [openTime = '', open = '', high = '', low = '', close = '', volume = ''] = row.split(',');
    return {
      openTimeMs: Number(openTime),
      open: BigInt(open),
      high: BigInt(high),
      low: BigInt(low),
      close: BigInt(close),
      volume: BigInt(volume),
    };
  });
}
