// Reading and setting the limits of an account.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import { NO_LIMITS } from '#domain/risk/account-limits.ts';
import type { LoosenedLimit } from '#domain/risk/loosened-limits.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { LooseningRefusal } from '#domain/access/protecting-scopes.ts';

export type { AccountLimits, LoosenedLimit };
export { NO_LIMITS };

export type AccountLimitDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly orders: Pick<OrderStore, 'findLimits' | 'setLimits' | 'resetLosses'>;
};

export type SetLimitsRejection =
  | { readonly code: 'account_not_found' }
  | { readonly code: 'currency_repeated'; readonly currency: string }
  | LooseningRejection;

/** `loosened` is what the caller may not lift. */
export type LooseningRejection = {
  readonly code: LooseningRefusal;
  readonly loosened: LoosenedLimit | { readonly limit: 'losses' };
};

type Query = { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string };

/** Limits of an account of the caller; none set reads as no limits. */
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
  /** Why the caller may tighten limits and no more; null or left out: it may do both. */
  readonly tightensOnly?: LooseningRefusal | null;
  readonly claim?: HeldClaim | null;
};

/** They hold for every order that is written down from then on. */
export async function setAccountLimits(
  { accounts, orders }: AccountLimitDeps,
  command: SetLimitsCommand,
): Promise<Result<AccountLimits, SetLimitsRejection>> {
  const { caller, accountId, limits, claim = null } = command;
  const { resetsLosses = false, tightensOnly = null } = command;
  const account = await accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected({ code: 'account_not_found' });
  const names = limits.currencies.map(({ currency }) => currency);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return rejected({ code: 'currency_repeated', currency: repeated });
  if (resetsLosses && tightensOnly !== null)
    return rejected({ code: tightensOnly, loosened: { limit: 'losses' } });
  const isNone = limits.maxOrdersPerMinute === null && limits.currencies.length === 0;
  const wanted = isNone ? null : limits;
  const [loosened] = await orders.setLimits(accountId, wanted, claim, tightensOnly === null);
  if (loosened !== undefined && tightensOnly !== null)
    return rejected({ code: tightensOnly, loosened });
  if (resetsLosses) await orders.resetLosses(accountId);
  return accepted(limits);
}
