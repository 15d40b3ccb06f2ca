// An order pays with what it holds first and from `available` only for the rest; what it no longer
// needs is freed.

import type { Units } from '#venue-port/money/currency.ts';
import type { LedgerAccount, TransferKind } from '#domain/ledger/transfer.ts';
import type { Purse } from '#domain/ledger/purse.ts';
import { draw, move } from '#domain/ledger/purse.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { requiredUnits } from '#domain/position/order-hold.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

/** Pays in full; when `available` does not have the rest, the ledger will refuse. */
export function payFromHold(
  purse: Purse,
  credit: LedgerAccount,
  units: bigint,
  kind: TransferKind,
): void {
  const unpaid = draw(purse, ['reserved'], credit, units, kind);
  move(purse, 'available', credit, unpaid, kind);
}

/** Pays a fee, or receives a rebate. */
export function payFee(purse: Purse, feeUnits: Units): void {
  if (feeUnits >= 0n) payFromHold(purse, 'fees', feeUnits, 'fee');
  else move(purse, 'fees', 'available', -feeUnits, 'fee');
}

/** The hold as it is after a fill, with what the rest of the order does not need freed. */
export function releaseSpare(terms: TradingTerms, purse: Purse, after: OrderHold): OrderHold {
  const required = requiredUnits(terms, after);
  const spare = purse.reserved > required ? purse.reserved - required : 0n;
  move(purse, 'reserved', 'available', spare, 'release');
  return { ...after, heldUnits: purse.reserved as Units };
}
