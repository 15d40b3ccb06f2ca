// Prices as whole price steps (ticks), amounts as whole amount steps (lots), and what a number of
// lots is worth. The one place where exact prices and amounts cross between decimals and integers.

import type { Decimal, Rounding } from '#lib/decimal.ts';
import { decimal, decimalFromUnits, divideRounded, ONE, DECIMAL_SCALE } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { Market } from '#venue-port/market/market.ts';

declare const brand: unique symbol;

/** A price as a whole number of price steps of its market. */
export type Ticks = bigint & { readonly [brand]: 'Ticks' };
/** An amount as a whole number of amount steps of its market. */
export type Lots = bigint & { readonly [brand]: 'Lots' };

/** The market's arithmetic, computed once per market. */
export type MarketGrid = {
  /** Effective steps: never zero; an unconstrained step is one unit of the last decimal. */
  readonly priceStep: Decimal;
  readonly amountStep: Decimal;
  /** The currency that values, profit, fees and margin are in. */
  readonly settlementCurrency: string;
  /**
   * `linear`: value = ticks * lots * factor. `inverse`: value = lots * factor / ticks. Factor =
   * numerator / denominator, which have no common divisor.
   */
  readonly shape: 'linear' | 'inverse';
  readonly factorNumerator: bigint;
  readonly factorDenominator: bigint;
};

const SCALE_UNIT = 10n ** BigInt(DECIMAL_SCALE);

const grids = new WeakMap<Market, MarketGrid>();

/** The grid of a market; made at the first call for this very market. */
export function marketGrid(market: Market): MarketGrid {
  const known = grids.get(market);
  if (known !== undefined) return known;
  const grid = reduced(makeGrid(market));
  grids.set(market, grid);
  return grid;
}

/** The same factor in the smallest numbers, which every valuation multiplies and divides by. */
function reduced(grid: MarketGrid): MarketGrid {
  const divisor = greatestCommonDivisor(grid.factorNumerator, grid.factorDenominator);
  return {
    ...grid,
    factorNumerator: grid.factorNumerator / divisor,
    factorDenominator: grid.factorDenominator / divisor,
  };
}

/** Of two numbers above zero. */
function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [left, right];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function makeGrid(market: Market): MarketGrid {
  const priceStep =
    market.priceStep > 0n ? market.priceStep : decimalFromUnits(1n, market.priceDecimals);
  const amountStep =
    market.amountStep > 0n ? market.amountStep : decimalFromUnits(1n, market.amountDecimals);
  const settlementCurrency = settlementCurrencyOf(market);
  const unitsPerOne = 10n ** BigInt(currencyScale(settlementCurrency));
  const contractValue = market.contract?.contractValue ?? ONE;
  if (market.contract?.type === 'inverse') {
    // value = lots * amountStep * contractValue / (ticks * priceStep); the decimals' scales leave
    // one 10^18 below.
    return {
      priceStep,
      amountStep,
      settlementCurrency,
      shape: 'inverse',
      factorNumerator: amountStep * contractValue * unitsPerOne,
      factorDenominator: priceStep * SCALE_UNIT,
    };
  }
  return {
    priceStep,
    amountStep,
    settlementCurrency,
    shape: 'linear',
    factorNumerator: priceStep * amountStep * contractValue * unitsPerOne,
    factorDenominator: SCALE_UNIT ** 3n,
  };
}

/** Quote on spot and vanilla, base on inverse, the margin currency on quanto. */
export function settlementCurrencyOf(market: Market): string {
  return market.contract?.marginCurrency ?? market.quote;
}

/** What `lots` are worth at `ticks`, in units of the settlement currency. */
export function valueOf(grid: MarketGrid, ticks: Ticks, lots: Lots, rounding: Rounding): Units {
  assert(ticks > 0n, 'a price is above zero');
  if (grid.shape === 'inverse') {
    return divideRounded(
      lots * grid.factorNumerator,
      ticks * grid.factorDenominator,
      rounding,
    ) as Units;
  }
  return divideRounded(
    ticks * lots * grid.factorNumerator,
    grid.factorDenominator,
    rounding,
  ) as Units;
}

/** Whole ticks of a price, rounded as named. */
export function ticksOf(grid: MarketGrid, price: Decimal, rounding: Rounding): Ticks {
  return divideRounded(price, grid.priceStep, rounding) as Ticks;
}

/** Whole lots of an amount, rounded as named. */
export function lotsOf(grid: MarketGrid, amount: Decimal, rounding: Rounding): Lots {
  return divideRounded(amount, grid.amountStep, rounding) as Lots;
}

/** Price of so many ticks, exact. */
export function priceOf(grid: MarketGrid, ticks: Ticks): Decimal {
  return (ticks * grid.priceStep) as Decimal;
}

/** Amount of so many lots, exact. */
export function amountOf(grid: MarketGrid, lots: Lots): Decimal {
  return (lots * grid.amountStep) as Decimal;
}

/** Whether the value is a whole number of steps. */
export function isOnStep(value: Decimal, step: Decimal): boolean {
  return value % step === 0n;
}

/** One hundred, for percentages. */
export const HUNDRED = decimal('100');
