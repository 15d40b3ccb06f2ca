// Default value of a trade whose size nobody chose: a hundred of the quote currency, or more where
// the market's smallest order is worth nearly as much.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';

/** In quote. */
const USUAL = decimal('100');
/**
 * How many of the smallest orders it is worth at least, so that it stays above the minimum while
 * the price moves and amounts are rounded down to their step.
 */
const SMALLEST_ORDERS = 3n;

/**
 * In quote. `price` is the market's price when the run begins, zero where it is not known. Three of
 * the smallest orders that the market takes at this price, rounded up to 1, 2 or 5 times a power of
 * ten, and at least 100.
 */
export function defaultTradeAmount(market: Market, price: Decimal): Decimal {
  if (price <= ZERO) return USUAL;
  const smallest = multiplyDecimal(lowestAmount(market, price), worthOfOne(market, price), 'ceil');
  const least = (smallest * SMALLEST_ORDERS) as Decimal;
  return least <= USUAL ? USUAL : roundUp(least);
}

/** One unit of amount in quote, as a run values it. */
function worthOfOne({ contract }: Market, price: Decimal): Decimal {
  if (contract === null) return price;
  const { type, contractValue } = contract;
  return type === 'inverse' ? contractValue : multiplyDecimal(contractValue, price, 'ceil');
}

/** Of a value of 100 or more. */
function roundUp(value: Decimal): Decimal {
  const [whole = ''] = formatDecimal(value).split('.');
  const power = decimal(`1${'0'.repeat(whole.length - 1)}`);
  const steps = [1n, 2n, 5n, 10n].map((step) => (step * power) as Decimal);
  return steps.find((step) => step >= value) as Decimal;
}
