// Shape of a deal of a bot that averages: the chosen settings with sizes in one currency, enlarged
// by what earlier deals earned where that is reinvested. A preview shows it and a bot carries it
// out.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, priceOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import type { LadderOrder, LadderShape } from '#strategies/dca/dca-ladder.ts';
import { ladderOrders, priceWithFee } from '#strategies/dca/dca-ladder.ts';
import { freeMoney, lotsWorth, percentOf } from '#strategies/shared/lots-worth.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

export type DealShape = LadderShape & {
  readonly baseOrderSize: Decimal;
  /** Averaging orders on the book at once. */
  readonly activeCount: number;
  readonly profitBase: 'average' | 'base_order';
  readonly startsAtMarket: boolean;
};

/** `earnedUnits`: profit of the deals before, of which a share may be reinvested. */
export function dealShape(
  config: DcaConfig,
  market: StrategyMarket,
  earnedUnits: Units,
): DealShape {
  const shape = sizedShape(config, market);
  const { reinvestPercent: share, sizeAsset } = config;
  if (sizeAsset === 'percent' || share === 0n || earnedUnits <= 0n) return shape;
  const funds = fundsUnits(market, dealOrders(shape, market));
  if (funds === 0n) return shape;
  const grown = funds * HUNDRED + earnedUnits * share;
  const grow = (size: Decimal): Decimal =>
    divideRounded(size * grown, funds * HUNDRED, 'floor') as Decimal;
  return { ...shape, baseOrderSize: grow(shape.baseOrderSize), size: grow(shape.size) };
}

export type DealOrder = Pick<LadderOrder, 'deviationPercent' | 'ticks' | 'lots'>;

/** The first order at the price now, and the averaging orders that follow from it. */
export function dealOrders(shape: DealShape, market: StrategyMarket): readonly DealOrder[] {
  const { terms, priceTicks } = market;
  const price = priceOf(terms.grid, priceTicks);
  const first: DealOrder = {
    deviationPercent: 0n as Decimal,
    ticks: priceTicks,
    lots: lotsWorth(market, priceTicks, shape.baseOrderSize, shape.sizeAsset),
  };
  return [first, ...ladderOrders(shape, market, firstPriceOf(shape, market, price))];
}

/** A price of the first order with its fee. */
export function firstPriceOf(
  { startsAtMarket, direction }: DealShape,
  { terms }: Pick<StrategyMarket, 'terms'>,
  price: Decimal,
): Decimal {
  const fee = startsAtMarket ? terms.takerFeePercent : terms.makerFeePercent;
  return priceWithFee(price, fee, direction);
}

/** Value of orders, rounded up each, before fees and leverage. */
export function fundsUnits({ terms }: StrategyMarket, orders: readonly DealOrder[]): Units {
  return orders.reduce(
    (sum, { ticks, lots }) => sum + valueAt(terms.grid, ticks, lots),
    0n,
  ) as Units;
}

function valueAt(grid: StrategyMarket['terms']['grid'], ticks: Ticks, lots: Lots): bigint {
  return ticks > 0n ? valueOf(grid, ticks, lots, 'ceil') : 0n;
}

/** Percent of the free money becomes quote; of a short on spot, of the free base. */
function sizedShape(config: DcaConfig, market: StrategyMarket): DealShape {
  const { direction, stepPercent, stepScale, volumeScale, count, activeCount } = config;
  const { profitBase, startsAtMarket, sizeAsset } = config;
  const steps = { direction, stepPercent, stepScale, volumeScale, count, activeCount };
  const rest = { ...steps, profitBase, startsAtMarket };
  const { baseOrderSize, averagingOrderSize: size } = config;
  if (sizeAsset !== 'percent') return { ...rest, sizeAsset, baseOrderSize, size };
  const { amount, asset } = freeMoney(market, direction);
  return {
    ...rest,
    sizeAsset: asset,
    baseOrderSize: percentOf(amount, baseOrderSize),
    size: percentOf(amount, size),
  };
}
