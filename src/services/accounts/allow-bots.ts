// Allows bots on one's own account. Its user decides of play money; of real money an owner of the
// installation.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { LooseningRefusal } from '#domain/access/protecting-scopes.ts';

export type AllowBotsRejection = 'account_not_found' | 'owners_only' | LooseningRefusal;

/** Bots that exist stay. The account as it is then. */
export async function allowBots(
  { accounts }: { readonly accounts: Pick<AccountStore, 'findAccount' | 'setAllowsBots'> },
  command: {
    readonly caller: Pick<Principal, 'userId' | 'role'>;
    readonly accountId: string;
    readonly allowsBots: boolean;
    /** Why the caller may forbid bots on real money and no more; null: it may do both. */
    readonly tightensOnly: LooseningRefusal | null;
    readonly claim: HeldClaim | null;
  },
): Promise<Result<Account, AllowBotsRejection>> {
  const { caller, accountId, allowsBots, tightensOnly, claim } = command;
  const account = await accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  const mayDecide = account.isSimulated || caller.role === 'owner' || !allowsBots;
  if (!mayDecide) return rejected('owners_only');
  if (allowsBots && !account.isSimulated && tightensOnly !== null) return rejected(tightensOnly);
  const isKnown = await accounts.setAllowsBots(accountId, allowsBots, claim);
  return isKnown ? accepted({ ...account, allowsBots }) : rejected('account_not_found');
}
