// A scratch pad for one settlement: what the owner can draw on in one currency, and the transfers
// written so far. It lives only inside one call of a settling function and never leaves it.

import type { Units } from '#venue-port/money/currency.ts';
import type { LedgerAccount, OwnAccount, Transfer, TransferKind } from '#domain/ledger/transfer.ts';

/**
 * `reserved` is what this order holds, `margin` what this position holds: shares of the
 * sub-accounts.
 */
export type Purse = {
  readonly currency: string;
  readonly reference: string;
  readonly transfers: Transfer[];
  reserved: bigint;
  available: bigint;
  margin: bigint;
};

/** What stands behind a position: its margin, and what its owner has available. */
export function purseOfPosition(
  currency: string,
  position: { readonly positionId: string; readonly marginUnits: bigint },
  available: bigint,
): Purse {
  const { positionId: reference, marginUnits: margin } = position;
  return { currency, reference, transfers: [], reserved: 0n, available, margin };
}

/**
 * Writes a transfer; nothing for zero units. Own sub-accounts may go below zero: then the ledger
 * refuses.
 */
export function move(
  purse: Purse,
  debit: LedgerAccount,
  credit: LedgerAccount,
  units: bigint,
  kind: TransferKind,
): void {
  if (units === 0n) return;
  const { currency, reference } = purse;
  purse.transfers.push({ debit, credit, currency, units: units as Units, kind, reference });
  change(purse, debit, -units);
  change(purse, credit, units);
}

/**
 * Pays from the sources in turn, each as far as it reaches. Returns the units that none of them
 * had.
 */
export function draw(
  purse: Purse,
  sources: readonly OwnAccount[],
  credit: LedgerAccount,
  units: bigint,
  kind: TransferKind,
): bigint {
  let unpaid = units;
  for (const source of sources) {
    const has = purse[source] > 0n ? purse[source] : 0n;
    const part = has < unpaid ? has : unpaid;
    move(purse, source, credit, part, kind);
    unpaid -= part;
  }
  return unpaid;
}

function change(purse: Purse, account: LedgerAccount, units: bigint): void {
  if (account === 'available' || account === 'reserved' || account === 'margin') {
    purse[account] += units;
  }
}
