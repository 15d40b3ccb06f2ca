// State of a bot that averages, from one update to the next. All of it follows from the inputs of
// its run, so it is not stored: a run that is made again comes to the same.

import type { Decimal } from '#lib/decimal.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Backoff } from '#strategies/shared/backoff.ts';
import { newBackoff } from '#strategies/shared/backoff.ts';
import type { HeldStop } from '#strategies/shared/held-stop.ts';
import { newHeldStop } from '#strategies/shared/held-stop.ts';
import type { PricedLots } from '#strategies/dca/dca-ladder.ts';
import type { DealShape } from '#strategies/dca/deal-shape.ts';

/** One averaging order of a deal. */
export type Rung = Backoff & {
  readonly ticks: Ticks;
  readonly lots: number;
  filledLots: number;
  orderId: string | null;
  isDone: boolean;
};

export type Deal = {
  /** The settings that a deal keeps to its end. */
  readonly shape: DealShape;
  readonly openedAtMs: number;
  /** Empty before it is placed. */
  openingOrderId: string;
  rungs: readonly Rung[];
  /** What is held: lots at prices with their fees, since the deal last held nothing. */
  parts: PricedLots[];
  heldLots: number;
  /** Money in, less money out, fees deducted. */
  netUnits: bigint;
  /** The best price since it was opened, for a trailing stop; since profit was reached, for a
   * trailing profit. */
  bestPrice: number;
  bestProfitPrice: number | null;
  readonly exit: Backoff & {
    orderId: string | null;
    /** Null: at market. */
    ticks: Ticks | null;
    /** Whether something was bought since it was placed. */
    isOutgrown: boolean;
  };
  /** Where its stop is an order; absent: it is decided by the price of each minute alone. */
  readonly stop?: HeldStop;
  /** Why it is closed at market; null while it is not. */
  closing: string | null;
  /** Of the signal that said so; null: of none. */
  closingSignalId: string | null;
  endsBot: boolean;
};

export type DcaState = {
  phase: 'waiting' | 'opening' | 'open' | 'stopped';
  deal: Deal | null;
  dealsDone: number;
  /** Profit of the deals that are done. */
  earnedUnits: bigint;
  /** The price when the waiting for the next deal began; null: take it now. */
  waitingFrom: number | null;
  lastEndedAtMs: number | null;
  lastOpenedAtMs: number | null;
  hasSignal: boolean;
  /** Of the signal that the next deal waits for its time with; null: of none. */
  signalId: string | null;
  /** Refusals of opening orders in a row. */
  readonly opening: Backoff;
  /** The problem that the log has already. */
  toldProblem: string;
  /** Ended orders that were looked at. */
  endedSeen: number;
};

/** State before the first update. */
export function newDcaState(): DcaState {
  return {
    phase: 'waiting',
    deal: null,
    dealsDone: 0,
    earnedUnits: 0n,
    waitingFrom: null,
    lastEndedAtMs: null,
    lastOpenedAtMs: null,
    hasSignal: false,
    signalId: null,
    opening: newBackoff(),
    toldProblem: '',
    endedSeen: 0,
  };
}

/** Deal without orders and fills. With `placesStops` its stop is an order at the exchange. */
export function newDeal(shape: DealShape, openedAtMs: number, placesStops = false): Deal {
  return {
    ...(placesStops ? { stop: newHeldStop() } : {}),
    shape,
    openedAtMs,
    openingOrderId: '',
    rungs: [],
    parts: [],
    heldLots: 0,
    netUnits: 0n,
    bestPrice: 0,
    bestProfitPrice: null,
    exit: { ...newBackoff(), orderId: null, ticks: null, isOutgrown: false },
    closing: null,
    closingSignalId: null,
    endsBot: false,
  };
}

/** Rung that has not been placed; without price or amount it is done at once. */
export function newRung(ticks: Ticks, lots: Lots): Rung {
  return {
    ...newBackoff(),
    ticks,
    lots: Number(lots),
    filledLots: 0,
    orderId: null,
    isDone: lots === 0n || ticks === 0n,
  };
}

/** Books what one order of the deal entered. */
export function hold(deal: Deal, lots: number, price: Decimal): void {
  if (lots === 0) return;
  deal.parts.push({ lots: BigInt(lots) as Lots, price });
  deal.heldLots += lots;
  deal.exit.isOutgrown = true;
}
