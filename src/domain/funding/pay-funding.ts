// Funding of perpetual contracts: at fixed instants longs and shorts pay one another a rate on the
// value at the mark price. A positive rate debits longs. Units are rounded against the account.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import { draw, move, purseOfPosition } from '#domain/ledger/purse.ts';
import type { Position } from '#domain/position/position.ts';

/** `rate` is a fraction (0.0001 is 0.01 %). */
export type FundingDue = {
  readonly markTicks: Ticks;
  readonly rate: Decimal;
  readonly atMs: number;
};

export type FundingOutcome = {
  readonly transfers: readonly Transfer[];
  readonly position: Position;
  /** What the position paid; below zero when it received. */
  readonly paidUnits: Units;
  /** What neither `available` nor its margin had. If any, the margin is gone: liquidate. */
  readonly unpaidUnits: Units;
};

/** Settles funding: from `available`, then from the position's margin, as far as they reach. */
export function payFunding(
  grid: MarketGrid,
  position: Position,
  due: FundingDue,
  availableUnits: Units,
): FundingOutcome {
  const owed = owedUnits(grid, position, due);
  const purse = purseOfPosition(grid.settlementCurrency, position, availableUnits);
  let unpaid = 0n;
  if (owed > 0n) unpaid = draw(purse, ['available', 'margin'], 'funding', owed, 'funding');
  else move(purse, 'funding', 'available', -owed, 'funding');
  const paidUnits = (owed - unpaid) as Units;
  return {
    transfers: purse.transfers,
    paidUnits,
    unpaidUnits: unpaid as Units,
    position: {
      ...position,
      marginUnits: purse.margin as Units,
      fundingUnits: (position.fundingUnits + paidUnits) as Units,
      updatedAtMs: due.atMs,
    },
  };
}

/** Below zero when the position receives. */
function owedUnits(grid: MarketGrid, position: Position, { markTicks, rate }: FundingDue): bigint {
  const signed = position.direction === 'long' ? rate : -rate;
  const value = valueOf(grid, markTicks, position.lots, signed > 0n ? 'ceil' : 'floor');
  return divideRounded(value * signed, ONE, 'ceil');
}
