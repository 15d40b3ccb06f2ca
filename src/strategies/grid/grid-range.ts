// The range of a running grid: its lines, how it follows the price by whole lines, and how it moves
// where an edit puts it. What intervals hold and have earned goes with them.

import type { Ticks } from '#venue-port/market/market-grid.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { gridLines, lineTicks, nearestLine } from '#strategies/grid/grid-lines.ts';
import type { GridNow } from '#strategies/grid/grid-orders.ts';
import { gridShape, lotRange, lotsPerGrid, layGrid } from '#strategies/grid/grid-plan.ts';
import type { GridCell } from '#strategies/grid/grid-state.ts';

/** Reckons the lines of the range as it stands; they are retained until it moves. */
export function layLines({ config, state, market }: GridNow): void {
  const shape = gridShape(config, market);
  state.lines = gridLines(shape, state.shift);
  state.lineBelow = lineTicks(shape, state.shift - 1);
  state.lineAbove = lineTicks(shape, state.shift + config.gridCount + 1);
}

/** Follows the price by at most one line: the interval at the far end moves to the near one. */
export function trailGrid(now: GridNow): void {
  const { config, state, market } = now;
  const { lineAbove, lineBelow } = state;
  const { grid } = market.terms;
  const price = market.priceTicks;
  const { trailingUpLimit: most, trailingDownLimit: least } = config;
  if (config.trailsUp && price >= lineAbove) {
    if (most === null || priceOf(grid, lineAbove) <= most) move(now, 1);
  } else if (config.trailsDown && lineBelow > 0n && price <= lineBelow) {
    if (least === null || priceOf(grid, lineBelow) >= least) move(now, -1);
  }
}

/** Moves when the interval that moves has no order left; cancels it first. */
function move(now: GridNow, by: 1 | -1): void {
  const { state, market, api } = now;
  const { cells } = state;
  const moving = by === 1 ? cells[0] : cells.at(-1);
  if (moving === undefined) return;
  if (moving.orderId !== null) {
    api.orders.cancel(moving.orderId);
    return;
  }
  state.cells = by === 1 ? [...cells.slice(1), moving] : [moving, ...cells.slice(0, -1)];
  state.shift += by;
  layLines(now);
  const to = doubleOf(priceOf(market.terms.grid, market.priceTicks));
  api.log.write('info', `the range moved ${by === 1 ? 'up' : 'down'} by a line at ${to}`);
}

/** Asks for the end of all orders of the intervals. False when there is none. */
export function leaveLines({ state, api }: Pick<GridNow, 'state' | 'api'>): boolean {
  const resting = state.cells.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  for (const orderId of resting) api.orders.cancel(orderId);
  return resting.length > 0;
}

/**
 * Moves the whole range to where its settings put it, once none of its orders rests. Intervals that
 * hold something go to the side on which they exit; each order waits until it would rest.
 */
export function moveRange(now: GridNow): void {
  const { config, state, market, api } = now;
  if (leaveLines(now)) return;
  state.isMoving = false;
  state.shift = 0;
  layLines(now);
  state.cells = arranged(now);
  const layout = layGrid(config, market, 0);
  state.lotsLeast = Number(lotRange(market, layout).least);
  // Base that was brought cannot be distinguished from base that was bought any more.
  if (config.investmentAsset === 'quote') {
    const lots = Number(lotsPerGrid(config, market, layout, config.investment));
    if (lots >= state.lotsLeast) state.lotsPerGrid = lots;
    state.lotsPlanned = Math.min(state.lotsPlanned, state.lotsPerGrid);
    state.investment = config.investment;
  }
  const [lower, upper] = [state.lines[0], state.lines.at(-1)].map((line) =>
    doubleOf(priceOf(market.terms.grid, line as Ticks)),
  );
  api.log.write('info', `the range was moved to ${lower} to ${upper}`);
}

function arranged({ config, state, market }: GridNow): GridCell[] {
  const holds = ({ heldLots }: GridCell): boolean => heldLots > 0;
  const held = state.cells.filter(holds);
  const empty = state.cells.filter((cell) => !holds(cell));
  const bought = held.filter(({ entrySide }) => entrySide === 'buy');
  const sold = held.filter(({ entrySide }) => entrySide === 'sell');
  const cells = [...sold, ...empty, ...bought];
  const gap = nearestLine(state.lines, market.priceTicks);
  for (const [interval, cell] of cells.entries()) {
    cell.waits = true;
    if (config.direction === 'neutral' && !holds(cell))
      cell.entrySide = interval < gap ? 'buy' : 'sell';
  }
  return cells;
}
