// Reading and setting the limits of an account.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';

export type { AccountLimits };

export type AccountLimitDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly orders: Pick<OrderStore, 'findLimits' | 'setLimits' | 'resetLosses'>;
};

export type SetLimitsRejection =
  | { readonly code: 'account_not_found' }
  | { readonly code: 'currency_repeated'; readonly currency: string };

/** Of an account that nothing was set for. */
export const NO_LIMITS: AccountLimits = { maxOrdersPerMinute: null, currencies: [] };

type Query = { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string };

export async function getAccountLimits(
  { accounts, orders }: AccountLimitDeps,
  { caller, accountId }: Query,
): Promise<Result<AccountLimits, 'account_not_found'>> {
  const account = await accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  return accepted((await orders.findLimits(accountId)) ?? NO_LIMITS);
}

export type SetLimitsCommand = Query & {
  readonly limits: AccountLimits;
  /** Losses of today count from now on: a limit that they reached holds no longer. */
  readonly resetsLosses?: boolean;
  readonly claim?: HeldClaim | null;
};

/** They hold for every order that is written down from then on. */
export async function setAccountLimits(
  { accounts, orders }: AccountLimitDeps,
  { caller, accountId, limits, resetsLosses = false, claim = null }: SetLimitsCommand,
): Promise<Result<AccountLimits, SetLimitsRejection>> {
  const account = await accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected({ code: 'account_not_found' });
  const names = limits.currencies.map(({ currency }) => currency);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return rejected({ code: 'currency_repeated', currency: repeated });
  const isNone = limits.maxOrdersPerMinute === null && limits.currencies.length === 0;
  await orders.setLimits(accountId, isNone ? null : limits, claim);
  if (resetsLosses) await orders.resetLosses(accountId);
  return accepted(limits);
}
