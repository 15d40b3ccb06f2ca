// Liquidation price of a futures grid when the price runs through all of its lines: the worst
// position that it can build, against its margin.

import type { Decimal } from '#lib/decimal.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { liquidationTicks } from '#domain/margin/liquidation-price.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { priceOf, valueOf } from '#venue-port/market/market-grid.ts';
import { NO_UNITS, unitsOf } from '#venue-port/money/currency.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Direction, Position } from '#domain/position/position.ts';
import { increasePosition, initialMarginUnits, newPosition } from '#domain/position/position.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import type { GridLayout } from '#strategies/grid/grid-plan.ts';
import { settlement } from '#strategies/grid/grid-plan.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** Null: the grid never holds this direction, or no price is low (or high) enough. */
export function gridLiquidationPrice(
  config: GridConfig,
  market: StrategyMarket,
  layout: GridLayout,
  lots: Lots,
  tiers: LeverageTiers,
  direction: Direction,
): Decimal | null {
  const { grid } = market.terms;
  const { marketTag } = market.market;
  const { leverage, marginMode, extraMargin } = config;
  const side = direction === 'long' ? 'buy' : 'sell';
  const start = { positionId: '', marketTag, direction, marginMode, leverage };
  let position: Position = newPosition(start, 0);
  const enter = (priceTicks: Ticks, entered: Lots): void => {
    const valueUnits = valueOf(grid, priceTicks, entered, 'ceil');
    const trade = { priceTicks, lots: entered, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
    const margin = initialMarginUnits(valueUnits, leverage);
    position = increasePosition(grid, position, trade, margin);
  };
  const opened = (lots * BigInt(layout.openingGrids)) as Lots;
  if (opened > 0n && layout.openingSide === side) enter(market.priceTicks, opened);
  for (const order of layout.orders)
    if (!order.isExit && order.side === side && lots > 0n)
      enter(layout.lines[order.line] as Ticks, lots);
  const backing = position.marginUnits + unitsOf(settlement(market), extraMargin, 'floor');
  const ticks = liquidationTicks(grid, position, tiers, backing as Units);
  return ticks === null ? null : priceOf(grid, ticks);
}
