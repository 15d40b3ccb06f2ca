// An API key as a row of the table `api_keys`, without the hash of its secret, which is only ever
// looked up by.

import type { Scope } from '#domain/access/scope.ts';
import type { ApiKey } from '#ports/stores/key-store.ts';

export type KeyRow = {
  readonly key_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly is_enabled: boolean;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
  readonly expires_at_ms: number | null;
  readonly addresses: readonly string[];
  readonly end_user_id: string | null;
};

export const KEY_COLUMNS = [
  'key_id',
  'user_id',
  'name',
  'prefix',
  'scopes',
  'is_enabled',
  'created_at_ms',
  'last_used_at_ms',
  'expires_at_ms',
  'addresses',
  'end_user_id',
] as const satisfies readonly (keyof KeyRow)[];

/** Key of a row. */
export function keyFromRow(row: KeyRow): ApiKey {
  return {
    keyId: row.key_id,
    userId: row.user_id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    isEnabled: row.is_enabled,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    expiresAtMs: row.expires_at_ms,
    addresses: row.addresses,
    endUserId: row.end_user_id,
  };
}

/** Row of a key. */
export function keyToRow(key: ApiKey): KeyRow {
  return {
    key_id: key.keyId,
    user_id: key.userId,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    is_enabled: key.isEnabled,
    created_at_ms: key.createdAtMs,
    last_used_at_ms: key.lastUsedAtMs,
    expires_at_ms: key.expiresAtMs,
    addresses: key.addresses,
    end_user_id: key.endUserId,
  };
}
