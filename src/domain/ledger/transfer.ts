// A movement of money between two sub-accounts of one owner's ledger: the only way a balance ever
// changes.

import type { Units } from '#venue-port/money/currency.ts';

/** What the owner has: free, locked by orders, locked by positions. Never below zero. */
export const OWN_ACCOUNTS = ['available', 'reserved', 'margin'] as const;
export type OwnAccount = (typeof OWN_ACCOUNTS)[number];

/**
 * Where the owner's money comes from and goes to; each is the mirror of what the owner gained or
 * lost by it. `venue`: the other side of spot trades. `profit`: the other side of contracts.
 * `insurance`: losses beyond what the owner had. `deposit`: money brought in from outside.
 */
export const COUNTERPARTIES = [
  'venue',
  'profit',
  'fees',
  'funding',
  'insurance',
  'deposit',
] as const;
export type Counterparty = (typeof COUNTERPARTIES)[number];

export type LedgerAccount = OwnAccount | Counterparty;

export const TRANSFER_KINDS = [
  'deposit',
  'withdrawal',
  'reserve',
  'release',
  'trade',
  'margin',
  'profit',
  'fee',
  'funding',
  'liquidation_fee',
  'insurance',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** `debit` gives the units and `credit` gets them. Units are above zero. */
export type Transfer = {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly currency: string;
  readonly units: Units;
  readonly kind: TransferKind;
  /** The order, position or deposit that caused it. */
  readonly reference: string;
};
