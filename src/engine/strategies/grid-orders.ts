// The orders of a running grid: what ended ones mean for their intervals, and which ones are to
// rest now. At most one order rests on a line, and exits sell only what is held.

import { MINUTE_MS } from '#lib/time.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { amountOf, priceOf } from '#domain/market/market-grid.ts';
import type { Lots } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
import type { OrderSide } from '#domain/order/order.ts';
import type { TradedValue } from '#domain/position/traded-value.ts';
import { tradedUnits } from '#domain/position/traded-value.ts';
import { baseUnitsOf, valueRounding } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import type { BotOrder, OrderAction, OrderRequest } from '#engine/desks/order-desk.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { GridConfig } from '#engine/strategies/grid-config.ts';
import type { GridCell, GridState } from '#engine/strategies/grid-state.ts';
import { lineOfCell, sideOfCell } from '#engine/strategies/grid-state.ts';
import { unitsFrom } from '#engine/strategies/market-now.ts';
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
  const lots = lotsFrom(market, order.filledAmount);
  if (lots === 0) return;
  const traded = netUnits(market, order, lots);
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

/** Money that the order moved, its fee deducted: below zero for what was bought. */
export function netUnits({ terms }: StrategyMarket, order: BotOrder, lots: number): Units {
  const { grid } = terms;
  const currency = grid.settlementCurrency;
  const rounding = valueRounding(grid.shape, order.side);
  const ticks = order.filledPrice / floatOf(grid.priceStep);
  const value = tradedUnits(grid, tradedAt(grid.shape, ticks, lots), rounding);
  const gains = (order.side === 'sell') === (grid.shape === 'linear');
  return ((gains ? value : -value) - unitsFrom(currency, order.fees)) as Units;
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

export function lotsFrom({ terms }: StrategyMarket, amount: number): number {
  return Math.round(amount / floatOf(terms.grid.amountStep));
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
    const orderId = desks.orders.place(
      limitRequest(now, side, cell.isExit, lines[line] as Ticks, lots, `line ${line}`),
    );
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
  return position === null ? 0 : lotsFrom(market, position.amount) - offered;
}

function limitRequest(
  { config, market }: GridNow,
  side: OrderSide,
  isExit: boolean,
  line: Ticks,
  lots: number,
  note: string,
): OrderRequest {
  return {
    ...marketRequest(config, market, side, isExit, lots, note),
    type: 'limit',
    price: floatOf(priceOf(market.terms.grid, line)),
  };
}

export function marketRequest(
  config: GridConfig,
  { terms }: StrategyMarket,
  side: OrderSide,
  isExit: boolean,
  lots: number,
  note: string,
): OrderRequest {
  return {
    action: actionOf(config, side, isExit),
    marketTag: null,
    type: 'market',
    price: 0,
    amount: floatOf(amountOf(terms.grid, BigInt(lots) as Lots)),
    positionId: null,
    triggerPrice: null,
    timeoutMs: null,
    note,
    isReduceOnly: false,
    isHidden: false,
    isManaged: false,
  };
}

function actionOf({ type, direction }: GridConfig, side: OrderSide, isExit: boolean): OrderAction {
  if (type === 'spot_grid' || direction === 'neutral') return side;
  if (direction === 'long') return isExit ? 'exit_long' : 'go_long';
  return isExit ? 'exit_short' : 'go_short';
}
