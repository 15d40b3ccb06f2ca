// Prices of earlier bars, and what follows from them.

import { now } from '#pine/runtime/pine-now.ts';

export const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const;
export type PriceName = (typeof PRICES)[number];

/** A price of so many bars ago; NaN before the first. `price` reads one of this bar and before. */
export function pastPrice(
  price: (name: PriceName, offset: number) => number,
  bar: number,
  intervalMinutes: number,
  name: string,
  offset: number,
): number {
  const back = Math.trunc(offset);
  if (!(back >= 0) || back > bar) return NaN;
  switch (name) {
    case 'open':
    case 'high':
    case 'low':
    case 'close':
    case 'volume':
      return price(name, back);
    case 'hl2':
      return (price('high', back) + price('low', back)) / 2;
    case 'hlc3':
      return (price('high', back) + price('low', back) + price('close', back)) / 3;
    case 'ohlc4':
      return (
        (price('open', back) + price('high', back) + price('low', back) + price('close', back)) / 4
      );
    case 'hlcc4':
      return (price('high', back) + price('low', back) + 2 * price('close', back)) / 4;
    case 'time':
      return now.timeMs - back * intervalMinutes * 60_000;
    case 'time_close':
      return now.closeMs - back * intervalMinutes * 60_000;
    default:
      return bar - back;
  }
}
