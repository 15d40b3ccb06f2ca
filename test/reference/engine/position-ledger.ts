// Positions of the reference engine, what they realised, and what the account is worth.

import type { Fraction } from './fraction.ts';
import {
  compare,
  minus,
  most,
  negative,
  NOTHING,
  over,
  plus,
  roundedDown,
  sizeOf,
  times,
} from './fraction.ts';
import type { ReferenceMarket } from './reference-market.ts';
import { bookedWorth, worthOf } from './reference-market.ts';
import type { Side } from './reference-order.ts';

/** Long above zero, short below. */
export type ReferencePosition = {
  amount: Fraction;
  cost: Fraction;
  averageEntry: Fraction;
  /** What is locked for it. */
  margin: Fraction;
  readonly isIsolated: boolean;
};

export type PositionLedger = {
  readonly positions: Map<string, ReferencePosition>;
  /** Profit before costs. */
  gross: Fraction;
  fees: Fraction;
  funding: Fraction;
  /** Losses that the insurance bore. */
  insured: Fraction;
};

export function positionLedger(): PositionLedger {
  return {
    positions: new Map(),
    gross: NOTHING,
    fees: NOTHING,
    funding: NOTHING,
    insured: NOTHING,
  };
}

/** What is held of a position; above zero when long. */
export function heldOf({ positions }: PositionLedger, positionId: string): Fraction {
  return positions.get(positionId)?.amount ?? NOTHING;
}

/** Mean entry price of what is open; null: nothing is. */
export function averageEntryOf({ positions }: PositionLedger, positionId: string): Fraction | null {
  const position = positions.get(positionId);
  return position === undefined || position.amount.numerator === 0n ? null : position.averageEntry;
}

export type BookedTrade = {
  readonly side: Side;
  readonly price: Fraction;
  readonly amount: Fraction;
  readonly worth: Fraction;
  readonly fee: Fraction;
  /** What so much more opened worth locks. */
  readonly marginOf: (worth: Fraction) => Fraction;
  readonly isIsolated: boolean;
};

/** Books a trade: what it takes from a position realises profit, the rest enters one. */
export function bookTrade(
  market: ReferenceMarket,
  ledger: PositionLedger,
  positionId: string,
  { side, price, amount, worth, fee, marginOf, isIsolated }: BookedTrade,
): void {
  ledger.fees = plus(ledger.fees, fee);
  const position = ledger.positions.get(positionId) ?? noPosition(isIsolated);
  ledger.positions.set(positionId, position);
  const isClosing = position.amount.numerator !== 0n && isLong(position) === (side === 'sell');
  const closed =
    isClosing && compare(sizeOf(position.amount), amount) < 0n ? sizeOf(position.amount) : amount;
  if (!isClosing) return enter(market, position, side, { price, amount, worth, marginOf });
  const closedWorth =
    compare(closed, amount) === 0n
      ? worth
      : roundedDown(over(times(worth, closed), amount), market.unit);
  leave(market, ledger, position, closed, closedWorth);
  const left = minus(amount, closed);
  if (left.numerator !== 0n) {
    enter(market, position, side, {
      price,
      amount: left,
      worth: minus(worth, closedWorth),
      marginOf,
    });
  }
}

export function isLong({ amount }: ReferencePosition): boolean {
  return amount.numerator > 0n;
}

const noPosition = (isIsolated: boolean): ReferencePosition => ({
  amount: NOTHING,
  cost: NOTHING,
  averageEntry: NOTHING,
  margin: NOTHING,
  isIsolated,
});

function enter(
  market: ReferenceMarket,
  position: ReferencePosition,
  side: Side,
  { price, amount, worth, marginOf }: Omit<BookedTrade, 'side' | 'fee' | 'isIsolated'>,
): void {
  const before = sizeOf(position.amount);
  const entered = plus(before, amount);
  position.averageEntry =
    market.kind === 'inverse'
      ? over(entered, plus(overOrNothing(before, position.averageEntry), over(amount, price)))
      : over(plus(times(position.averageEntry, before), times(price, amount)), entered);
  position.margin = plus(position.margin, marginOf(worth));
  position.amount = plus(position.amount, side === 'buy' ? amount : negative(amount));
  position.cost = plus(position.cost, worth);
}

function overOrNothing(left: Fraction, right: Fraction): Fraction {
  return left.numerator === 0n ? NOTHING : over(left, right);
}

/**
 * Cost and margin leave in proportion, rounded down to a unit; the last of them takes what is left.
 * A loss is paid by the margin that leaves, then on isolated margin by what stays, and then by
 * the insurance.
 */
export function leave(
  market: ReferenceMarket,
  ledger: PositionLedger,
  position: ReferencePosition,
  amount: Fraction,
  worth: Fraction,
): void {
  const share = over(amount, sizeOf(position.amount));
  const cost = roundedDown(times(position.cost, share), market.unit);
  const gain = gainOf(market, isLong(position), cost, worth);
  ledger.gross = plus(ledger.gross, gain);
  const released = roundedDown(times(position.margin, share), market.unit);
  const loss = most(NOTHING, minus(negative(gain), released));
  position.margin = minus(position.margin, released);
  if (position.isIsolated) {
    ledger.insured = plus(ledger.insured, most(NOTHING, minus(loss, position.margin)));
    position.margin = most(NOTHING, minus(position.margin, loss));
  }
  position.cost = minus(position.cost, cost);
  position.amount = isLong(position)
    ? minus(position.amount, amount)
    : plus(position.amount, amount);
}

/** A long on an inverse market gains when what its contracts are worth in base falls. */
export function gainOf(
  { kind }: ReferenceMarket,
  isLongSide: boolean,
  cost: Fraction,
  worth: Fraction,
): Fraction {
  return (kind === 'inverse') === isLongSide ? minus(cost, worth) : minus(worth, cost);
}

/** What was realised, and what open positions would bring at this price, each to a unit. */
export function profitOf(
  market: ReferenceMarket,
  ledger: PositionLedger,
  price: Fraction,
): Fraction {
  const { gross, fees, funding, insured } = ledger;
  let profit = plus(minus(minus(gross, fees), funding), insured);
  for (const position of ledger.positions.values()) {
    const leaving = isLong(position) ? 'sell' : 'buy';
    const worth = bookedWorth(market, leaving, worthOf(market, price, sizeOf(position.amount)));
    profit = plus(profit, gainOf(market, isLong(position), position.cost, worth));
  }
  return profit;
}
