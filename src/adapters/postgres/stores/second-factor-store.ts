// Authenticator apps, recovery codes, passkeys and tickets of sign-ins, in PostgreSQL.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { Session as Transaction } from '#adapters/postgres/connection/database.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type {
  Passkey,
  SecondFactorStore,
  Ticket,
  TicketPurpose,
} from '#ports/stores/second-factor-store.ts';
import type { SignInMeans } from '#ports/stores/sign-in-store.ts';

type FactorRow = {
  readonly user_id: string;
  readonly sealed_secret: Uint8Array;
  readonly set_at_ms: number;
  readonly codes_left: number;
};

const FIND_FACTOR: Statement<FactorRow> = {
  text: `
    SELECT user_id, sealed_secret, set_at_ms,
      (SELECT count(*) FROM recovery_codes c WHERE c.user_id = f.user_id) AS codes_left
    FROM second_factors f WHERE user_id = $1`,
};

const SET_FACTOR: Statement<unknown> = {
  text: `
    INSERT INTO second_factors (user_id, sealed_secret, set_at_ms, last_step)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = EXCLUDED.sealed_secret,
      set_at_ms = EXCLUDED.set_at_ms, last_step = EXCLUDED.last_step`,
};

const REMOVE_FACTOR: Statement<{ readonly user_id: string }> = {
  text: 'DELETE FROM second_factors WHERE user_id = $1 RETURNING user_id',
};

const DELETE_CODES: Statement<unknown> = {
  text: 'DELETE FROM recovery_codes WHERE user_id = $1',
};

const INSERT_CODES: Statement<unknown> = {
  text: `
    INSERT INTO recovery_codes (user_id, code_hash)
    SELECT f.user_id, hash FROM second_factors f, unnest($2::bytea[]) AS hash
    WHERE f.user_id = $1`,
};

const TAKE_STEP: Statement<{ readonly user_id: string }> = {
  text: `
    UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2
    RETURNING user_id`,
};

const TAKE_CODE: Statement<{ readonly user_id: string }> = {
  text: 'DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id',
};

type PasskeyRow = {
  readonly passkey_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly use_count: number;
  readonly transports: readonly string[];
  readonly host: string;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
};

const PASSKEY_COLUMNS = [
  'passkey_id',
  'user_id',
  'name',
  'credential_id',
  'public_key',
  'use_count',
  'transports',
  'host',
  'created_at_ms',
  'last_used_at_ms',
] as const satisfies readonly (keyof PasskeyRow)[];

const INSERT_PASSKEY: Statement<{ readonly passkey_id: string }> = {
  text: `
    INSERT INTO passkeys (${PASSKEY_COLUMNS.join(', ')})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (credential_id) DO NOTHING RETURNING passkey_id`,
};

const COUNT_PASSKEYS: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM passkeys WHERE user_id = $1',
};

const LIST_PASSKEYS: Statement<PasskeyRow> = {
  text: `
    SELECT ${PASSKEY_COLUMNS.join(', ')} FROM passkeys WHERE user_id = $1 ORDER BY passkey_id`,
};

const FIND_PASSKEY: Statement<PasskeyRow> = {
  text: `SELECT ${PASSKEY_COLUMNS.join(', ')} FROM passkeys WHERE credential_id = $1`,
};

const NOTE_USE: Statement<{ readonly passkey_id: string }> = {
  text: `
    UPDATE passkeys SET use_count = $2, last_used_at_ms = $3
    WHERE passkey_id = $1 AND (use_count < $2 OR (use_count = 0 AND $2 = 0))
    RETURNING passkey_id`,
};

const REMOVE_PASSKEY: Statement<{ readonly passkey_id: string }> = {
  text: 'DELETE FROM passkeys WHERE user_id = $1 AND passkey_id = $2 RETURNING passkey_id',
};

type TicketRow = {
  readonly purpose: TicketPurpose;
  readonly user_id: string | null;
  readonly signed_in_by: SignInMeans | null;
  readonly expires_at_ms: number;
};

const INSERT_TICKET: Statement<unknown> = {
  text: `
    INSERT INTO sign_in_tickets (secret_hash, purpose, user_id, signed_in_by, expires_at_ms)
    VALUES ($1, $2, $3, $4, $5)`,
};

const FIND_TICKET: Statement<TicketRow> = {
  text: `
    SELECT purpose, user_id, signed_in_by, expires_at_ms FROM sign_in_tickets
    WHERE secret_hash = $1 AND purpose = $2 AND expires_at_ms > $3`,
};

const TAKE_TICKET: Statement<TicketRow> = {
  text: `
    DELETE FROM sign_in_tickets WHERE secret_hash = $1 AND purpose = $2 AND expires_at_ms > $3
    RETURNING purpose, user_id, signed_in_by, expires_at_ms`,
};

/** Store over this database. */
export function postgresSecondFactorStore(database: Database): SecondFactorStore {
  return { ...appStore(database), ...passkeyStore(database), ...ticketStore(database) };
}

function appStore(
  database: Database,
): Pick<
  SecondFactorStore,
  | 'findSecondFactor'
  | 'setSecondFactor'
  | 'removeSecondFactor'
  | 'setRecoveryCodes'
  | 'takeCodeStep'
  | 'takeRecoveryCode'
> {
  return {
    async findSecondFactor(userId) {
      const [row] = await database.read(FIND_FACTOR, [userId]);
      if (row === undefined) return null;
      return {
        userId: row.user_id,
        sealedSecret: row.sealed_secret,
        setAtMs: row.set_at_ms,
        recoveryCodesLeft: row.codes_left,
      };
    },
    setSecondFactor: ({ userId, sealedSecret, setAtMs, step, recoveryHashes }) =>
      database.transaction(async (transaction) => {
        await lockUser(transaction, userId);
        await transaction.write(SET_FACTOR, [userId, sealedSecret, setAtMs, step]);
        await replaceCodes(transaction, userId, recoveryHashes);
      }),
    async removeSecondFactor(userId) {
      return (await database.write(REMOVE_FACTOR, [userId])).length === 1;
    },
    setRecoveryCodes: (userId, hashes) =>
      database.transaction(async (transaction) => {
        await lockUser(transaction, userId);
        await replaceCodes(transaction, userId, hashes);
      }),
    async takeCodeStep(userId, step) {
      return (await database.write(TAKE_STEP, [userId, step])).length === 1;
    },
    async takeRecoveryCode(userId, hash) {
      return (await database.write(TAKE_CODE, [userId, hash])).length === 1;
    },
  };
}

async function replaceCodes(
  transaction: Transaction,
  userId: string,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await transaction.write(DELETE_CODES, [userId]);
  await transaction.write(INSERT_CODES, [userId, hashes]);
}

function passkeyStore(
  database: Database,
): Pick<
  SecondFactorStore,
  'insertPasskey' | 'listPasskeys' | 'findPasskey' | 'notePasskeyUse' | 'removePasskey'
> {
  return {
    insertPasskey: (passkey, passkeysMax) =>
      database.transaction(async (transaction) => {
        const { userId } = passkey;
        await lockUser(transaction, userId);
        if (await isReached(transaction, COUNT_PASSKEYS, userId, passkeysMax)) return false;
        const row = passkeyToRow(passkey);
        const values = PASSKEY_COLUMNS.map((column) => row[column]);
        return (await transaction.write(INSERT_PASSKEY, values)).length === 1;
      }),
    async listPasskeys(userId) {
      return (await database.read(LIST_PASSKEYS, [userId])).map(passkeyFromRow);
    },
    async findPasskey(credentialId) {
      const [row] = await database.read(FIND_PASSKEY, [credentialId]);
      return row === undefined ? null : passkeyFromRow(row);
    },
    async notePasskeyUse(passkeyId, useCount, usedAtMs) {
      return (await database.write(NOTE_USE, [passkeyId, useCount, usedAtMs])).length === 1;
    },
    async removePasskey(userId, passkeyId) {
      return (await database.write(REMOVE_PASSKEY, [userId, passkeyId])).length === 1;
    },
  };
}

function ticketStore(
  database: Database,
): Pick<SecondFactorStore, 'insertTicket' | 'findTicket' | 'takeTicket'> {
  return {
    async insertTicket({ purpose, userId, signedInBy, expiresAtMs }, secretHash) {
      const values = [secretHash, purpose, userId, signedInBy, expiresAtMs];
      await database.write(INSERT_TICKET, values);
    },
    async findTicket(purpose, secretHash, nowMs) {
      return ticketFrom(await database.read(FIND_TICKET, [secretHash, purpose, nowMs]));
    },
    async takeTicket(purpose, secretHash, nowMs) {
      return ticketFrom(await database.write(TAKE_TICKET, [secretHash, purpose, nowMs]));
    },
  };
}

function passkeyFromRow(row: PasskeyRow): Passkey {
  return {
    passkeyId: row.passkey_id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    useCount: row.use_count,
    transports: row.transports,
    host: row.host,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}

function passkeyToRow(passkey: Passkey): PasskeyRow {
  return {
    passkey_id: passkey.passkeyId,
    user_id: passkey.userId,
    name: passkey.name,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    use_count: passkey.useCount,
    transports: passkey.transports,
    host: passkey.host,
    created_at_ms: passkey.createdAtMs,
    last_used_at_ms: passkey.lastUsedAtMs,
  };
}

function ticketFrom([row]: readonly TicketRow[]): Ticket | null {
  if (row === undefined) return null;
  return {
    purpose: row.purpose,
    userId: row.user_id,
    signedInBy: row.signed_in_by,
    expiresAtMs: row.expires_at_ms,
  };
}
