// Accounts in PostgreSQL.

import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import {
  ACCOUNT_COLUMNS,
  accountFromRow,
  accountToRow,
} from '#adapters/postgres/rows/account-row.ts';
import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { build, readBuilt, writeBuilt } from '#adapters/postgres/connection/tables.ts';
import type { AccountStore } from '#ports/stores/store.ts';

const FIND_ACCOUNT: Statement<AccountRow> = {
  name: 'find_account',
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE account_id = $1 AND user_id = $2`,
};

const SET_ALLOWS_BOTS: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE accounts SET allows_bots = $2 WHERE account_id = $1 RETURNING account_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

export function postgresAccountStore(database: Database): AccountStore {
  return {
    async insertAccount(account) {
      await writeBuilt(database, build.insertInto('accounts').values(accountToRow(account)));
    },
    async findAccount(userId, accountId) {
      const [row] = await database.read(FIND_ACCOUNT, [accountId, userId]);
      return row === undefined ? null : accountFromRow(row);
    },
    async listAccounts(userId, afterId, limit) {
      let query = build.selectFrom('accounts').selectAll().orderBy('account_id').limit(limit);
      if (userId !== null) query = query.where('user_id', '=', userId);
      if (afterId !== null) query = query.where('account_id', '>', afterId);
      return (await readBuilt(database, query)).map(accountFromRow);
    },
    async setAllowsBots(accountId, allowsBots) {
      return (await database.write(SET_ALLOWS_BOTS, [accountId, allowsBots])).length === 1;
    },
  };
}
