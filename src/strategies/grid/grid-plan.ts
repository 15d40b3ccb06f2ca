// Plan of a grid's first steps: its lines, the amount of one grid that the investment pays for, the
// order that opens what the lines will close, and one order for each interval. A preview shows this
// plan and a bot carries it out.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { HUNDRED, priceOf, ticksOf, valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS, unitsOf } from '#venue-port/money/currency.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { initialMarginUnits } from '#domain/position/position.ts';
import { baseUnitsOf, worstFeePercent } from '#domain/position/trading-terms.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import type { GridShape } from '#strategies/grid/grid-lines.ts';
import { gridLines, nearestLine } from '#strategies/grid/grid-lines.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** The order of the interval between line `interval` and the next one. */
export type GridOrder = {
  readonly interval: number;
  /** The line it rests at: the interval's lower one to buy, its upper one to sell. */
  readonly line: number;
  readonly side: OrderSide;
  /** Whether it closes what the opening order brought. */
  readonly isExit: boolean;
  /** Not placed at the start: nothing was opened, and the price has not passed its line. */
  readonly waits: boolean;
};

export type GridLayout = {
  readonly shape: GridShape;
  readonly lines: readonly Ticks[];
  /** The line without an order. */
  readonly gap: number;
  /** Lowest interval first. */
  readonly orders: readonly GridOrder[];
  /** Grids that the opening order is for. */
  readonly openingGrids: number;
  readonly openingSide: OrderSide;
};

/** What a number of lots per grid needs at the start. */
export type GridNeed = {
  /** In the currency of the investment: what the investment is compared with. */
  readonly investedUnits: Units;
  /** Value or margin of the resting entries, in the settlement currency. */
  readonly entryUnits: Units;
  /** Of the opening order, with its sign: base that is sold is below zero. */
  readonly openingLots: Lots;
  readonly openingUnits: Units;
  readonly openingFeeUnits: Units;
  /** What the venue locks of the settlement currency, fees of all entries included. */
  readonly lockedUnits: Units;
};

/** Shape of the lines in ticks; prices are rounded to the nearest tick. */
export function gridShape(config: GridConfig, { terms }: Pick<StrategyMarket, 'terms'>): GridShape {
  return {
    mode: config.mode,
    lowerTicks: ticksOf(terms.grid, config.lowerPrice, 'half_even'),
    upperTicks: ticksOf(terms.grid, config.upperPrice, 'half_even'),
    count: config.gridCount,
  };
}

/** Lines and orders around the price; the line nearest to the price has none. */
export function layGrid(config: GridConfig, market: StrategyMarket, shift: number): GridLayout {
  const shape = gridShape(config, market);
  const lines = gridLines(shape, shift);
  const gap = nearestLine(lines, market.priceTicks);
  const { direction, opensOnStart, investmentAsset } = config;
  const hasExits = direction !== 'neutral' && (opensOnStart || investmentAsset !== 'quote');
  const orders = Array.from({ length: shape.count }, (_, interval): GridOrder => {
    const isBelow = interval < gap;
    const isOpened = direction === 'long' ? !isBelow : direction === 'short' && isBelow;
    const isExit = isOpened && hasExits;
    const isBare = isOpened && !hasExits;
    // A grid that nothing was opened for enters first, from its other side.
    const side: OrderSide = isBelow !== isBare ? 'buy' : 'sell';
    const line = side === 'buy' ? interval : interval + 1;
    const waits = isBare && !wouldRest(side, lines[line] as Ticks, market.priceTicks);
    return { interval, line, side, isExit, waits };
  });
  return {
    shape,
    lines,
    gap,
    orders,
    openingGrids: orders.filter(({ isExit }) => isExit).length,
    openingSide: direction === 'short' ? 'sell' : 'buy',
  };
}

/** Whether the price is beyond the line, so that an order there would not trade at once. */
export function wouldRest(side: OrderSide, line: Ticks, price: Ticks): boolean {
  return side === 'buy' ? line < price : line > price;
}

/** What so many lots per grid need; rounded against the account at each order. */
export function gridNeed(
  config: GridConfig,
  market: StrategyMarket,
  layout: GridLayout,
  lots: Lots,
): GridNeed {
  const { terms, priceTicks } = market;
  const { grid } = terms;
  const margin = (units: Units): Units =>
    config.leverage === ONE ? units : initialMarginUnits(units, config.leverage);
  const fee = (units: Units): Units => feeUnits(feeWeightOf(units, worstFeePercent(terms)));
  let [entryUnits, entryFees] = [NO_UNITS, NO_UNITS];
  for (const { line, isExit } of layout.orders) {
    if (isExit) continue;
    const value = valueOf(grid, layout.lines[line] as Ticks, lots, 'ceil');
    entryUnits = (entryUnits + margin(value)) as Units;
    entryFees = (entryFees + fee(value)) as Units;
  }
  const exitLots = (lots * BigInt(layout.openingGrids)) as Lots;
  const openingLots = openingLotsOf(config, market, exitLots, entryUnits);
  const openingValue = openingLots > 0n ? valueOf(grid, priceTicks, openingLots, 'ceil') : NO_UNITS;
  const openingUnits = margin(openingValue);
  const openingFeeUnits = feeUnits(feeWeightOf(openingValue, takerFee(market)));
  const openingCost = openingUnits + (openingLots > 0n ? fee(openingValue) : 0n);
  return {
    investedUnits: investedUnits(config, market, exitLots, {
      entryUnits,
      openingLots,
      openingCost: (openingUnits + openingFeeUnits) as Units,
    }),
    entryUnits,
    openingLots,
    openingUnits,
    openingFeeUnits,
    lockedUnits: (entryUnits + entryFees + openingCost) as Units,
  };
}

/** The most lots per grid that the investment pays for; zero when it pays for none. */
export function lotsPerGrid(
  config: GridConfig,
  market: StrategyMarket,
  layout: GridLayout,
  investment: Decimal,
): Lots {
  const currency = config.investmentAsset === 'base' ? market.market.base : settlement(market);
  const units = unitsOf(currency, investment, 'floor');
  return mostLots((lots) => gridNeed(config, market, layout, lots).investedUnits <= units);
}

/** The most lots that fit, where fewer fit too; zero when none do. */
export function mostLots(fitsLots: (lots: Lots) => boolean): Lots {
  const fits = (lots: bigint): boolean => fitsLots(lots as Lots);
  let most = 1n;
  while (fits(most) && most < 2n ** 52n) most *= 2n;
  let least = most / 2n;
  while (most - least > 1n) {
    const middle = (least + most) / 2n;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least as Lots;
}

/** The least and the most lots that the market takes at every line; `most` null: no limit. */
export function lotRange(
  { market, terms }: StrategyMarket,
  layout: GridLayout,
): { readonly least: Lots; readonly most: Lots | null } {
  const ends = [layout.lines[0], layout.lines.at(-1)] as const;
  const near = (lots: bigint): bigint[] =>
    ends.flatMap((line) => {
      const checked = checkOrder(
        { ...market, isOpen: true },
        {
          side: 'buy',
          type: 'limit',
          price: priceOf(terms.grid, line as Ticks),
          amount: (lots * terms.grid.amountStep) as Decimal,
          referencePrice: null,
          isExempt: false,
        },
      );
      if (checked.ok) return [lots];
      const { rejection } = checked;
      if (rejection.rule === 'market_open') return [];
      return rejection.nearest.map((amount) => amount / terms.grid.amountStep);
    });
  const lows = near(1n);
  const highs = market.maxOrderAmount > 0n || market.maxOrderValue > 0n ? near(2n ** 60n) : [];
  return {
    least: lows.reduce((left, right) => (left > right ? left : right), 1n) as Lots,
    most:
      highs.length === 0
        ? null
        : (highs.reduce((left, right) => (left < right ? left : right)) as Lots),
  };
}

/** Taker fee of the market, in percent. */
export function takerFee({ terms }: Pick<StrategyMarket, 'terms'>): Decimal {
  return terms.takerFeePercent;
}

/** Currency in which profit is counted. */
export function settlement({ terms }: Pick<StrategyMarket, 'terms'>): string {
  return terms.grid.settlementCurrency;
}

function openingLotsOf(
  { investmentAsset, type }: GridConfig,
  market: StrategyMarket,
  exitLots: Lots,
  entryUnits: Units,
): Lots {
  if (type === 'futures_grid' || investmentAsset === 'quote') return exitLots;
  if (investmentAsset === 'base') return -lotsToSell(market, entryUnits) as Lots;
  const owned = ownedLots(market);
  return (exitLots > owned ? exitLots - owned : 0n) as Lots;
}

/** The lots that the wallet's free base makes. */
function ownedLots({ freeBaseUnits, terms }: StrategyMarket): Lots {
  const one = baseUnitsOf(terms, ONE_LOT, 'ceil');
  return (freeBaseUnits / (one > 0n ? one : 1n)) as Lots;
}

const ONE_LOT = 1n as Lots;

/** Lots whose sale at the price brings the units after its fee, with the fee of what they buy. */
function lotsToSell({ terms, priceTicks }: StrategyMarket, units: Units): Lots {
  if (units === 0n) return 0n as Lots;
  const perLot = valueOf(terms.grid, priceTicks, 1_000_000n as Lots, 'floor');
  const share = (HUNDRED - terms.takerFeePercent) * perLot;
  const retained = units * (HUNDRED + worstFeePercent(terms)) * 1_000_000n;
  return divideRounded(retained, share, 'ceil') as Lots;
}

function investedUnits(
  { investmentAsset }: GridConfig,
  { terms, priceTicks }: StrategyMarket,
  exitLots: Lots,
  need: {
    readonly entryUnits: Units;
    readonly openingLots: Lots;
    readonly openingCost: Units;
  },
): Units {
  if (investmentAsset === 'base')
    return baseUnitsOf(terms, (exitLots - need.openingLots) as Lots, 'ceil');
  const ownedLotsUsed = investmentAsset === 'both' ? exitLots - need.openingLots : 0n;
  const owned = valueOf(terms.grid, priceTicks, ownedLotsUsed as Lots, 'ceil');
  return (need.entryUnits + need.openingCost + owned) as Units;
}
