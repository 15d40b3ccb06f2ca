// State of a grid bot from one update to the next. All of it follows from the inputs of its run, so
// it is not stored: a run that is made again comes to the same. Amounts are lots, money is units.

import type { Decimal } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Backoff } from '#strategies/shared/backoff.ts';
import { newBackoff } from '#strategies/shared/backoff.ts';
import type { GridPairs } from '#strategies/grid/grid-pairs.ts';
import { noPairs } from '#strategies/grid/grid-pairs.ts';
import type { GridLayout } from '#strategies/grid/grid-plan.ts';

/** One interval: it enters on one of its lines, exits on the other, and begins again. */
export type GridCell = Backoff & {
  entrySide: OrderSide;
  isExit: boolean;
  /** What it holds, in lots, and what that cost (or brought, when it sold first). */
  heldLots: number;
  heldUnits: bigint;
  /** What its exit has brought so far, less what that part cost. */
  pairUnits: bigint;
  /** What its entry is for; zero until the first order of an entry was placed. */
  wantedLots: number;
  /** Its order is placed only where it would rest. */
  waits: boolean;
  orderId: string | null;
};

export type GridState = {
  phase: 'waiting' | 'running' | 'stopping' | 'stopped';
  /** The price when the waiting began. */
  firstPrice: number;
  /** The line at which the range begins now, counted from the lower price. */
  shift: number;
  /** The lines of the range now, and one on each side of it. */
  lines: readonly Ticks[];
  lineBelow: Ticks;
  lineAbove: Ticks;
  /** Lots of one grid, and the investment that they are for. */
  lotsPerGrid: number;
  investment: Decimal;
  /** What the plan had money for; more only where there is money now. */
  lotsPlanned: number;
  /** The least lots that the market takes at every line. */
  lotsLeast: number;
  openingOrderId: string | null;
  isOpened: boolean;
  /** The range was edited: its orders are cancelled, then it is laid out anew. */
  isMoving: boolean;
  /** An exit had to wait because less is free than it closes. */
  isShort: boolean;
  /** From the lowest interval to the highest. */
  cells: GridCell[];
  /** Profit of closed grids, fees deducted, and their number. */
  earnedUnits: bigint;
  closedGrids: number;
  pairs: GridPairs;
  /** Since when a stop has held. */
  stopSinceMs: number | null;
  stopReason: string;
  closingOrderId: string | null;
  /** Of what it closes at its stop. */
  exit: Backoff;
};

/**
 * State before the first update; `firstPrice` is the price that the trailing of the range begins
 * from.
 */
export function newGridState(firstPrice: number): GridState {
  return {
    phase: 'waiting',
    firstPrice,
    shift: 0,
    lines: [],
    lineBelow: 0n as Ticks,
    lineAbove: 0n as Ticks,
    lotsPerGrid: 0,
    lotsPlanned: 0,
    investment: 0n as Decimal,
    lotsLeast: 1,
    openingOrderId: null,
    isOpened: false,
    isMoving: false,
    isShort: false,
    cells: [],
    earnedUnits: 0n,
    closedGrids: 0,
    pairs: noPairs(),
    stopSinceMs: null,
    stopReason: '',
    closingOrderId: null,
    exit: newBackoff(),
  };
}

/** What was saved before pairs or refused exits were counted begins to count them. */
export function completeState(state: GridState): void {
  const saved: { readonly pairs?: GridPairs; readonly exit?: Backoff } = state;
  state.pairs = saved.pairs ?? noPairs();
  state.exit = saved.exit ?? newBackoff();
  for (const cell of state.cells) {
    const retained: { readonly pairUnits?: bigint } = cell;
    cell.pairUnits = retained.pairUnits ?? 0n;
  }
}

/** The intervals as they are before any order of theirs was filled. */
export function newCells({ orders }: GridLayout, lotsPerGrid: number): GridCell[] {
  return orders.map(({ side, isExit, waits }) => ({
    ...newBackoff(),
    entrySide: isExit ? opposite(side) : side,
    isExit,
    heldLots: isExit ? lotsPerGrid : 0,
    heldUnits: 0n,
    pairUnits: 0n,
    wantedLots: isExit ? lotsPerGrid : 0,
    waits,
    orderId: null,
  }));
}

function opposite(side: OrderSide): OrderSide {
  return side === 'buy' ? 'sell' : 'buy';
}

/** The side of the interval's next order. */
export function sideOfCell({ entrySide, isExit }: GridCell): OrderSide {
  return isExit ? opposite(entrySide) : entrySide;
}

/** The line of that order, counted from the lowest: an interval buys low and sells high. */
export function lineOfCell(cell: GridCell, interval: number): number {
  return sideOfCell(cell) === 'buy' ? interval : interval + 1;
}
