// A fill as accounting sees it, and what one trade of a contract order is worth and costs
// (settle-spot.ts for spot).

import type { Units } from '#venue-port/money/currency.ts';
import type { FeeWeight } from '#domain/money/fee.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import { WEIGHT_PER_UNIT } from '#domain/money/fee.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { chargesOf, feeGrowth, weightAfter } from '#domain/position/fee-growth.ts';
import { tradedUnits, withTrade } from '#domain/position/traded-value.ts';
import type { TradedValue } from '#domain/position/traded-value.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';

/** Every `Execution` of the matching rules is one. */
export type Fill = {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly isMaker: boolean;
  readonly atMs: number;
};

/** The cost of a trade, and the order's sums after it. A negative fee is a rebate. */
export type PricedTrade = {
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  readonly traded: TradedValue;
  readonly feeWeight: FeeWeight;
};

/** Prices `lots` of a fill as the growth of the order's rounded sums. */
export function priceTrade(
  terms: TradingTerms,
  sums: Pick<OrderHold, 'side' | 'traded' | 'feeWeight' | 'charges'>,
  fill: Fill,
  lots: Lots,
): PricedTrade {
  const { grid, makerFeePercent, takerFeePercent } = terms;
  const rounding = valueRounding(grid.shape, sums.side);
  const traded = withTrade(grid, sums.traded, fill.priceTicks, lots);
  const before = tradedUnits(grid, sums.traded, rounding);
  const valueUnits = (tradedUnits(grid, traded, rounding) - before) as Units;
  const percent = fill.isMaker ? makerFeePercent : takerFeePercent;
  const isFirst = sums.traded.numerator === 0n;
  const charges = sums.charges ?? terms.charges ?? null;
  const charged = chargesOf<bigint>(BIG_INTEGERS, charges, lots, isFirst);
  const feeWeight = weightAfter<bigint>(BIG_INTEGERS, sums.feeWeight, valueUnits, percent, charged);
  const fee = feeGrowth<bigint>(BIG_INTEGERS, WEIGHT_PER_UNIT, sums.feeWeight, feeWeight) as Units;
  return { valueUnits, feeUnits: fee, traded, feeWeight };
}
