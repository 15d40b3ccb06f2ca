// Warnings about the key of an account, in the order of their weight.

import { LIMITS } from '#lib/limits.ts';
import { formatInstant } from '#lib/time.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import type { StoredCredentials } from '#ports/stores/credential-store.ts';

export const CREDENTIAL_WARNINGS = [
  'refused',
  'can_withdraw',
  'expired',
  'expires_soon',
  'cannot_trade',
  'not_bound_to_addresses',
] as const;
export type CredentialWarning = (typeof CREDENTIAL_WARNINGS)[number];

/** None for credentials that were removed. */
export function credentialWarnings(
  credentials: StoredCredentials,
  nowMs: number,
): readonly CredentialWarning[] {
  const { sealed, refusal, canWithdraw, canTrade, isAddressBound, expiresAtMs } = credentials;
  if (sealed === null) return [];
  const leftMs = expiresAtMs === null ? Infinity : expiresAtMs - nowMs;
  const isTrue: Readonly<Record<CredentialWarning, boolean>> = {
    refused: refusal !== null,
    can_withdraw: canWithdraw,
    expired: leftMs <= 0,
    expires_soon: leftMs > 0 && leftMs <= LIMITS.credentialExpiryWarnMs,
    cannot_trade: !canTrade,
    not_bound_to_addresses: !isAddressBound,
  };
  return CREDENTIAL_WARNINGS.filter((warning) => isTrue[warning]);
}

/** A sentence for people. `form`: that of the exchange; null where it is not known here. */
export function describeWarning(
  warning: CredentialWarning,
  { refusal, expiresAtMs }: StoredCredentials,
  form: CredentialForm | null,
): string {
  const expiry = expiresAtMs === null ? '' : formatInstant(expiresAtMs);
  switch (warning) {
    case 'refused':
      return `The exchange refuses the key: ${refusal ?? ''}`;
    case 'can_withdraw':
      return 'The key may withdraw money, which nothing here needs.';
    case 'expired':
      return `The key expired at ${expiry}.`;
    case 'expires_soon':
      return `The key expires at ${expiry}.`;
    case 'cannot_trade':
      return form === null
        ? 'The key may read and not trade.'
        : 'The key may read and not trade, so that neither orders nor bots are possible. ' +
            `To trade it needs: ${form.rights}. Then "tidemill accounts rotate" takes the new one.`;
    case 'not_bound_to_addresses':
      return 'The key works from any address; the exchange can restrict it to yours.';
  }
}
