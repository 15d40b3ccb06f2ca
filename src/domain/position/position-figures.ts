// The figures that people see of a position: average price, profits, return. Derived, never stored.

import type { Decimal, Rounding } from '#lib/decimal.ts';
import { divideRounded, ZERO } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, lotsOf, priceOf, valueOf } from '#venue-port/market/market-grid.ts';
import { exitSide, priceOfWeight, profitUnits } from '#domain/position/position.ts';
import type { Direction, Position } from '#domain/position/position.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';

/**
 * Places of an average below those of its market's prices: few enough to hide that reciprocals are
 * rounded, more than anyone reckons with.
 */
const AVERAGE_PLACES = 8;

/**
 * Mean entry price of the open lots; of all lots ever entered once it is closed; zero before the
 * first. Has eight places more than the price step.
 */
export function averagePrice(grid: MarketGrid, position: Position): Decimal {
  const { lots, entryWeight, enteredLots, enteredWeight } = position;
  const mean =
    priceOfWeight(grid, entryWeight, lots) ??
    priceOfWeight(grid, enteredWeight, enteredLots) ??
    ZERO;
  return inAverageParts(grid, mean);
}

/** The same of lots that all entered at one price, on a linear market. */
export function averageOfOnePrice(grid: MarketGrid, ticks: Ticks): Decimal {
  const price = priceOf(grid, ticks);
  // All but the smallest steps are whole parts.
  return grid.priceStep % averagePart(grid) === 0n ? price : inAverageParts(grid, price);
}

function inAverageParts(grid: MarketGrid, price: Decimal): Decimal {
  const part = averagePart(grid);
  return (divideRounded(price, part, 'half_even') * part) as Decimal;
}

const averageParts = new WeakMap<MarketGrid, bigint>();

/** What an average price is a multiple of. */
function averagePart(grid: MarketGrid): bigint {
  const known = averageParts.get(grid);
  if (known !== undefined) return known;
  const stepDigits = grid.priceStep.toString().length;
  const part = 10n ** BigInt(Math.max(stepDigits - 1 - AVERAGE_PLACES, 0));
  averageParts.set(grid, part);
  return part;
}

/** What the open lots would bring if closed at this price, rounded against the account. */
export function marketValueUnits(grid: MarketGrid, position: Position, markTicks: Ticks): Units {
  const rounding = valueRounding(grid.shape, exitSide(position.direction));
  return valueOf(grid, markTicks, position.lots, rounding);
}

/** Profit of the open lots at this price, before the fees of closing. */
export function unrealizedUnits(grid: MarketGrid, position: Position, markTicks: Ticks): Units {
  if (position.lots === 0n) return NO_UNITS;
  const value = marketValueUnits(grid, position, markTicks);
  return profitUnits(grid, position.direction, position.costUnits, value);
}

/**
 * What the position changed in the wallet so far: profit net of fees, funding, liquidation fee and
 * insurance.
 */
export function realizedUnits({
  grossUnits,
  feeUnits,
  fundingUnits,
  liquidationFeeUnits,
  insuredUnits,
}: RealizedParts): Units {
  const net = grossUnits - feeUnits;
  // Most positions have nothing of these, and nothing is made to take it off.
  const isPlain = fundingUnits === 0n && liquidationFeeUnits === 0n && insuredUnits === 0n;
  return (isPlain ? net : net - fundingUnits - liquidationFeeUnits + insuredUnits) as Units;
}

/** Of a position, or of all of a market. */
type RealizedParts = Pick<
  Position,
  'grossUnits' | 'feeUnits' | 'fundingUnits' | 'liquidationFeeUnits' | 'insuredUnits'
>;

/**
 * Realised and unrealised profit in percent of the margin used, to 18 places; zero before the
 * first trade.
 */
export function roiPercent(position: Position, unrealized: Units = NO_UNITS): Decimal {
  if (position.usedMarginUnits === 0n) return ZERO;
  const profit = realizedUnits(position) + unrealized;
  return divideRounded(profit * HUNDRED, position.usedMarginUnits, 'half_even') as Decimal;
}

/** A position of which no more is known than its figures. */
export type PositionFigures = {
  readonly direction: Direction;
  readonly amount: Decimal;
  readonly averagePrice: Decimal;
};

/**
 * Profit of an amount that was entered at this average, at a price, before the fees of closing: as
 * `unrealizedUnits` but for roundings: at most a unit of each fill, one of the value, and what half
 * of the average's last place is worth. Asserts that both prices are above zero.
 */
export function profitAtPrice(
  grid: MarketGrid,
  { direction, amount, averagePrice: average }: PositionFigures,
  price: Decimal,
): Units {
  const lots = lotsOf(grid, amount, 'half_even');
  const valueAt = (each: Decimal, rounding: Rounding): bigint => {
    assert(each > 0n, 'a price is above zero');
    const { factorNumerator, factorDenominator, priceStep } = grid;
    const [over, under] = grid.shape === 'linear' ? [each, priceStep] : [priceStep, each];
    return divideRounded(lots * over * factorNumerator, under * factorDenominator, rounding);
  };
  const value = valueAt(price, valueRounding(grid.shape, exitSide(direction)));
  return profitUnits(grid, direction, valueAt(average, 'half_even'), value);
}
