// The orders of a running grid: what ended ones mean for their intervals, and which ones are to
// rest now. At most one order rests on a line, and exits sell only what is held.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import { baseUnitsOf, worstFeePercent } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import { forgive, postpone } from '#strategies/shared/backoff.ts';
import { marginOf } from '#strategies/shared/margin-of.ts';
import { filledOrder, lotsFrom } from '#strategies/shared/filled-order.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import { wouldRest } from '#strategies/grid/grid-plan.ts';
import { grownLots } from '#strategies/grid/grown-lots.ts';
import type { GridCell, GridState } from '#strategies/grid/grid-state.ts';
import { lineOfCell, sideOfCell } from '#strategies/grid/grid-state.ts';
import { countPair } from '#strategies/grid/grid-pairs.ts';
import type { Stance } from '#strategies/shared/order-request.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** A running grid in one update. */
export type GridNow = {
  readonly config: GridConfig;
  readonly state: GridState;
  readonly market: StrategyMarket;
  readonly api: CommandContext;
};

/** Takes note of the orders that have ended: what they filled is held, or was earned. */
export function settleOrders(now: GridNow): void {
  const { api, state } = now;
  for (const cell of state.cells) {
    const order = cell.orderId === null ? null : api.orders.find(cell.orderId);
    if (cell.orderId === null || order?.state === 'open') continue;
    cell.orderId = null;
    if (order === null) continue;
    settle(now, cell, order);
    if (order.state === 'failed') postpone(cell, api.clock.nowMs());
    else forgive(cell);
  }
}

function settle({ state, market }: GridNow, cell: GridCell, order: BotOrder): void {
  const { lots, lotsAfterFees, units: traded } = filledOrder(market.terms, order);
  if (lots === 0) return;
  cell.waits = false;
  if (!cell.isExit) {
    cell.heldUnits += traded;
    cell.heldLots += lotsAfterFees;
    const isEntered = order.state === 'filled' || cell.heldLots >= cell.wantedLots;
    cell.isExit = isEntered && cell.heldLots > 0;
    return;
  }
  const held = cell.heldUnits;
  const cost = cell.heldLots === lots ? held : (held * BigInt(lots)) / BigInt(cell.heldLots);
  // Profit is what came in less what went out, whichever came first.
  const brought = traded + cost;
  state.earnedUnits += brought;
  cell.pairUnits += brought;
  cell.heldUnits = held - cost;
  cell.heldLots -= lots;
  if (cell.heldLots > 0) return;
  cell.isExit = false;
  cell.wantedLots = 0;
  state.closedGrids += 1;
  countPair(state.pairs, cell.pairUnits);
  cell.pairUnits = 0n;
}

/** What is left for orders in one update. */
type Budget = { exitLots: number; units: bigint };

/** Lets the orders rest that are wanted now, the nearest to the price where there is a limit. */
export function placeOrders(now: GridNow): void {
  const { state, market } = now;
  for (const cell of state.cells) if (cell.orderId === null) turnRemainder(state, cell);
  const wanted = wantedIntervals(now);
  const budget: Budget = { exitLots: freeLots(now), units: market.freeUnits };
  cancelUnwanted(now, wanted, budget);
  const taken = new Set<number>();
  for (const [interval, cell] of state.cells.entries())
    if (cell.orderId !== null) taken.add(lineOfCell(cell, interval));
  state.isShort = false;
  for (const [interval, cell] of state.cells.entries()) {
    const line = lineOfCell(cell, interval);
    if (cell.orderId !== null || !wanted.has(interval) || taken.has(line)) continue;
    if (placeOn(now, cell, line, budget)) taken.add(line);
  }
}

/** False when the order has to wait. */
function placeOn(now: GridNow, cell: GridCell, line: number, budget: Budget): boolean {
  const { state, config, api } = now;
  if (api.clock.nowMs() < cell.retryAtMs) return false;
  const ticks = state.lines[line] as Ticks;
  if (cell.isExit && cell.heldLots > budget.exitLots) {
    state.isShort = true;
    return false;
  }
  // Entries that sold base pays for come after its sale.
  if (!cell.isExit && config.investmentAsset === 'base' && !state.isOpened) return false;
  if (cell.isExit) budget.exitLots -= cell.heldLots;
  const lots = cell.isExit ? cell.heldLots : entryLots(now, cell, ticks, budget);
  place(now, cell, { ticks, lots, note: `line ${line}` });
  return true;
}

function place(
  { config, market, api }: GridNow,
  cell: GridCell,
  { ticks, lots, note }: { readonly ticks: Ticks; readonly lots: number; readonly note: string },
): void {
  const { isExit } = cell;
  const order = { side: sideOfCell(cell), isExit, lots, ticks, note };
  const orderId = api.orders.place(orderRequest(gridStance(config), market.terms, order));
  if (orderId === '') postpone(cell, api.clock.nowMs());
  else {
    cell.orderId = orderId;
    if (!isExit) cell.wantedLots = cell.heldLots + lots;
  }
}

/** An order is retained while it is wanted, unless it can be replaced by a larger one. */
function cancelUnwanted(now: GridNow, wanted: ReadonlySet<number>, budget: Budget): void {
  const { state, api } = now;
  for (const [interval, cell] of state.cells.entries()) {
    if (cell.orderId === null) continue;
    const isSmall = !cell.isExit && cell.heldLots === 0 && cell.wantedLots < state.lotsPerGrid;
    const line = state.lines[lineOfCell(cell, interval)] as Ticks;
    const isLess = isSmall && isPaid(now, line, state.lotsPerGrid - cell.wantedLots, budget);
    if (isLess || !wanted.has(interval)) api.orders.cancel(cell.orderId);
  }
}

/** Whether there is money for so many lots; takes it from the budget. */
function isPaid({ market, config }: GridNow, ticks: Ticks, lots: number, budget: Budget): boolean {
  const { terms } = market;
  const value = valueOf(terms.grid, ticks, BigInt(lots) as Lots, 'ceil');
  const fee = feeUnits(feeWeightOf(value, worstFeePercent(terms)));
  const cost = marginOf(value, config.leverage) + fee;
  if (cost > budget.units) return false;
  budget.units -= cost;
  return true;
}

/** What is too little to be traded by itself: the rest is entered first, or what is held exits. */
function turnRemainder({ lotsLeast }: GridState, cell: GridCell): void {
  const { heldLots, wantedLots, isExit } = cell;
  if (heldLots === 0 || wantedLots === 0) return;
  if (isExit && heldLots < lotsLeast) cell.isExit = false;
  else if (!isExit && wantedLots - heldLots < lotsLeast && heldLots >= lotsLeast)
    cell.isExit = true;
}

/** Lots of the next entry of an interval: more than was planned only where there is money. */
function entryLots(
  now: GridNow,
  { heldLots, wantedLots }: GridCell,
  ticks: Ticks,
  budget: Budget,
): number {
  const { lotsPlanned, lotsPerGrid, lotsLeast } = now.state;
  if (heldLots > 0) return Math.max(wantedLots - heldLots, lotsLeast);
  for (const lots of [grownLots(now), lotsPerGrid])
    if (lots > lotsPlanned && isPaid(now, ticks, lots, budget)) return lots;
  return Math.min(lotsPlanned, lotsPerGrid);
}

function wantedIntervals(now: GridNow): ReadonlySet<number> {
  const { config, market } = now;
  const price = market.priceTicks;
  const intervals = passedLines(now);
  const far = (line: bigint): bigint => (line > price ? line - price : price - line);
  const nearest =
    intervals.length > config.ordersMost
      ? intervals.toSorted((left, right) => Number(far(left.line) - far(right.line)))
      : intervals;
  return new Set(nearest.slice(0, config.ordersMost).map(({ interval }) => interval));
}

/** Intervals that may have an order now, with its line. */
export function passedLines({
  state,
  market,
}: GridNow): readonly { readonly interval: number; readonly line: Ticks }[] {
  return state.cells.flatMap((cell, interval) => {
    const line = state.lines[lineOfCell(cell, interval)] as Ticks;
    const mayRest = !cell.waits || cell.orderId !== null;
    return mayRest || wouldRest(sideOfCell(cell), line, market.priceTicks)
      ? [{ interval, line }]
      : [];
  });
}

/** Lots that are held and that no exit offers yet; none before the opening order has ended. */
export function freeLots({ config, state, market, api }: GridNow): number {
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
  const position = api.positions.held(null);
  return position === null ? 0 : lotsFrom(market.terms, position.amount) - offered;
}

/** Stance by which orders of the grid are expressed. */
export function gridStance({ type, direction }: GridConfig): Stance {
  return { isSpot: type === 'spot_grid', direction };
}
