// What an amount of a market is worth, and how much a margin is enough for, in the currency that
// profit is counted in. Floats, as scripts have them; exact money begins behind the desks.

import type { MarketFacts } from '#engine/desks/market-desk.ts';

/** Value of an amount at a price; zero where there is no price. */
export function amountValue(facts: MarketFacts, price: number, amount: number): number {
  if (!(price > 0)) return 0;
  const { contractType, contractValue } = facts;
  return contractType === 'inverse'
    ? (amount * contractValue) / price
    : amount * contractValue * price;
}

/** The amount that is worth this much at a price; zero where there is no price. */
export function amountOfValue(facts: MarketFacts, price: number, value: number): number {
  const valueOfOne = amountValue(facts, price, 1);
  return valueOfOne > 0 ? value / valueOfOne : 0;
}

/** The leverage that stands behind the number: zero is cross margin, which uses the greatest. */
export function leverageOf(facts: MarketFacts, leverage: number): number {
  if (facts.marketType === 'spot') return 1;
  return leverage > 0 ? leverage : facts.maxLeverage;
}

/** The least amount that an order may have at this price, up to the next step. */
export function leastAmount(facts: MarketFacts, price: number): number {
  const { minAmount, minVolume, amountStep, amountDecimals } = facts;
  const least = Math.max(minAmount, amountOfValue(facts, price, minVolume), amountStep);
  if (!(amountStep > 0)) return least;
  const steps = Math.ceil(Number((least / amountStep).toFixed(6)));
  return Number((steps * amountStep).toFixed(Math.max(0, amountDecimals)));
}

/** Whether an amount is too small for an order of its own. */
export function isBelowLeast(facts: MarketFacts, price: number, amount: number): boolean {
  return !(amount >= leastAmount(facts, price));
}
