// The range follows the price by whole lines: up, the lowest interval becomes the highest and
// enters there; down, the highest becomes the lowest and keeps what it holds.

import { floatOf } from '#engine/run/run-market.ts';
import { priceOf } from '#domain/market/market-grid.ts';
import { gridLines, lineTicks } from '#engine/strategies/grid-lines.ts';
import type { GridNow } from '#engine/strategies/grid-orders.ts';
import { gridShape } from '#engine/strategies/grid-plan.ts';

/** The grid after at most one step; its lines are those of the new range. */
export function trailGrid(now: GridNow): GridNow {
  const { config, state, market } = now;
  const shape = gridShape(config, market);
  const above = lineTicks(shape, state.shift + config.gridCount + 1);
  const below = lineTicks(shape, state.shift - 1);
  const { grid } = market.terms;
  const price = market.priceTicks;
  if (config.trailsUp && price >= above) {
    const limit = config.trailingUpLimit;
    if (limit === null || priceOf(grid, above) <= limit) return moved(now, 1);
  }
  if (config.trailsDown && below > 0n && price <= below) {
    const limit = config.trailingDownLimit;
    if (limit === null || priceOf(grid, below) >= limit) return moved(now, -1);
  }
  return now;
}

/** Moves when the interval that moves has no order left; cancels it first. */
function moved(now: GridNow, by: 1 | -1): GridNow {
  const { config, state, market, desks } = now;
  const { cells } = state;
  const moving = by === 1 ? cells[0] : cells.at(-1);
  if (moving === undefined) return now;
  if (moving.orderId !== null) {
    desks.orders.cancel(moving.orderId);
    return now;
  }
  state.cells = by === 1 ? [...cells.slice(1), moving] : [moving, ...cells.slice(0, -1)];
  state.shift += by;
  const to = floatOf(priceOf(market.terms.grid, market.priceTicks));
  desks.log.write('info', `the range moved ${by === 1 ? 'up' : 'down'} by a line at ${to}`);
  return { ...now, lines: gridLines(gridShape(config, market), state.shift) };
}
