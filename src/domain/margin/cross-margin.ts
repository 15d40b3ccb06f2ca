// Cross margin: all cross positions of one settlement currency stand on one another and on what is
// available.

import type { Units } from '#venue-port/money/currency.ts';
import type { MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import { maintenanceUnits } from '#domain/margin/leverage-tier.ts';
import type { Position } from '#domain/position/position.ts';
import { marketValueUnits, unrealizedUnits } from '#domain/position/position-figures.ts';

/** A cross position and the price to judge it at. */
export type CrossExposure = {
  readonly grid: MarketGrid;
  readonly position: Position;
  readonly tiers: LeverageTiers;
  readonly markTicks: Ticks;
};

/** Equity above maintenance of some positions together, without what is available. */
function excessUnits(exposures: readonly CrossExposure[]): bigint {
  let excess = 0n;
  for (const { grid, position, tiers, markTicks } of exposures) {
    if (position.lots === 0n) continue;
    const value = marketValueUnits(grid, position, markTicks);
    excess += position.marginUnits + unrealizedUnits(grid, position, markTicks);
    excess -= maintenanceUnits(tiers, value);
  }
  return excess;
}

/**
 * Whether all cross positions are to be liquidated together. `freeUnits`: what is available, with
 * what orders hold when the venue cancels them first.
 */
export function crossLiquidationDue(
  freeUnits: Units,
  exposures: readonly CrossExposure[],
): boolean {
  return exposures.length > 0 && freeUnits + excessUnits(exposures) <= 0n;
}

/** What stands behind one cross position while the others stay at their prices. */
export function crossBackingUnits(
  freeUnits: Units,
  position: Position,
  others: readonly CrossExposure[],
): Units {
  return (freeUnits + position.marginUnits + excessUnits(others)) as Units;
}

/**
 * A cross position that was closed with more loss than it and `available` had: the other cross
 * positions repay the insurance out of their margin, in the order given, as far as it reaches.
 */
export function coverFromPeers(
  currency: string,
  closed: Position,
  peers: readonly Position[],
): {
  readonly transfers: readonly Transfer[];
  readonly closed: Position;
  readonly peers: readonly Position[];
} {
  const transfers: Transfer[] = [];
  let owed: bigint = closed.insuredUnits;
  const after = peers.map((peer) => {
    const units = (owed < peer.marginUnits ? owed : peer.marginUnits) as Units;
    if (units === 0n) return peer;
    owed -= units;
    const reference = closed.positionId;
    transfers.push({
      debit: 'margin',
      credit: 'insurance',
      currency,
      units,
      kind: 'insurance',
      reference,
    });
    return { ...peer, marginUnits: (peer.marginUnits - units) as Units };
  });
  return { transfers, closed: { ...closed, insuredUnits: owed as Units }, peers: after };
}
