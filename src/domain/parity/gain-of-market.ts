// Value of an amount of a market, and what it brings when it was bought at another price.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { marketGrid, settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { ParityTerms } from '#domain/parity/compare-orders.ts';

/**
 * In the market's settlement currency, rounded to its smallest unit; prices may be averages between
 * two price steps. Linear: amount times the way of the price. Inverse: amount times the way of one
 * over the price.
 */
export function gainOfMarket(market: Market): ParityTerms['gainOf'] {
  const { priceStep, amountStep, shape, factorNumerator, factorDenominator } = marketGrid(market);
  const currency = settlementCurrencyOf(market);
  const gained = (numerator: bigint, denominator: bigint): Decimal =>
    valueOfUnits(currency, divideRounded(numerator, denominator, 'half_even') as Units);
  if (shape === 'linear') {
    return (amount, boughtAt, soldAt) =>
      gained(
        amount * (soldAt - boughtAt) * factorNumerator,
        amountStep * priceStep * factorDenominator,
      );
  }
  return (amount, boughtAt, soldAt) =>
    gained(
      amount * (soldAt - boughtAt) * priceStep * factorNumerator,
      amountStep * boughtAt * soldAt * factorDenominator,
    );
}

/** In the market's settlement currency, rounded to its smallest unit. */
export function valueOfMarket(market: Market): ParityTerms['valueOf'] {
  const { priceStep, amountStep, shape, factorNumerator, factorDenominator } = marketGrid(market);
  const currency = settlementCurrencyOf(market);
  const valued = (numerator: bigint, denominator: bigint): Decimal =>
    valueOfUnits(currency, divideRounded(numerator, denominator, 'half_even') as Units);
  if (shape === 'linear') {
    return (amount, price) =>
      valued(amount * price * factorNumerator, amountStep * priceStep * factorDenominator);
  }
  return (amount, price) =>
    valued(amount * priceStep * factorNumerator, amountStep * price * factorDenominator);
}

/** Fills of an order whose fees are rounded one by one, as many as orders usually have at most. */
const ROUNDED_FILLS = 16n;

/** By how much fees of one share of the value may differ. */
export function feeRoundingOf(market: Market): Decimal {
  return valueOfUnits(settlementCurrencyOf(market), ROUNDED_FILLS as Units);
}
