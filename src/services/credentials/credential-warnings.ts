// What people should know about the key of an account, in the order of its weight.

import { LIMITS } from '#lib/limits.ts';
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
