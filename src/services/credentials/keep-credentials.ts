// Upkeep of stored credentials: those before a rotation are deleted after a day, and keys that are
// about to expire are said in the log.

import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';

type Deps = {
  readonly credentials: Pick<CredentialStore, 'purgePreviousCredentials' | 'listExpiring'>;
  readonly clock: Clock;
  readonly log: Log;
};

const EXPIRING_LISTED_MAX = 1_000;

/** Throws Failure. */
export async function purgePreviousCredentials({ credentials, clock, log }: Deps): Promise<void> {
  const purged = await credentials.purgePreviousCredentials(clock.nowMs());
  if (purged > 0) log.info('credentials.purged', { count: purged });
}

/** A line for each key that expires within fourteen days, or has. Throws Failure. */
export async function warnOfExpiry({ credentials, clock, log }: Deps): Promise<void> {
  const nowMs = clock.nowMs();
  const beforeMs = nowMs + LIMITS.credentialExpiryWarnMs;
  for (const { accountId, expiresAtMs } of await credentials.listExpiring(
    beforeMs,
    EXPIRING_LISTED_MAX,
  )) {
    if (expiresAtMs === null) continue;
    const event = expiresAtMs <= nowMs ? 'account.key_expired' : 'account.key_expires';
    log.warn(event, { account_id: accountId, expires_at: formatInstant(expiresAtMs) });
  }
}
