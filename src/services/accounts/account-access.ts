// Finding a caller's account together with the exchange that it is at.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type AccountDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly exchanges: ExchangeRegistry;
};

export type AccountAtExchange = { readonly account: Account; readonly exchange: Exchange };

/** A foreign account is treated like an unknown one. */
export async function accountOf(
  deps: AccountDeps,
  caller: Pick<Principal, 'userId'>,
  accountId: string,
): Promise<Result<AccountAtExchange, 'account_not_found'>> {
  const account = await deps.accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  return accepted({ account, exchange: exchangeOf(deps.exchanges, account) });
}

/** Whether its exchange can be queried about it: without a key that it accepts, it cannot. */
export function canBeRequested({ status }: Account): boolean {
  return status !== 'invalid_credentials' && status !== 'disabled';
}

/** Why nothing may be traded on it now, in words; null when it may. */
export function tradingRefusal({ accountId, status }: Account): string | null {
  switch (status) {
    case 'connected':
    case 'unknown':
      return null;
    case 'read_only':
      return `The key of account "${accountId}" may read and not trade; replace it with one that may.`;
    case 'invalid_credentials':
      return `The exchange refuses the credentials of account "${accountId}"; replace them.`;
    case 'disabled':
      return `The credentials of account "${accountId}" were removed; connect it again.`;
  }
}

/** The driver of an account's exchange. Throws Failure when this installation has none for it. */
export function exchangeOf(exchanges: ExchangeRegistry, account: Account): Exchange {
  const exchange = exchanges.find(account.exchange);
  if (exchange !== null) return exchange;
  throw new Failure('unavailable', `there is no driver for exchange "${account.exchange}" here`);
}
