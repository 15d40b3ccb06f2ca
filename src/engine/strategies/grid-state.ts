// What a grid bot knows from one update to the next: plain data, kept with the run. Amounts are
// lots, money is units as text.

import type { Json } from '#lib/json.ts';
import type { OrderSide } from '#domain/order/order.ts';
import type { MemoryDesk } from '#engine/desks/memory-desk.ts';
import type { GridLayout } from '#engine/strategies/grid-plan.ts';

/** One interval: it enters on one of its lines, exits on the other, and begins again. */
export type GridCell = {
  readonly entrySide: OrderSide;
  isExit: boolean;
  /** What it holds, in lots, and what that cost (or brought, when it sold first). */
  heldLots: number;
  heldUnits: string;
  /** Enters only when the price has passed its line. */
  waits: boolean;
  orderId: string | null;
  /** After refusals it waits longer each time. */
  refusals: number;
  retryAtMs: number;
};

export type GridState = {
  phase: 'waiting' | 'running' | 'stopping' | 'stopped';
  /** The price when the waiting began. */
  firstPrice: number;
  /** The line at which the range begins now, counted from the lower price. */
  shift: number;
  lotsPerGrid: number;
  openingOrderId: string | null;
  isOpened: boolean;
  /** From the lowest interval to the highest. */
  cells: GridCell[];
  /** Profit of closed grids, fees deducted, and their number. */
  earnedUnits: string;
  closedGrids: number;
  /** Since when a stop has held. */
  stopSinceMs: number | null;
  stopReason: string;
  closingOrderId: string | null;
  /** Ended orders that were looked at. */
  endedSeen: number;
};

const NOTE = 'strategy.grid';

export function loadGridState(memory: MemoryDesk): GridState | null {
  const note = memory.note(NOTE);
  return note === undefined ? null : (structuredClone(note) as unknown as GridState);
}

export function keepGridState(memory: MemoryDesk, state: GridState): void {
  const cells = state.cells.map((cell): Json => ({ ...cell }));
  memory.keepNote(NOTE, { ...state, cells } satisfies Json);
}

export function newGridState(firstPrice: number): GridState {
  return {
    phase: 'waiting',
    firstPrice,
    shift: 0,
    lotsPerGrid: 0,
    openingOrderId: null,
    isOpened: false,
    cells: [],
    earnedUnits: '0',
    closedGrids: 0,
    stopSinceMs: null,
    stopReason: '',
    closingOrderId: null,
    endedSeen: 0,
  };
}

/** The intervals as they are before any order of theirs was filled. */
export function newCells({ orders }: GridLayout, lotsPerGrid: number): GridCell[] {
  return orders.map(({ side, isExit, waits }) => ({
    entrySide: isExit ? opposite(side) : side,
    isExit,
    heldLots: isExit ? lotsPerGrid : 0,
    heldUnits: '0',
    waits,
    orderId: null,
    refusals: 0,
    retryAtMs: 0,
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
