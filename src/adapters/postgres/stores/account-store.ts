// Accounts in PostgreSQL.

import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import {
  ACCOUNT_COLUMNS,
  accountFromRow,
  accountToRow,
} from '#adapters/postgres/rows/account-row.ts';
import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';

const INSERT_ACCOUNT: Statement<unknown> = {
  text: `
    INSERT INTO accounts (${ACCOUNT_COLUMNS.join(', ')})
    VALUES (${ACCOUNT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`,
};

const FIND_ACCOUNT: Statement<AccountRow> = {
  name: 'find_account',
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE account_id = $1 AND user_id = $2`,
};

// Without a name it is planned for its values, so that a null condition costs nothing.
const LIST_ACCOUNTS: Statement<AccountRow> = {
  isReadByRow: true,
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE ($1::text IS NULL OR user_id = $1) AND ($2::text IS NULL OR account_id > $2)
    ORDER BY account_id LIMIT $3`,
};

const SET_ALLOWS_BOTS: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE accounts SET allows_bots = $2 WHERE account_id = $1 RETURNING account_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

/** Store over this database; `findAccount` gives null for accounts of other users. */
export function postgresAccountStore(database: Database): AccountStore {
  return {
    insertAccount: (account) => insertAccount(database, account),
    async findAccount(userId, accountId) {
      const [row] = await database.read(FIND_ACCOUNT, [accountId, userId]);
      return row === undefined ? null : accountFromRow(row);
    },
    async listAccounts(userId, afterId, limit) {
      const rows = await database.read(LIST_ACCOUNTS, [userId, afterId, limit]);
      return rows.map(accountFromRow);
    },
    setAllowsBots: (accountId, allowsBots, claim = null) =>
      database.transaction(async (session) => {
        const isKnown =
          (await session.write(SET_ALLOWS_BOTS, [accountId, allowsBots])).length === 1;
        if (isKnown && claim !== null) await insistOnClaim(session, claim);
        return isKnown;
      }),
  };
}

/** Throws Failure. */
export async function insertAccount(session: Session, account: Account): Promise<void> {
  const row = accountToRow(account);
  const values = ACCOUNT_COLUMNS.map((column) => row[column]);
  await session.write(INSERT_ACCOUNT, values);
}
