// The money side of leaving a contract position: profit to `available`; a loss from the position's
// margin, on cross from `available` too, and what neither has from the insurance. `available`
// never goes below zero by it.

import type { Units } from '#venue-port/money/currency.ts';
import type { Purse } from '#domain/ledger/purse.ts';
import { draw, move } from '#domain/ledger/purse.ts';
import type { MarketGrid } from '#venue-port/market/market-grid.ts';
import type { Position, PositionTrade } from '#domain/position/position.ts';
import { reducePosition } from '#domain/position/position.ts';

export type CloseOutcome = { readonly position: Position; readonly grossUnits: Units };

/**
 * Reduces or closes the position and settles gross profit, released margin and the trade's fee.
 * `purse.margin` must be the position's margin and `purse.available` what the ledger has.
 */
export function settleClose(
  grid: MarketGrid,
  purse: Purse,
  position: Position,
  trade: PositionTrade,
): CloseOutcome {
  const { position: reduced, grossUnits, releasedUnits } = reducePosition(grid, position, trade);
  const insured =
    settleProfit(purse, position, grossUnits, releasedUnits) + settleFee(purse, trade.feeUnits);
  return {
    grossUnits,
    position: {
      ...reduced,
      marginUnits: purse.margin as Units,
      insuredUnits: (reduced.insuredUnits + insured) as Units,
    },
  };
}

/**
 * Returns what the insurance had to bear. A loss takes the released margin before anything else.
 */
function settleProfit(
  purse: Purse,
  { marginMode }: Position,
  grossUnits: Units,
  releasedUnits: Units,
): bigint {
  if (grossUnits >= 0n) {
    move(purse, 'profit', 'available', grossUnits, 'profit');
    move(purse, 'margin', 'available', releasedUnits, 'margin');
    return 0n;
  }
  const loss = -grossUnits;
  const fromReleased = loss < releasedUnits ? loss : releasedUnits;
  move(purse, 'margin', 'profit', fromReleased, 'profit');
  move(purse, 'margin', 'available', releasedUnits - fromReleased, 'margin');
  const sources =
    marginMode === 'cross' ? (['available', 'margin'] as const) : (['margin'] as const);
  const unpaid = draw(purse, sources, 'profit', loss - fromReleased, 'profit');
  move(purse, 'insurance', 'profit', unpaid, 'insurance');
  return unpaid;
}

function settleFee(purse: Purse, feeUnits: Units): bigint {
  if (feeUnits < 0n) {
    move(purse, 'fees', 'available', -feeUnits, 'fee');
    return 0n;
  }
  const unpaid = draw(purse, ['available', 'margin'], 'fees', feeUnits, 'fee');
  move(purse, 'insurance', 'fees', unpaid, 'insurance');
  return unpaid;
}
