// Prices of markets that take no more than so many significant digits. Whole numbers have as many
// as they need.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';

/** The step of prices of this size, which is the market's own one where digits are not counted. */
export function priceStepAt(market: Market, price: Decimal): Decimal {
  const { priceStep } = marketGrid(market);
  const digitsMax = market.priceSignificantDigits;
  if (digitsMax === null || price <= 0n) return priceStep;
  const spare = String(price).length - digitsMax;
  const step = spare > 0 ? 10n ** BigInt(spare) : 1n;
  const coarsest = step < ONE ? step : ONE;
  return (coarsest > priceStep ? coarsest : priceStep) as Decimal;
}

/** Down for a buy, up for a sale, and as it is where it is valid. */
export function passivePrice(market: Market, price: Decimal, side: 'buy' | 'sell'): Decimal {
  const step = priceStepAt(market, price);
  return (divideRounded(price, step, side === 'buy' ? 'floor' : 'ceil') * step) as Decimal;
}

/** The valid prices next to this one, below and above; one where it is valid. */
export function nearestPrices(market: Market, price: Decimal): readonly Decimal[] {
  const around = (['buy', 'sell'] as const).map((side) => passivePrice(market, price, side));
  return [...new Set(around)];
}
