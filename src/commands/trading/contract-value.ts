// Value of an amount of a market, and how much a margin is enough for, in the currency that profit
// is counted in. Floats, as scripts have them; exact money begins behind the API.

import type { MarketFacts } from '#engine/run-api/market-api.ts';

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
  return shownAs(wholeSteps(least / amountStep) * amountStep, Math.max(0, amountDecimals));
}

/** Rounded up, where a millionth of a step counts as none. */
function wholeSteps(steps: number): number {
  // Writing digits out is dear, and changes nothing where no whole number is near.
  const isNear = Math.abs(steps - Math.round(steps)) < 1e-5;
  return Math.ceil(isNear ? Number(steps.toFixed(6)) : steps);
}

const EXACT_POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

/** The double that is written with so many decimals. */
function shownAs(value: number, decimals: number): number {
  const power = EXACT_POWERS[decimals] ?? Number.NaN;
  const scaled = value * power;
  const nearest = Math.round(scaled);
  // A whole number divided by an exact power is the double nearest to what is written.
  const isSure = nearest < 1e15 && Math.abs(scaled - nearest) < 1e-3;
  return isSure ? nearest / power : Number(value.toFixed(decimals));
}

/** Whether an amount is too small for an order of its own. */
export function isBelowLeast(facts: MarketFacts, price: number, amount: number): boolean {
  return !(amount >= leastAmount(facts, price));
}
