// Exchanges whose wallets are our own: a simulated venue opens an account with the money it is
// reported to.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueAccount } from '#ports/exchange/exchange.ts';

export type Deposit = { readonly currency: string; readonly amount: Decimal };

export type SimulatedVenue = {
  /** The exchange code whose accounts live here. */
  readonly code: string;
  /**
   * Opens the account's wallet with the deposits, in one transaction. A wallet that is already open
   * stays as it is, so the call may be repeated after a crash.
   */
  openWallet(account: VenueAccount, deposits: readonly Deposit[], nowMs: number): Promise<void>;
};
