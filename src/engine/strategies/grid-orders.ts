// The orders of a running grid: what ended ones mean for their intervals, and which ones are to
// rest now. At most one order rests on a line, and exits sell only what is held.

import { MINUTE_MS } from '#lib/time.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import { baseUnitsOf } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import type { BotOrder } from '#engine/desks/order-desk.ts';
import { filledOrder, lotsFrom } from '#engine/strategies/filled-order.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import type { GridCell, GridState } from '#engine/strategies/grid-state.ts';
import { lineOfCell, sideOfCell } from '#engine/strategies/grid-state.ts';
import type { Stance } from '#engine/strategies/order-request.ts';
import { orderRequest } from '#engine/strategies/order-request.ts';
import type { StrategyMarket } from '#engine/strategies/strategy-market.ts';

const RETRY_MINUTES_MAX = 60;

/** A running grid in one update. */
export type GridNow = {
  readonly config: GridConfig;
  readonly state: GridState;
  readonly market: StrategyMarket;
  readonly lines: readonly Ticks[];
  readonly desks: CommandContext;
};

/** Takes note of the orders that have ended: what they filled is held, or was earned. */
export function settleOrders(now: GridNow): void {
  const { desks, state } = now;
  for (const cell of state.cells) {
    const order = cell.orderId === null ? null : desks.orders.find(cell.orderId);
    if (cell.orderId === null || order?.state === 'open') continue;
    cell.orderId = null;
    if (order === null) continue;
    settle(now, cell, order);
    if (order.state !== 'failed') cell.refusals = 0;
    else postpone(now, cell);
  }
}

function settle(now: GridNow, cell: GridCell, order: BotOrder): void {
  const { state, market } = now;
  const { lots, units: traded } = filledOrder(market.terms, order);
  if (lots === 0) return;
  if (!cell.isExit) {
    cell.heldUnits = String(BigInt(cell.heldUnits) + traded);
    cell.heldLots += lots;
    cell.waits = false;
    cell.isExit = order.state === 'filled' || cell.heldLots >= state.lotsPerGrid;
    return;
  }
  const held = BigInt(cell.heldUnits);
  const cost = cell.heldLots === lots ? held : (held * BigInt(lots)) / BigInt(cell.heldLots);
  // Profit is what came in less what went out, whichever came first.
  state.earnedUnits = String(BigInt(state.earnedUnits) + traded + cost);
  cell.heldUnits = String(held - cost);
  cell.heldLots -= lots;
  if (cell.heldLots > 0) return;
  cell.isExit = false;
  state.closedGrids += 1;
}

/** Lets the orders rest that are wanted now, the nearest to the price where there is a limit. */
export function placeOrders(now: GridNow): void {
  const { state, desks, lines } = now;
  const wanted = wantedIntervals(now);
  for (const [interval, cell] of state.cells.entries())
    if (cell.orderId !== null && !wanted.has(interval)) desks.orders.cancel(cell.orderId);
  const taken = new Set<number>();
  for (const [interval, cell] of state.cells.entries())
    if (cell.orderId !== null) taken.add(lineOfCell(cell, interval));
  let free = freeLots(now);
  for (const [interval, cell] of state.cells.entries()) {
    if (cell.orderId !== null || !wanted.has(interval)) continue;
    const line = lineOfCell(cell, interval);
    if (taken.has(line) || desks.clock.nowMs() < cell.retryAtMs) continue;
    const lots = cell.isExit ? cell.heldLots : state.lotsPerGrid - cell.heldLots;
    if (cell.isExit && lots > free) continue;
    if (cell.isExit) free -= lots;
    const side = sideOfCell(cell);
    const { isExit } = cell;
    const order = { side, isExit, lots, ticks: lines[line] as Ticks, note: `line ${line}` };
    const request = orderRequest(gridStance(now.config), now.market.terms, order);
    const orderId = desks.orders.place(request);
    taken.add(line);
    if (orderId === '') postpone(now, cell);
    else cell.orderId = orderId;
  }
}

function postpone({ desks }: GridNow, cell: GridCell): void {
  cell.refusals += 1;
  const minutes = Math.min(2 ** (cell.refusals - 1), RETRY_MINUTES_MAX);
  cell.retryAtMs = desks.clock.nowMs() + minutes * MINUTE_MS;
}

function wantedIntervals({ config, state, market, lines }: GridNow): ReadonlySet<number> {
  const price = market.priceTicks;
  const intervals = state.cells
    .map((cell, interval) => ({ cell, interval, line: lines[lineOfCell(cell, interval)] as Ticks }))
    .filter(
      ({ cell, line }) => !cell.waits || cell.orderId !== null || isPassed(cell, line, price),
    );
  const far = (line: bigint): bigint => (line > price ? line - price : price - line);
  if (intervals.length > config.ordersMost)
    intervals.sort((left, right) => Number(far(left.line) - far(right.line)));
  return new Set(intervals.slice(0, config.ordersMost).map(({ interval }) => interval));
}

/** Whether the price is beyond the line of an interval that waits, so that its order would rest. */
function isPassed(cell: GridCell, line: Ticks, price: Ticks): boolean {
  return sideOfCell(cell) === 'buy' ? line < price : line > price;
}

/** Lots that are held and that no exit offers yet; none before the opening order has ended. */
export function freeLots({ config, state, market, desks }: GridNow): number {
  if (!state.isOpened) return 0;
  if (config.direction === 'neutral') return Infinity;
  const offered = state.cells.reduce((sum, cell) => {
    const isOffered = cell.isExit && cell.orderId !== null;
    return isOffered ? sum + cell.heldLots : sum;
  }, 0);
  if (config.investmentAsset !== 'quote') {
    const one = baseUnitsOf(market.terms, 1n as Lots, 'ceil');
    return Number(market.freeBaseUnits / (one > 0n ? one : 1n));
  }
  const position = desks.positions.find(null);
  return position === null ? 0 : lotsFrom(market.terms, position.amount) - offered;
}

export function gridStance({ type, direction }: GridConfig): Stance {
  return { isSpot: type === 'spot_grid', direction };
}
