// Credentials of accounts in PostgreSQL. What is written with an account's status clears what other
// processes remember of the account.

import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { CredentialRow, PreviousRow } from '#adapters/postgres/rows/credential-row.ts';
import {
  CREDENTIAL_COLUMNS,
  credentialsFromRow,
  credentialsToRow,
  previousFromRow,
} from '#adapters/postgres/rows/credential-row.ts';
import { insertAccount } from '#adapters/postgres/stores/account-store.ts';
import { completeRequest, insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type {
  AccountFacts,
  CredentialStore,
  KeyFacts,
  StoredCredentials,
} from '#ports/stores/credential-store.ts';

const COLUMNS = CREDENTIAL_COLUMNS.join(', ');
const VALUES = CREDENTIAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ');

const FIND_VENUE_KEY: Statement<{ readonly public_key: Uint8Array }> = {
  text: 'SELECT public_key FROM venue_key',
};

const INSERT_VENUE_KEY: Statement<unknown> = {
  text: `
    INSERT INTO venue_key (public_key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING public_key`,
};

const REPLACE_VENUE_KEY: Statement<unknown> = {
  text: 'UPDATE venue_key SET public_key = $1 WHERE public_key = $2 RETURNING public_key',
};

const FIND_ACCOUNT: Statement<unknown> = {
  text: 'SELECT account_id FROM accounts WHERE account_id = $1',
};

const COUNT_ACCOUNTS: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*)::int AS count FROM accounts WHERE user_id = $1',
};

/** Of two that connect one account of a venue, the second waits and finds it taken. */
const LOCK_VENUE_ACCOUNT: Statement<unknown> = {
  text: `SELECT pg_advisory_xact_lock(hashtextextended('venue account ' || $1, 0))`,
};

const FIND_TAKEN: Statement<unknown> = {
  text: `
    SELECT account_id FROM account_credentials
    WHERE exchange = $1 AND market_type = $2 AND account_uid = $3 AND account_id <> $4
      AND sealed IS NOT NULL`,
};

const INSERT: Statement<never> = {
  text: `INSERT INTO account_credentials (${COLUMNS}) VALUES (${VALUES})`,
};

const FIND: Statement<CredentialRow> = {
  name: 'find_credentials',
  text: `SELECT ${COLUMNS} FROM account_credentials WHERE account_id = $1`,
};

const LIST: Statement<CredentialRow> = {
  isReadByRow: true,
  name: 'list_credentials',
  text: `SELECT ${COLUMNS} FROM account_credentials WHERE account_id = ANY ($1::text[])`,
};

const FIND_PREVIOUS: Statement<PreviousRow> = {
  text: `
    SELECT previous_version, previous_sealed, previous_hint, previous_until_ms
    FROM account_credentials WHERE account_id = $1`,
};

/** What was removed cannot be retained. */
const REPLACE: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET
      previous_version = CASE WHEN sealed IS NULL THEN NULL ELSE version END,
      previous_sealed = sealed,
      previous_hint = CASE WHEN sealed IS NULL THEN NULL ELSE hint END,
      previous_until_ms = CASE WHEN sealed IS NULL THEN NULL ELSE $${CREDENTIAL_COLUMNS.length + 1}::bigint END,
      (${COLUMNS}) = (${VALUES})
    WHERE account_id = $1 AND version = $${CREDENTIAL_COLUMNS.length + 2} RETURNING account_id`,
};

const NOTE_CHECK: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET can_trade = $3, can_withdraw = $4, is_address_bound = $5,
      expires_at_ms = $6, permissions = $7, checked_at_ms = $8, refusal = NULL
    WHERE account_id = $1 AND version = $2 AND sealed IS NOT NULL RETURNING account_id`,
};

const NOTE_REFUSAL: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET refusal = $3, checked_at_ms = $4
    WHERE account_id = $1 AND version = $2 AND sealed IS NOT NULL RETURNING account_id`,
};

const REMOVE: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET sealed = NULL, refusal = NULL, previous_version = NULL,
      previous_sealed = NULL, previous_hint = NULL, previous_until_ms = NULL
    WHERE account_id = $1 AND sealed IS NOT NULL RETURNING account_id`,
};

const SET_ACCOUNT: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE accounts SET status = $2, position_mode = $3, margin_mode = $4, updated_at_ms = $5
      WHERE account_id = $1 RETURNING account_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const SET_STATUS: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE accounts SET status = $2, updated_at_ms = $3 WHERE account_id = $1
      RETURNING account_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const PURGE_PREVIOUS: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET previous_version = NULL, previous_sealed = NULL,
      previous_hint = NULL, previous_until_ms = NULL
    WHERE previous_until_ms <= $1 RETURNING account_id`,
};

const LIST_KEY_IDS: Statement<{ readonly key_id: string }> = {
  text: `
    SELECT DISTINCT key_id FROM account_credentials WHERE sealed IS NOT NULL ORDER BY key_id`,
};

const LIST_SEALED_OTHERWISE: Statement<Pick<CredentialRow, 'account_id' | 'version' | 'sealed'>> = {
  text: `
    SELECT account_id, version, sealed FROM account_credentials
    WHERE key_id <> $1 AND sealed IS NOT NULL ORDER BY account_id LIMIT $2`,
};

const RESEAL: Statement<unknown> = {
  text: `
    UPDATE account_credentials SET sealed = $3, key_id = $4, previous_version = NULL,
      previous_sealed = NULL, previous_hint = NULL, previous_until_ms = NULL
    WHERE account_id = $1 AND version = $2 AND sealed IS NOT NULL RETURNING account_id`,
};

const LIST_EXPIRING: Statement<CredentialRow> = {
  text: `
    SELECT ${COLUMNS} FROM account_credentials
    WHERE expires_at_ms < $1 AND sealed IS NOT NULL ORDER BY account_id LIMIT $2`,
};

/** Store over this database; credentials stay sealed in it. */
export function postgresCredentialStore(database: Database): CredentialStore {
  return {
    ...venueKeyStore(database),
    ...changes(database),
    async findCredentials(accountId) {
      const [row] = await database.read(FIND, [accountId]);
      return row === undefined ? null : credentialsFromRow(row);
    },
    async listCredentials(accountIds) {
      return (await database.read(LIST, [accountIds])).map(credentialsFromRow);
    },
    async findPreviousCredentials(accountId) {
      const [row] = await database.read(FIND_PREVIOUS, [accountId]);
      return row === undefined ? null : previousFromRow(row);
    },
    async listExpiring(beforeMs, limit) {
      return (await database.read(LIST_EXPIRING, [beforeMs, limit])).map(credentialsFromRow);
    },
  };
}

type KeyCalls =
  | 'findVenueKey'
  | 'setVenueKey'
  | 'listSealingKeyIds'
  | 'listSealedOtherwise'
  | 'reseal';

function venueKeyStore(database: Database): Pick<CredentialStore, KeyCalls> {
  return {
    async findVenueKey() {
      const [row] = await database.read(FIND_VENUE_KEY, []);
      return row === undefined ? null : new Uint8Array(row.public_key);
    },
    async setVenueKey(publicKey, expected) {
      const written =
        expected === null
          ? await database.write(INSERT_VENUE_KEY, [publicKey])
          : await database.write(REPLACE_VENUE_KEY, [publicKey, expected]);
      return written.length === 1;
    },
    async listSealingKeyIds() {
      return (await database.read(LIST_KEY_IDS, [])).map((row) => row.key_id);
    },
    async listSealedOtherwise(keyId, limit) {
      const rows = await database.read(LIST_SEALED_OTHERWISE, [keyId, limit]);
      return rows.map((row) => ({
        accountId: row.account_id,
        version: row.version,
        sealed: row.sealed,
      }));
    },
    async reseal(accountId, version, sealed, keyId) {
      return (await database.write(RESEAL, [accountId, version, sealed, keyId])).length === 1;
    },
  };
}

type Changes =
  | 'connectAccount'
  | 'replaceCredentials'
  | 'noteCheck'
  | 'noteRefusal'
  | 'removeCredentials'
  | 'purgePreviousCredentials';

function changes(database: Database): Pick<CredentialStore, Changes> {
  return {
    connectAccount: (account, credentials, completion, accountsMax) =>
      database.transaction(async (session) => {
        await lockUser(session, account.userId);
        const exists = (await session.read(FIND_ACCOUNT, [account.accountId])).length > 0;
        if (!exists) {
          if (await isReached(session, COUNT_ACCOUNTS, account.userId, accountsMax))
            return 'too_many_accounts';
          if (credentials !== null && (await isVenueAccountTaken(session, credentials)))
            return 'venue_account_taken';
          await insertAccount(session, account);
          if (credentials !== null) await insertCredentials(session, credentials);
        }
        if (completion !== null) await completeRequest(session, completion);
        return exists ? 'exists' : 'connected';
      }),
    replaceCredentials: (next, account, options) =>
      database.transaction(async (session) => {
        const { retainedUntilMs, completion, claim = null } = options;
        const { replacedVersion = next.version - 1 } = options;
        if (claim !== null) await insistOnClaim(session, claim);
        if (await isVenueAccountTaken(session, next)) return 'venue_account_taken';
        const values = [...valuesOf(next), retainedUntilMs, replacedVersion];
        if ((await session.write(REPLACE, values)).length === 0) return 'changed';
        await setAccount(session, next.accountId, account, next.checkedAtMs);
        if (completion !== null) await completeRequest(session, completion);
        return 'replaced';
      }),
    noteCheck: ({ accountId, version, facts, account, atMs }) =>
      database.transaction(async (session) => {
        const values = [accountId, version, ...factValues(facts), atMs];
        if ((await session.write(NOTE_CHECK, values)).length === 0) return false;
        await setAccount(session, accountId, account, atMs);
        return true;
      }),
    noteRefusal: (accountId, version, refusal, atMs) =>
      database.transaction(async (session) => {
        const values = [accountId, version, refusal, atMs];
        if ((await session.write(NOTE_REFUSAL, values)).length === 0) return false;
        await session.write(SET_STATUS, [accountId, 'invalid_credentials', atMs]);
        return true;
      }),
    removeCredentials: (accountId, atMs) =>
      database.transaction(async (session) => {
        if ((await session.write(REMOVE, [accountId])).length === 0) return false;
        await session.write(SET_STATUS, [accountId, 'disabled', atMs]);
        return true;
      }),
    async purgePreviousCredentials(nowMs) {
      return (await database.write(PURGE_PREVIOUS, [nowMs])).length;
    },
  };
}

/** For an account whose row the transaction has written; see `isVenueAccountTaken`. */
export async function insertCredentials(
  session: Session,
  credentials: StoredCredentials,
): Promise<void> {
  await session.write(INSERT, valuesOf(credentials));
}

/** Whether another account is connected to the same one of the venue; nobody connects it then. */
export async function isVenueAccountTaken(
  session: Session,
  { accountId, exchange, marketType, accountUid }: StoredCredentials,
): Promise<boolean> {
  await session.write(LOCK_VENUE_ACCOUNT, [`${exchange} ${marketType} ${accountUid}`]);
  const values = [exchange, marketType, accountUid, accountId];
  return (await session.read(FIND_TAKEN, values)).length > 0;
}

async function setAccount(
  session: Session,
  accountId: string,
  { status, positionMode, marginMode }: AccountFacts,
  atMs: number,
): Promise<void> {
  await session.write(SET_ACCOUNT, [accountId, status, positionMode, marginMode, atMs]);
}

function valuesOf(credentials: StoredCredentials): readonly unknown[] {
  const row = credentialsToRow(credentials);
  return CREDENTIAL_COLUMNS.map((column) => row[column]);
}

function factValues(facts: KeyFacts): readonly unknown[] {
  const { canTrade, canWithdraw, isAddressBound, expiresAtMs, permissions } = facts;
  return [canTrade, canWithdraw, isAddressBound, expiresAtMs, permissions];
}
