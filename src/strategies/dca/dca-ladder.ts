// The averaging orders of a deal. Deviation k = step (1 + scale + ... + scale^(k-1)); its price is
// the first price less (long) or more (short) that much; its size is size scale^(k-1). The first
// price has the entry's fee in it, and so has the average that profit is taken from.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, multiplyDecimal, ONE, ZERO } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Direction } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { lotsWorth } from '#strategies/shared/lots-worth.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** How far the averaging orders are from the first price. */
export type LadderSteps = {
  readonly stepPercent: Decimal;
  readonly stepScale: Decimal;
  readonly count: number;
};

export type LadderShape = LadderSteps & {
  readonly direction: Direction;
  /** Of the first averaging order, in quote or base. */
  readonly size: Decimal;
  readonly sizeAsset: 'quote' | 'base';
  readonly volumeScale: Decimal;
};

/** Lots at a price with its fee. */
export type PricedLots = { readonly price: Decimal; readonly lots: Lots };

export type LadderOrder = {
  readonly deviationPercent: Decimal;
  readonly ticks: Ticks;
  readonly lots: Lots;
  /** Before it was rounded down to lots. */
  readonly size: Decimal;
};

/** Deviations in percent of the orders that stay below 100 percent; may be fewer than requested. */
export function ladderDeviations({
  stepPercent,
  stepScale,
  count,
}: LadderSteps): readonly Decimal[] {
  const deviations: Decimal[] = [];
  let step = stepPercent;
  let deviation = ZERO;
  while (deviations.length < count) {
    deviation = (deviation + step) as Decimal;
    if (deviation >= HUNDRED) break;
    deviations.push(deviation);
    step = multiplyDecimal(step, stepScale, 'half_even');
  }
  return deviations;
}

/** Nearest first. `firstPrice` has the entry's fee in it (see priceWithFee). */
export function ladderOrders(
  shape: LadderShape,
  market: Pick<StrategyMarket, 'market' | 'terms'>,
  firstPrice: Decimal,
): readonly LadderOrder[] {
  const { grid } = market.terms;
  let { size } = shape;
  const isLong = shape.direction === 'long';
  return ladderDeviations(shape).map((deviationPercent): LadderOrder => {
    const share = (isLong ? HUNDRED - deviationPercent : HUNDRED + deviationPercent) as Decimal;
    const rounding = isLong ? 'floor' : 'ceil';
    const exact = divideRounded(firstPrice * share, HUNDRED, rounding) as Decimal;
    const ticks = ticksOf(grid, exact, rounding);
    const lots = lotsWorth(market, ticks, size, shape.sizeAsset);
    const order = { deviationPercent, ticks, lots, size };
    size = multiplyDecimal(size, shape.volumeScale, 'half_even');
    return order;
  });
}

/** A price with a fee of so many percent on it: paid on top of a purchase, taken from a sale. */
export function priceWithFee(price: Decimal, feePercent: Decimal, direction: Direction): Decimal {
  const share = direction === 'long' ? HUNDRED + feePercent : HUNDRED - feePercent;
  return divideRounded(price * share, HUNDRED, 'half_even') as Decimal;
}

/**
 * Where a position is closed with so many percent of profit: from its price with the fee of the
 * entry, lifted by the fee of the exit, on the passive side.
 */
export function takeProfitTicks(
  { grid, makerFeePercent }: TradingTerms,
  direction: Direction,
  entryPrice: Decimal,
  profitPercent: Decimal,
): Ticks {
  const [sign, rounding] = direction === 'long' ? [1n, 'ceil' as const] : [-1n, 'floor' as const];
  const wanted = entryPrice * (HUNDRED + sign * profitPercent);
  const scaled = wanted * (HUNDRED + sign * makerFeePercent);
  const price = divideRounded(scaled, HUNDRED * HUNDRED, rounding) as Decimal;
  return ticksOf(grid, price, rounding);
}

/** Mean price of lots at prices, fees in them; of inverse contracts the price of their base. */
export function meanPrice(
  parts: readonly PricedLots[],
  shape: 'linear' | 'inverse' = 'linear',
): Decimal {
  if (shape === 'inverse') return harmonicMean(parts);
  const lots = parts.reduce((sum, part) => sum + part.lots, 0n);
  const weight = parts.reduce((sum, part) => sum + part.price * part.lots, 0n);
  return lots === 0n ? ZERO : (divideRounded(weight * ONE, lots * ONE, 'half_even') as Decimal);
}

function harmonicMean(parts: readonly PricedLots[]): Decimal {
  const lots = parts.reduce((sum, part) => sum + part.lots, 0n);
  const base = parts.reduce((sum, { lots: of, price }) => sum + (of * ONE * ONE) / price, 0n);
  return base === 0n ? ZERO : (divideRounded(lots * ONE * ONE, base, 'half_even') as Decimal);
}
