// Credentials of an account as a row of the table `account_credentials`.

import type { MarketType } from '#venue-port/market/market.ts';
import type { PreviousCredentials, StoredCredentials } from '#ports/stores/credential-store.ts';

export type CredentialRow = {
  readonly account_id: string;
  readonly exchange: string;
  readonly market_type: MarketType;
  readonly account_uid: string;
  readonly version: number;
  readonly sealed: string | null;
  readonly key_id: string;
  readonly hint: string;
  readonly can_trade: boolean;
  readonly can_withdraw: boolean;
  readonly allows_withdraw: boolean;
  readonly is_address_bound: boolean;
  readonly expires_at_ms: number | null;
  readonly permissions: readonly string[];
  readonly checked_at_ms: number;
  readonly refusal: string | null;
};

/** All but those of the credentials before them. */
export const CREDENTIAL_COLUMNS = [
  'account_id',
  'exchange',
  'market_type',
  'account_uid',
  'version',
  'sealed',
  'key_id',
  'hint',
  'can_trade',
  'can_withdraw',
  'allows_withdraw',
  'is_address_bound',
  'expires_at_ms',
  'permissions',
  'checked_at_ms',
  'refusal',
] as const satisfies readonly (keyof CredentialRow)[];

export type PreviousRow = {
  readonly previous_version: number | null;
  readonly previous_sealed: string | null;
  readonly previous_hint: string | null;
  readonly previous_until_ms: number | null;
};

/** Credentials of a row; the key itself stays sealed. */
export function credentialsFromRow(row: CredentialRow): StoredCredentials {
  return {
    accountId: row.account_id,
    exchange: row.exchange,
    marketType: row.market_type,
    accountUid: row.account_uid,
    version: row.version,
    sealed: row.sealed,
    keyId: row.key_id,
    hint: row.hint,
    canTrade: row.can_trade,
    canWithdraw: row.can_withdraw,
    allowsWithdraw: row.allows_withdraw,
    isAddressBound: row.is_address_bound,
    expiresAtMs: row.expires_at_ms,
    permissions: row.permissions,
    checkedAtMs: row.checked_at_ms,
    refusal: row.refusal,
  };
}

/** Row of credentials; the key itself is sealed. */
export function credentialsToRow(credentials: StoredCredentials): CredentialRow {
  return {
    account_id: credentials.accountId,
    exchange: credentials.exchange,
    market_type: credentials.marketType,
    account_uid: credentials.accountUid,
    version: credentials.version,
    sealed: credentials.sealed,
    key_id: credentials.keyId,
    hint: credentials.hint,
    can_trade: credentials.canTrade,
    can_withdraw: credentials.canWithdraw,
    allows_withdraw: credentials.allowsWithdraw,
    is_address_bound: credentials.isAddressBound,
    expires_at_ms: credentials.expiresAtMs,
    permissions: credentials.permissions,
    checked_at_ms: credentials.checkedAtMs,
    refusal: credentials.refusal,
  };
}

/** Credentials that were replaced; null when none are retained. */
export function previousFromRow(row: PreviousRow): PreviousCredentials | null {
  const {
    previous_version: version,
    previous_sealed: sealed,
    previous_hint: hint,
    previous_until_ms: retainedUntilMs,
  } = row;
  if (version === null || sealed === null || hint === null || retainedUntilMs === null) return null;
  return { version, sealed, hint, retainedUntilMs };
}
