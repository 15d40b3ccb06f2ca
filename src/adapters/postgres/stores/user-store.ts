// Users in PostgreSQL.

import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { UserRow } from '#adapters/postgres/rows/user-row.ts';
import { USER_COLUMNS, userFromRow, userToRow } from '#adapters/postgres/rows/user-row.ts';
import { userDeletions } from '#adapters/postgres/stores/user-deletions.ts';
import { withClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

const INSERT_USER: Statement<unknown> = {
  text: `
    INSERT INTO users (${USER_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (name) DO NOTHING
    RETURNING user_id`,
};

const FIND_USER_BY_NAME: Statement<UserRow> = {
  text: `
    SELECT ${USER_COLUMNS.join(', ')} FROM users WHERE name = $1 AND deleted_at_ms IS NULL`,
};

const LIST_USERS: Statement<UserRow> = {
  isReadByRow: true,
  text: `
    SELECT ${USER_COLUMNS.join(', ')} FROM users
    WHERE deleted_at_ms IS NULL AND user_id NOT IN (SELECT user_id FROM end_users)
    ORDER BY user_id`,
};

const SET_PLAN: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE users SET plan = $2, plan_until_ms = $3
      WHERE user_id = $1 OR user_id IN (SELECT user_id FROM end_users WHERE partner_id = $1)
      RETURNING user_id
    )
    SELECT ${CLEAR_CACHES} FROM changed WHERE user_id = $1`,
};

/** Store over this database. */
export function postgresUserStore(database: Database): UserStore {
  return {
    ...userDeletions(database),
    async insertUser(user, claim = null) {
      const row = userToRow(user);
      const values = USER_COLUMNS.map((column) => row[column]);
      const inserted = await withClaim(database, claim, (session) =>
        session.write(INSERT_USER, values),
      );
      return inserted.length === 1;
    },
    async findUserByName(name) {
      const [row] = await database.read(FIND_USER_BY_NAME, [name]);
      return row === undefined ? null : userFromRow(row);
    },
    async listUsers() {
      return (await database.read(LIST_USERS, [])).map(userFromRow);
    },
    async setPlan(userId, plan, planUntilMs, claim = null) {
      const changed = await withClaim(database, claim, (session) =>
        session.write(SET_PLAN, [userId, plan, planUntilMs]),
      );
      return changed.length === 1;
    },
  };
}
