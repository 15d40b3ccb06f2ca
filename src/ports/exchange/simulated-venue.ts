// Exchanges whose wallets are our own: a simulated venue opens an account with the money it is
// reported to.

import type { Decimal } from '#lib/decimal.ts';
import type { VenueAccount } from '#ports/exchange/exchange.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';

export type Deposit = { readonly currency: string; readonly amount: Decimal };

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
