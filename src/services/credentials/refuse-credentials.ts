// A venue that no longer accepts the key of an account: the account's bots are stopped with the
// venue's reason, and the account is `invalid_credentials`.

import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { CredentialDeps, StoredCredentials } from '#services/credentials/credential-deps.ts';

export type RefusalDeps = Pick<CredentialDeps, 'credentials' | 'riskSwitch' | 'clock' | 'log'>;

type Refusal = Pick<StoredCredentials, 'accountId' | 'version'> & {
  readonly exchange: Pick<Exchange, 'name'>;
  /** In the venue's own words. */
  readonly refusal: string;
};

/**
 * Nothing is noted of credentials that were replaced meanwhile. Bots first: were this process to
 * end in between, the next refusal would note the rest. Throws Failure.
 */
export async function refuseCredentials(
  deps: RefusalDeps,
  { accountId, version, exchange, refusal }: Refusal,
): Promise<void> {
  const current = await deps.credentials.findCredentials(accountId);
  if (current?.version !== version) return;
  const reason = `${exchange.name} does not accept the credentials of its account: ${refusal}`;
  await stopBotsOfAccount(deps, accountId, reason);
  const atMs = deps.clock.nowMs();
  if (!(await deps.credentials.noteRefusal(accountId, version, refusal, atMs))) return;
  deps.log.warn('account.credentials_refused', { account_id: accountId, cause: refusal });
}

/** Stops all bots of an account with the exchange's reason, and logs how many. */
export async function stopBotsOfAccount(
  { riskSwitch, clock, log }: Pick<RefusalDeps, 'riskSwitch' | 'clock' | 'log'>,
  accountId: string,
  reason: string,
): Promise<void> {
  const stop = { reason, by: 'exchange', atMs: clock.nowMs() } as const;
  const botIds = await riskSwitch.stopBots({ kind: 'account', accountId }, stop);
  if (botIds.length === 0) return;
  log.warn('account.bots_stopped', { account_id: accountId, bots_count: botIds.length, reason });
}
