// Positions of the reference engine, what they realised, and what the account is worth.

import type { Fraction } from './fraction.ts';
import {
  compare,
  minus,
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
export type ReferencePosition = { amount: Fraction; cost: Fraction; averageEntry: Fraction };

export type PositionLedger = {
  readonly positions: Map<string, ReferencePosition>;
  /** Profit before costs. */
  gross: Fraction;
  fees: Fraction;
  funding: Fraction;
};

export function positionLedger(): PositionLedger {
  return { positions: new Map(), gross: NOTHING, fees: NOTHING, funding: NOTHING };
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
};

/** Books a trade: what it takes from a position realises profit, the rest enters one. */
export function bookTrade(
  market: ReferenceMarket,
  ledger: PositionLedger,
  positionId: string,
  { side, price, amount, worth, fee }: BookedTrade,
): void {
  ledger.fees = plus(ledger.fees, fee);
  const position = ledger.positions.get(positionId) ?? NO_POSITION();
  ledger.positions.set(positionId, position);
  const isClosing = position.amount.numerator !== 0n && isLong(position) === (side === 'sell');
  const closed =
    isClosing && compare(sizeOf(position.amount), amount) < 0n ? sizeOf(position.amount) : amount;
  if (!isClosing) return enter(position, side, { price, amount, worth });
  const closedWorth =
    compare(closed, amount) === 0n
      ? worth
      : roundedDown(over(times(worth, closed), amount), market.unit);
  leave(market, ledger, position, closed, closedWorth);
  const left = minus(amount, closed);
  if (left.numerator !== 0n) {
    enter(position, side, { price, amount: left, worth: minus(worth, closedWorth) });
  }
}

function isLong({ amount }: ReferencePosition): boolean {
  return amount.numerator > 0n;
}

const NO_POSITION = (): ReferencePosition => ({
  amount: NOTHING,
  cost: NOTHING,
  averageEntry: NOTHING,
});

function enter(
  position: ReferencePosition,
  side: Side,
  { price, amount, worth }: Pick<BookedTrade, 'price' | 'amount' | 'worth'>,
): void {
  const before = sizeOf(position.amount);
  const weight = plus(times(position.averageEntry, before), times(price, amount));
  position.averageEntry = over(weight, plus(before, amount));
  position.amount = plus(position.amount, side === 'buy' ? amount : negative(amount));
  position.cost = plus(position.cost, worth);
}

/** Cost leaves in proportion, rounded down to a unit; the last of it takes what is left. */
function leave(
  market: ReferenceMarket,
  ledger: PositionLedger,
  position: ReferencePosition,
  amount: Fraction,
  worth: Fraction,
): void {
  const share = over(amount, sizeOf(position.amount));
  const cost = roundedDown(times(position.cost, share), market.unit);
  ledger.gross = plus(ledger.gross, gainOf(market, isLong(position), cost, worth));
  position.cost = minus(position.cost, cost);
  position.amount = isLong(position)
    ? minus(position.amount, amount)
    : plus(position.amount, amount);
}

/** A long on an inverse market gains when what its contracts are worth in base falls. */
function gainOf(
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
  let profit = minus(minus(ledger.gross, ledger.fees), ledger.funding);
  for (const position of ledger.positions.values()) {
    const leaving = isLong(position) ? 'sell' : 'buy';
    const worth = bookedWorth(market, leaving, worthOf(market, price, sizeOf(position.amount)));
    profit = plus(profit, gainOf(market, isLong(position), position.cost, worth));
  }
  return profit;
}
