// The venue of a backtest: the simulated one of the domain, with an index of what can happen when
// (see next-busy-step.ts). While at most one order works on a spot market, the lone venue stands
// for it (see lone-steps.ts).

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal } from '#lib/decimal.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import type { LoneCandle } from '#domain/lone-order/lone-outcome.ts';
import type { LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { ledgerOfLone, stateOfLone } from '#domain/lone-order/lone-venue.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { RestingBook } from '#domain/matching/resting-book.ts';
import {
  concernedOrders,
  putOrder,
  removeOrder,
  restingBook,
} from '#domain/matching/resting-book.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { VenueEffects, VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { FundingRate } from '#engine/backtest/backtest.ts';
import type { FrameColumns, Frames } from '#engine/backtest/frames.ts';
import { durationMsOfStep, openMsOfStep } from '#engine/backtest/frames.ts';
import type { PriceGuard } from '#engine/backtest/margin-guard.ts';
import { CLOSED_GUARD, marginGuard, NO_GUARD } from '#engine/backtest/margin-guard.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

export type BacktestSide = {
  readonly market: RunMarket;
  venueMarket: VenueMarket;
  readonly columns: FrameColumns;
  readonly book: RestingBook;
  readonly funding: readonly FundingRate[];
  /** The next rate of `funding` that is to come. */
  fundingIndex: number;
  guard: PriceGuard;
};

export type BacktestVenue = {
  /** Of the exact venue; behind while there is a lone one. Read stateOf. */
  state: VenueState;
  /** Null while the exact venue goes on. */
  lone: LoneVenue | null;
  /** The minute that the lone one is shown, filled anew for each. */
  readonly loneCandle: { -readonly [field in keyof LoneCandle]: LoneCandle[field] };
  /** Whether margin calls are to be looked for while a position is open. */
  readonly watchesMargin: boolean;
  /** Whether there may be a lone one. */
  readonly allowsLone: boolean;
  readonly frames: Frames;
  /** By index of the market. */
  readonly sides: readonly BacktestSide[];
};

export type SideSetup = {
  readonly market: RunMarket;
  readonly tiers: LeverageTiers | null;
  readonly liquidationFeePercent: Decimal;
  readonly funding: readonly FundingRate[];
};

export function backtestVenue(
  state: VenueState,
  frames: Frames,
  rules: MatchingRules,
  setups: readonly SideSetup[],
  watchesMargin = false,
): BacktestVenue {
  const sides = setups.map((setup): BacktestSide => {
    const { market, tiers, liquidationFeePercent, funding } = setup;
    return {
      market,
      venueMarket: { terms: market.terms, rules, tiers, liquidationFeePercent },
      columns: frames.columns[market.index] as FrameColumns,
      book: restingBook(rules),
      funding: rules.appliesMargin ? funding : [],
      fundingIndex: 0,
      guard: NO_GUARD,
    };
  });
  const loneCandle = { ...NO_CANDLE };
  const allowsLone = sides.length === 1;
  return { state, lone: null, loneCandle, watchesMargin, allowsLone, frames, sides };
}

const NO_CANDLE: LoneCandle = {
  openTimeMs: 0,
  durationMs: 0,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
};

/** The account at the venue as it is now. */
export function stateOf({ lone, state }: BacktestVenue): VenueState {
  return lone === null ? state : stateOfLone(lone);
}

/** The account's money as it is now. */
export function ledgerOf({ lone, state }: BacktestVenue): Ledger {
  return lone === null ? state.ledger : ledgerOfLone(lone);
}

/** Lets the exact venue go on from where the lone one is. */
export function leaveLone(venue: BacktestVenue): void {
  const { lone } = venue;
  if (lone === null) return;
  venue.state = stateOfLone(lone);
  venue.lone = null;
  const [side] = venue.sides;
  for (const { resting } of venue.state.orders)
    if (side !== undefined) putOrder(side.book, resting);
}

const ORDERS_FEW = 3;

/** Orders that a step may have changed. */
export type Touched = ReadonlySet<string> | 'all' | 'none';

/** Whether so few orders work that looking at all is sooner done than noting which. */
export function hasFew({ state }: BacktestVenue): boolean {
  return state.orders.length <= ORDERS_FEW;
}

/** Takes over a step's new state and keeps the index true. */
export function takeOver(
  venue: BacktestVenue,
  { state, effects }: VenueStep,
  touched: Touched,
  step: number,
): VenueEffects {
  const { sides } = venue;
  const { orders: before } = venue.state;
  const couldHold = venue.state.positions.length > 0 || state.positions.length > 0;
  venue.state = state;
  for (const { order } of effects.ends)
    for (const { book } of sides) removeOrder(book, order.resting.orderId);
  if (touched !== 'none') {
    for (const [index, working] of state.orders.entries()) {
      // Most are the same and stand where they stood, which is sooner seen than looked up.
      if (touched !== 'all' && working === before[index]) continue;
      const { marketTag, resting } = working;
      // A fill may change all orders of its group.
      if (touched !== 'all' && !touched.has(resting.orderId) && resting.oca === null) continue;
      const side = sides.find(({ market }) => market.market.marketTag === marketTag);
      if (side !== undefined && side.book.orders.get(resting.orderId) !== resting)
        putOrder(side.book, resting);
    }
  }
  if (couldHold) for (const side of sides) guardSide(venue, side, step);
  return effects;
}

/** The candle of a step; null when it is missing. */
export function candleOf(side: BacktestSide, openTimeMs: number, step: number): Candle | null {
  const { columns } = side;
  return columns.isMissing[step + columns.offset] === 0
    ? knownCandleOf(side, openTimeMs, step)
    : null;
}

/** The same; where it is missing, what its columns hold: the last price. */
export function knownCandleOf({ columns }: BacktestSide, openTimeMs: number, step: number): Candle {
  const index = step + columns.offset;
  return {
    openTimeMs,
    open: BigInt(columns.open[index] as number),
    high: BigInt(columns.high[index] as number),
    low: BigInt(columns.low[index] as number),
    close: BigInt(columns.close[index] as number),
    volume: BigInt(columns.volume[index] as number),
  };
}

/** Orders of the side that the step's candle may change; null: all of them. */
export function concernedAt(
  venue: BacktestVenue,
  { book, columns }: BacktestSide,
  step: number,
): Set<string> | null {
  // A few are matched sooner than chosen.
  if (book.orders.size <= ORDERS_FEW) return null;
  const index = step + columns.offset;
  const openTimeMs = openMsOfStep(venue.frames, step);
  // Only the order of the numbers counts here, so floats do.
  const candle = {
    openTimeMs,
    high: columns.high[index] as unknown as bigint,
    low: columns.low[index] as unknown as bigint,
  };
  return concernedOrders(book, candle, durationMsOfStep(venue.frames, step));
}

/** The rates that fell due after one instant, up to another, as one; moves on to the next. */
export function fundingDue(side: BacktestSide, atMs: number, sinceMs: number): Decimal | null {
  const { funding } = side;
  while ((funding[side.fundingIndex]?.atMs ?? Infinity) <= sinceMs) side.fundingIndex += 1;
  let due: Decimal | null = null;
  let index = side.fundingIndex;
  for (let next = funding[index]; next !== undefined && next.atMs <= atMs; next = funding[index]) {
    due = due === null ? next.rate : addDecimal(due, next.rate);
    index += 1;
  }
  return due;
}

function guardSide(
  { state, watchesMargin }: BacktestVenue,
  side: BacktestSide,
  step: number,
): void {
  const { market, venueMarket, columns } = side;
  const { tiers } = venueMarket;
  const position = positionOn(state.positions, market.market.marketTag);
  if (position !== null && watchesMargin) {
    side.guard = CLOSED_GUARD;
    return;
  }
  if (position === null || tiers === null || !venueMarket.rules.appliesMargin) {
    side.guard = NO_GUARD;
    return;
  }
  const close = columns.close[step + columns.offset] as number;
  let backing = Number(position.marginUnits);
  if (position.marginMode === 'cross') {
    const peers = state.positions.filter(
      (peer) => peer.marginMode === 'cross' && peer.currency === position.currency,
    );
    if (peers.length > 1) {
      side.guard = CLOSED_GUARD;
      return;
    }
    backing += Number(balancesIn(state.ledger, position.currency).available);
  }
  side.guard = marginGuard(market, tiers, position, backing, close);
}
