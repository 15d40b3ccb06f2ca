// API keys in PostgreSQL.

import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest, withClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import type { KeyRow } from '#adapters/postgres/rows/key-row.ts';
import { KEY_COLUMNS, keyFromRow, keyToRow } from '#adapters/postgres/rows/key-row.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { Role } from '#domain/access/role.ts';
import type { Scope } from '#domain/access/scope.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { LIMITS } from '#lib/limits.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';

type PrincipalRow = {
  readonly key_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly plan: PlanName;
  readonly plan_until_ms: number | null;
  readonly expires_at_ms: number | null;
  readonly addresses: readonly string[];
  readonly end_user_id: string | null;
  readonly is_partner: boolean;
  readonly role: Role | null;
};

const FIND_PRINCIPAL: Statement<PrincipalRow> = {
  name: 'find_principal',
  responseMsMax: LIMITS.principalLookupMsMax,
  text: `
    SELECT k.key_id, k.user_id, k.scopes, u.plan, u.plan_until_ms, k.expires_at_ms, k.addresses,
      k.end_user_id, p.user_id IS NOT NULL AS is_partner, a.role
    FROM api_keys k JOIN users u ON u.user_id = k.user_id
      LEFT JOIN partners p ON p.user_id = k.user_id
      LEFT JOIN user_access a ON a.user_id = k.user_id
    WHERE k.secret_hash = $1 AND k.is_enabled AND u.deletion_began_at_ms IS NULL`,
};

const INSERT_KEY: Statement<unknown> = {
  text: `
    INSERT INTO api_keys (${KEY_COLUMNS.join(', ')}, secret_hash)
    VALUES (${[...KEY_COLUMNS, 'secret_hash'].map((_, index) => `$${index + 1}`).join(', ')})`,
};

const LIST_KEYS: Statement<KeyRow> = {
  isReadByRow: true,
  text: `
    SELECT ${KEY_COLUMNS.join(', ')} FROM api_keys
    WHERE $1::text IS NULL OR user_id = $1
    ORDER BY key_id`,
};

const COUNT_KEYS: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM api_keys WHERE user_id = $1',
};

const SET_KEY_ENABLED: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE api_keys SET is_enabled = $2 WHERE key_id = $1 RETURNING key_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const DELETE_KEY: Statement<unknown> = {
  text: `
    WITH changed AS (
      DELETE FROM api_keys WHERE key_id = $1 RETURNING key_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const TOUCH_KEYS: Statement<unknown> = {
  name: 'touch_keys',
  text: `
    UPDATE api_keys k SET last_used_at_ms = greatest(k.last_used_at_ms, used.at_ms)
    FROM (
      SELECT key_id, max(at_ms) AS at_ms
      FROM unnest($1::text[], $2::bigint[]) AS uses (key_id, at_ms) GROUP BY key_id
    ) AS used
    WHERE k.key_id = used.key_id`,
};

/** Store over this database; secrets are looked up by their hash. */
export function postgresKeyStore(database: Database): KeyStore {
  return {
    insertKey: (key, secretHash, completion, keysMax) =>
      database.transaction(async (session) => {
        await lockUser(session, key.userId);
        if (await isReached(session, COUNT_KEYS, key.userId, keysMax)) return false;
        const row = keyToRow(key);
        const values = KEY_COLUMNS.map((column) => row[column]);
        await session.write(INSERT_KEY, [...values, secretHash]);
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    async findPrincipal(secretHash) {
      const [row] = await database.read(FIND_PRINCIPAL, [secretHash]);
      if (row === undefined) return null;
      return {
        keyId: row.key_id,
        userId: row.user_id,
        scopes: row.scopes,
        plan: row.plan,
        planUntilMs: row.plan_until_ms,
        expiresAtMs: row.expires_at_ms,
        addresses: row.addresses,
        endUserId: row.end_user_id,
        isPartner: row.is_partner,
        role: row.role ?? 'trader',
        confirmedAtMs: null,
      };
    },
    async listKeys(userId) {
      return (await database.read(LIST_KEYS, [userId])).map(keyFromRow);
    },
    async setKeyEnabled(keyId, isEnabled, claim = null) {
      const changed = await withClaim(database, claim, (session) =>
        session.write(SET_KEY_ENABLED, [keyId, isEnabled]),
      );
      return changed.length === 1;
    },
    async deleteKey(keyId) {
      return (await database.write(DELETE_KEY, [keyId])).length === 1;
    },
    async touchKeys(uses) {
      if (uses.length === 0) return;
      const keyIds = uses.map((use) => use.keyId);
      const usedAtMs = uses.map((use) => use.usedAtMs);
      await database.write(TOUCH_KEYS, [keyIds, usedAtMs]);
    },
  };
}
