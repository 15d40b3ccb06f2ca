// Filled part of a bot's order, exact again: the API shows floats, whose sums are whole numbers of
// steps and units.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { TradedValue } from '#domain/position/traded-value.ts';
import { tradedUnits } from '#domain/position/traded-value.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import { floatOf } from '#engine/run/run-market.ts';
import { unitsFrom } from '#strategies/shared/market-now.ts';

export type FilledOrder = {
  readonly lots: number;
  /** Without what fees took of what it bought. */
  readonly lotsAfterFees: number;
  /**
   * Money that it moved for them, its fee deducted: below zero for what was bought. The
   * lots that fees took count as sold at its price, to pay the fee.
   */
  readonly units: Units;
  /** Mean of its fills, without the fee; zero without one. */
  readonly price: Decimal;
};

/** Filled part of an order in whole lots and units; all zero when nothing was filled. */
export function filledOrder(terms: TradingTerms, order: BotOrder): FilledOrder {
  const { grid } = terms;
  const lots = lotsFrom(terms, order.filledAmount);
  if (lots === 0) return { lots, lotsAfterFees: 0, units: 0n as Units, price: ZERO };
  const ticks = order.filledPrice / floatOf(grid.priceStep);
  const rounding = valueRounding(grid.shape, order.side);
  const value = tradedUnits(grid, tradedAt(grid.shape, ticks, lots), rounding);
  const gains = (order.side === 'sell') === (grid.shape === 'linear');
  const fee = unitsFrom(grid.settlementCurrency, order.fees);
  const feeLots = lotsFrom(terms, order.feeAmount);
  const sold =
    feeLots === 0 ? 0n : tradedUnits(grid, tradedAt(grid.shape, ticks, feeLots), 'floor');
  const weight = BigInt(Math.round(ticks * lots)) * grid.priceStep;
  return {
    lots,
    lotsAfterFees: lots - feeLots,
    units: ((gains ? value : -value) - fee + sold) as Units,
    price: divideRounded(weight, BigInt(lots), 'half_even') as Decimal,
  };
}

/** Whole lots of an amount that is a multiple of the amount step but for the error of floats. */
export function lotsFrom({ grid }: TradingTerms, amount: number): number {
  return Math.round(amount / floatOf(grid.amountStep));
}

/** Fills at several prices have a mean that lies between steps; their sum is whole again. */
function tradedAt(shape: 'linear' | 'inverse', ticks: number, lots: number): TradedValue {
  if (shape === 'linear') return { numerator: BigInt(Math.round(ticks * lots)), denominator: 1n };
  const parts = 2 ** 20;
  return {
    numerator: BigInt(lots) * BigInt(parts),
    denominator: BigInt(Math.round(ticks * parts)),
  };
}
