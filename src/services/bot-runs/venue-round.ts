// What is asked of exchanges in one round over the bots, once for all bots of an account.

import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import { readWallet } from '#services/bot-runs/live-setup.ts';
import type { VenueWallet } from '#services/bot-runs/venue-wallet.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

export type VenueRound = {
  /** Makes our records of the account's orders say what its exchange says. Throws Failure. */
  reconcile(at: AccountAtExchange): Promise<unknown>;
  /** The account as its exchange shows it. Throws Failure. */
  wallet(at: AccountAtExchange): Promise<VenueWallet>;
};

export function venueRound(deps: BotRunDeps): VenueRound {
  const reconciled = new Map<string, Promise<unknown>>();
  const wallets = new Map<string, Promise<VenueWallet>>();
  return {
    reconcile: (at) => once(reconciled, at, () => reconcileAccount(deps, at)),
    wallet: (at) => once(wallets, at, () => readWallet(at)),
  };
}

function once<T>(
  known: Map<string, Promise<T>>,
  { account }: AccountAtExchange,
  ask: () => Promise<T>,
): Promise<T> {
  const { accountId } = account;
  const asked = known.get(accountId) ?? ask();
  known.set(accountId, asked);
  return asked;
}
