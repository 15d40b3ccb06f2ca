// Checks the stored credentials of an account at its venue, and writes the result: whether the
// account may trade, only read, or is refused. Bots of an account that may not trade are stopped.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { CredentialReport, Exchange } from '#venue-port/exchange/exchange.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import {
  factsOf,
  modeRefusal,
  regionBlocked,
} from '#services/credentials/check-new-credentials.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  CredentialRejection,
  StoredCredentials,
} from '#services/credentials/credential-deps.ts';
import { findKeyedAccount } from '#services/credentials/find-keyed-account.ts';
import { refuseCredentials, stopBotsOfAccount } from '#services/credentials/refuse-credentials.ts';
import type { RefusalDeps } from '#services/credentials/refuse-credentials.ts';
import { withKey } from '#services/credentials/with-keys.ts';

/** Also returns an account that the venue refuses, with its status. Throws Failure. */
export async function checkAccount(
  deps: CredentialDeps,
  { caller, accountId }: { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string },
): Promise<Result<AccountWithKey, CredentialRejection>> {
  const found = await findKeyedAccount(deps, caller, accountId);
  if (!found.ok) return found;
  const { account, exchange, credentials } = found.value;
  if (credentials.sealed === null)
    return rejected({
      code: 'forbidden',
      detail: `The credentials of account "${accountId}" were removed; there is nothing to check.`,
    });
  try {
    await checkStored(deps, exchange, credentials);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'region_blocked') throw error;
    return rejected(regionBlocked(exchange.name, error));
  }
  const checked = await deps.accounts.findAccount(caller.userId, accountId);
  const stored = await deps.credentials.findCredentials(accountId);
  return accepted(withKey(deps, checked ?? account, stored));
}

/** Throws Failure when the venue does not say. */
export async function checkStored(
  deps: RefusalDeps,
  exchange: Exchange,
  stored: StoredCredentials,
): Promise<void> {
  const { accountId, version, accountUid } = stored;
  const report = await askVenue(exchange, stored);
  const refusal =
    typeof report === 'string' || report.accountUid === accountUid
      ? ofMode(exchange, report)
      : 'The key is now of another account.';
  if (typeof refusal === 'string')
    return refuseCredentials(deps, { accountId, version, exchange, refusal });
  if (!refusal.canTrade)
    await stopBotsOfAccount(
      deps,
      accountId,
      `The key of its account may not trade at ${exchange.name}.`,
    );
  const atMs = deps.clock.nowMs();
  const note = { accountId, version, facts: refusal, account: factsOf(refusal), atMs };
  await deps.credentials.noteCheck(note);
}

/** In place of a report on an account that was changed to a mode that is not traded in. */
function ofMode({ name }: Exchange, report: CredentialReport | string): CredentialReport | string {
  return typeof report === 'string' ? report : (modeRefusal(name, report) ?? report);
}

/** Why the venue refuses the key, in its own words; else what it says about it. */
async function askVenue(
  exchange: Exchange,
  account: StoredCredentials,
): Promise<CredentialReport | string> {
  try {
    return await exchange.checkCredentials(account);
  } catch (error) {
    if (error instanceof Failure && error.code === 'unauthorized') return error.message;
    throw error;
  }
}
