// Positions in linear perpetuals: a size and what was paid for it, never an average, so that no
// rounding gathers.

import type { Amount } from '#loopback/amount.ts';
import { per, shareOf, sizeOf, smaller, times } from '#loopback/amount.ts';
import type { PositionSide, Side } from '#loopback/book/order.ts';

export type Position = {
  readonly accountId: string;
  readonly marketKey: string;
  readonly side: PositionSide;
  /** That its orders named; null: that of the account. */
  readonly marginMode: 'cross' | 'isolated' | null;
  /** Of base, what a size of one is. */
  readonly contractValue: Amount;
  /** Above zero for long, below for short. */
  size: Amount;
  /** What the present size was bought or sold for; never negative. */
  entryValue: Amount;
  realised: Amount;
  realisedSinceOpened: Amount;
  createdAtMs: number;
  updatedAtMs: number;
  openedAtMs: number;
};

export type PositionChange = { readonly closed: Amount; readonly realised: Amount };

/** Adds a trade of so much at so much value; returns what it closed and earned. */
export function applyTrade(
  position: Position,
  side: Side,
  quantity: Amount,
  value: Amount,
  atMs: number,
): PositionChange {
  const signed = side === 'buy' ? quantity : -quantity;
  const isReducing = position.size !== 0n && position.size > 0n !== signed > 0n;
  const closed = isReducing ? smaller(sizeOf(position.size), quantity) : 0n;
  const closedValue = shareOf(value, closed, quantity);
  const entryShare = shareOf(position.entryValue, closed, sizeOf(position.size));
  const gain = closedValue - entryShare;
  const realised = closed === 0n ? 0n : position.size > 0n ? gain : -gain;
  if (position.size === 0n) position.realisedSinceOpened = 0n;
  if (position.size === 0n || (isReducing && closed < quantity)) position.openedAtMs = atMs;
  position.entryValue += value - closedValue - entryShare;
  position.size += signed;
  position.realised += realised;
  position.realisedSinceOpened += realised;
  position.updatedAtMs = atMs;
  return { closed, realised };
}

/** In quote. */
export function positionValue({ size, contractValue }: Position, mark: Amount): Amount {
  return times(times(sizeOf(size), mark), contractValue);
}

/** What it would earn if it were closed at this price. */
export function unrealised(position: Position, mark: Amount): Amount {
  const value = positionValue(position, mark);
  return position.size >= 0n ? value - position.entryValue : position.entryValue - value;
}

/** What a position of this value has to be backed with. */
export function initialMargin(value: Amount, leverage: Amount): Amount {
  return per(value, leverage);
}
