// An exchange has refused a request for its key. That may mean the key, or only that the key has no
// right to this request, so the exchange is queried about the key before the account is marked.

import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { checkStored } from '#services/credentials/check-account.ts';
import type { RefusalDeps } from '#services/credentials/refuse-credentials.ts';

type DoubtfulCredentials = {
  readonly accountId: string;
  /** Of the credentials: they may have been replaced meanwhile. */
  readonly version: number;
  readonly exchange: Exchange;
};

export type CredentialRecheck = (doubted: DoubtfulCredentials) => Promise<void>;

const ACCOUNTS_MAX = 10_000;

/**
 * Checks an account at most once a minute: an exchange locks out who sends refused keys again and
 * again. Rejects with Failure when the exchange does not say.
 */
export function credentialRecheck(deps: RefusalDeps): CredentialRecheck {
  const checkedAtMs = new Map<string, number>();
  return async ({ accountId, version, exchange }) => {
    const nowMs = deps.clock.nowMs();
    const name = `${accountId} ${version}`;
    const sinceMs = nowMs - (checkedAtMs.get(name) ?? -Infinity);
    if (sinceMs >= 0 && sinceMs < LIMITS.credentialDoubtMs) return;
    if (checkedAtMs.size >= ACCOUNTS_MAX) checkedAtMs.clear();
    checkedAtMs.set(name, nowMs);
    const stored = await deps.credentials.findCredentials(accountId);
    if (stored?.version !== version || stored.sealed === null) return;
    await checkStored(deps, exchange, stored);
  };
}
