// Exchanges whose wallets are our own: a simulated venue opens an account with the money it is
// reported to.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { LedgerAccount, TransferKind } from '#domain/ledger/transfer.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';

export type Deposit = { readonly currency: string; readonly amount: Decimal };

/** One movement of money between two sub-accounts of an account's ledger. */
export type LedgerEntry = {
  /** Grows with each entry of the account. */
  readonly sequence: number;
  readonly atMs: number;
  readonly kind: TransferKind;
  /** What gave the amount, and what got it. */
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly currency: string;
  /** Above zero. */
  readonly amount: Decimal;
  /** Ours, of the order that caused it; null where it was none. */
  readonly clientOrderId: string | null;
};

export type SimulatedVenue = {
  /**
   * The exchange code whose accounts live here; of paper accounts the real exchange whose markets
   * they trade on.
   */
  readonly code: string;
  /**
   * Opens the account's wallet with the deposits, in one transaction. A wallet that is already open
   * stays as it is, so the call may be repeated after a crash. Fees are paid in the quote currency
   * unless stated otherwise.
   */
  openWallet(
    account: VenueAccount,
    deposits: readonly Deposit[],
    nowMs: number,
    feesIn?: FeesIn,
  ): Promise<void>;
};

/** The books of all simulated and paper accounts. */
export type LedgerReader = {
  /** Entries behind `afterSequence` (0: from the first), oldest first. Throws Failure. */
  listLedger(
    accountId: string,
    afterSequence: number,
    limit: number,
  ): Promise<readonly LedgerEntry[]>;
};
