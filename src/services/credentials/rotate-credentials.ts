// Gives an account new credentials, or those before the last rotation again. They are checked
// first, and must be of the same account of the venue; those that they replace are retained for a
// day.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { CheckedCredentials } from '#services/credentials/check-new-credentials.ts';
import {
  checkCandidate,
  checkNewCredentials,
} from '#services/credentials/check-new-credentials.ts';
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
import type { CompletionSlot, HeldClaim } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type RotateCredentialsCommand = {
  readonly caller: Pick<Principal, 'userId'>;
  readonly accountId: string;
  readonly credentials: VenueCredentials;
  /** Null: as before. */
  readonly allowsWithdraw: boolean | null;
  readonly completion: CompletionSlot<AccountWithKey> | null;
  /** What must be held where the outcome is written later. */
  readonly claim?: HeldClaim | null;
};

export type RestoreCredentialsCommand = Pick<
  RotateCredentialsCommand,
  'caller' | 'accountId' | 'completion'
>;

type RotateResult = Result<AccountWithKey, CredentialRejection>;

/**
 * Also for an account whose credentials were removed. Throws Failure when the venue does not say
 * whether it accepts them, and when they were changed meanwhile.
 */
export async function rotateCredentials(
  deps: CredentialDeps,
  command: RotateCredentialsCommand,
): Promise<RotateResult> {
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
  return replace(deps, command, found.value, checked.value);
}

/**
 * Switches back to the credentials before the last rotation, which are checked first; those in use
 * are retained for a day in their place. Throws Failure like `rotateCredentials`.
 */
export async function restoreCredentials(
  deps: CredentialDeps,
  command: RestoreCredentialsCommand,
): Promise<RotateResult> {
  const found = await findKeyedAccount(deps, command.caller, command.accountId);
  if (!found.ok) return found;
  const { account, exchange, credentials: current } = found.value;
  const previous = await deps.credentials.findPreviousCredentials(command.accountId);
  if (previous === null || previous.retainedUntilMs <= deps.clock.nowMs())
    return rejected({
      code: 'forbidden',
      detail:
        `The account "${command.accountId}" has no former credentials: they are retained for a ` +
        'day after a rotation.',
    });
  const { version, sealed, hint } = previous;
  const candidate = { version, sealed, hint, keyId: current.keyId };
  const { allowsWithdraw } = current;
  const checked = await checkCandidate(deps, { account, exchange, candidate, allowsWithdraw });
  if (!checked.ok) return checked;
  return replace(deps, command, found.value, checked.value);
}

async function replace(
  deps: CredentialDeps,
  command: Pick<RotateCredentialsCommand, 'completion' | 'claim'>,
  { account: before, exchange, credentials: current }: KeyedAccount,
  { stored, facts }: CheckedCredentials,
): Promise<RotateResult> {
  if (stored.accountUid !== current.accountUid) return rejected(ofAnotherAccount(exchange));
  const account = { ...before, ...facts, updatedAtMs: stored.checkedAtMs };
  const rotated = withKey(deps, account, stored);
  const outcome = await deps.credentials.replaceCredentials(stored, facts, {
    retainedUntilMs: stored.checkedAtMs + LIMITS.previousCredentialsKeepMs,
    completion: completionWith(command.completion, rotated),
    claim: command.claim ?? null,
    replacedVersion: current.version,
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

function ofAnotherAccount({ name }: KeyedAccount['exchange']): CredentialRejection {
  return faultyCredentials(
    `Field "credentials": expected those of the account at ${name} that was connected, found ` +
      'those of another one; connect that as an account of its own.',
  );
}
