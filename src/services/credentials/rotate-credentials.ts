// Gives an account new credentials. They are checked first, and must be of the same account of the
// venue; those before them are retained for a day.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure } from '#ports/world/failure.ts';
import type { CheckedCredentials } from '#services/credentials/check-new-credentials.ts';
import { checkNewCredentials } from '#services/credentials/check-new-credentials.ts';
import { takenAt } from '#services/credentials/credential-deps.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  CredentialRejection,
  VenueCredentials,
} from '#services/credentials/credential-deps.ts';
import { faultyCredentials } from '#services/credentials/credential-deps.ts';
import type { KeyedAccount } from '#services/credentials/find-keyed-account.ts';
import { findKeyedAccount } from '#services/credentials/find-keyed-account.ts';
import { withKey } from '#services/credentials/with-keys.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type RotateCredentialsCommand = {
  readonly caller: Pick<Principal, 'userId'>;
  readonly accountId: string;
  readonly credentials: VenueCredentials;
  /** Null: as before. */
  readonly allowsWithdraw: boolean | null;
  readonly completion: CompletionSlot<AccountWithKey> | null;
};

type Rotated = Result<AccountWithKey, CredentialRejection>;

/**
 * Also for an account whose credentials were removed. Throws Failure when the venue does not say
 * whether it accepts them, and when they were changed meanwhile.
 */
export async function rotateCredentials(
  deps: CredentialDeps,
  command: RotateCredentialsCommand,
): Promise<Rotated> {
  const found = await findKeyedAccount(deps, command.caller, command.accountId);
  if (!found.ok) return found;
  const { account, exchange, credentials: before } = found.value;
  const checked = await checkNewCredentials(deps, {
    account,
    exchange,
    version: before.version + 1,
    credentials: command.credentials,
    allowsWithdraw: command.allowsWithdraw ?? before.allowsWithdraw,
  });
  if (!checked.ok) return checked;
  if (checked.value.stored.accountUid !== before.accountUid)
    return rejected(
      faultyCredentials(
        `Field "credentials": expected those of the account at ${exchange.name} that was ` +
          'connected, found those of another one; connect that as an account of its own.',
      ),
    );
  return replace(deps, command, found.value, checked.value);
}

async function replace(
  deps: CredentialDeps,
  command: RotateCredentialsCommand,
  { account: before, exchange }: KeyedAccount,
  { stored, facts }: CheckedCredentials,
): Promise<Rotated> {
  const account = { ...before, ...facts, updatedAtMs: stored.checkedAtMs };
  const rotated = withKey(deps, account, stored);
  const outcome = await deps.credentials.replaceCredentials(stored, facts, {
    retainedUntilMs: stored.checkedAtMs + LIMITS.previousCredentialsKeepMs,
    completion: completionWith(command.completion, rotated),
  });
  switch (outcome) {
    case 'venue_account_taken':
      return rejected(takenAt(exchange));
    case 'changed':
      throw new Failure('conflict', 'The credentials of the account have just been changed.');
    case 'replaced': {
      const { accountId, version } = stored;
      deps.log.info('account.credentials_rotated', { account_id: accountId, version });
      return accepted(rotated);
    }
  }
}
