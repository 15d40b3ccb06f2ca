// Candles as one text on a line of a link: a day of them has ten thousand figures, which cost ten
// times as much as values of JSON, and three times as much as digits. Each is eight bytes, the
// least significant first, and all of them are in base64.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { Market } from '#venue-port/market/market.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** `steps`: what the candles are counted in; null: the market is not listed. */
export type CandleReply = { readonly steps: string | null; readonly candles: string };

const FIGURE_BYTES = 8;
const CANDLE_BYTES = 6 * FIGURE_BYTES;

/** Steps of a market as one text: both ends of a link must count in the same ones. */
export function stepsToText(market: Market): string {
  const { priceStep, amountStep } = marketGrid(market);
  return `${priceStep},${amountStep}`;
}

/** Throws Failure for a figure that has more than eight bytes, which is no price and no volume. */
export function candlesToText(candles: readonly Candle[]): string {
  const bytes = new DataView(new ArrayBuffer(candles.length * CANDLE_BYTES));
  for (const [row, { openTimeMs, open, high, low, close, volume }] of candles.entries()) {
    const at = row * CANDLE_BYTES;
    bytes.setFloat64(at, openTimeMs, true);
    writeFigure(bytes, at + FIGURE_BYTES, open);
    writeFigure(bytes, at + 2 * FIGURE_BYTES, high);
    writeFigure(bytes, at + 3 * FIGURE_BYTES, low);
    writeFigure(bytes, at + 4 * FIGURE_BYTES, close);
    writeFigure(bytes, at + 5 * FIGURE_BYTES, volume);
  }
  return Buffer.from(bytes.buffer).toString('base64');
}

/** What `candlesToText` made. */
export function candlesFromText(text: string): readonly Candle[] {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  const bytes = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: byteLength / CANDLE_BYTES }, (_, row) => {
    const at = row * CANDLE_BYTES;
    return {
      openTimeMs: bytes.getFloat64(at, true),
      open: bytes.getBigInt64(at + FIGURE_BYTES, true),
      high: bytes.getBigInt64(at + 2 * FIGURE_BYTES, true),
      low: bytes.getBigInt64(at + 3 * FIGURE_BYTES, true),
      close: bytes.getBigInt64(at + 4 * FIGURE_BYTES, true),
      volume: bytes.getBigInt64(at + 5 * FIGURE_BYTES, true),
    };
  });
}

function writeFigure(bytes: DataView, at: number, figure: bigint): void {
  bytes.setBigInt64(at, figure, true);
  if (bytes.getBigInt64(at, true) === figure) return;
  throw new Failure('corrupt_reply', 'The exchange sent a candle with a figure that is none.');
}
