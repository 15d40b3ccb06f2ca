// Users in PostgreSQL.

import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { build, readBuilt, writeBuilt } from '#adapters/postgres/connection/tables.ts';
import { userFromRow, userToRow } from '#adapters/postgres/rows/user-row.ts';
import type { UserStore } from '#ports/stores/store.ts';

const SET_PLAN: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE users SET plan = $2, plan_until_ms = $3
      WHERE user_id = $1 OR user_id IN (SELECT user_id FROM end_users WHERE partner_id = $1)
      RETURNING user_id
    )
    SELECT ${CLEAR_CACHES} FROM changed WHERE user_id = $1`,
};

export function postgresUserStore(database: Database): UserStore {
  return {
    async insertUser(user) {
      const insert = build
        .insertInto('users')
        .values(userToRow(user))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('user_id');
      return (await writeBuilt(database, insert)).length === 1;
    },
    async findUserByName(name) {
      const query = build.selectFrom('users').selectAll().where('name', '=', name);
      const [row] = await readBuilt(database, query);
      return row === undefined ? null : userFromRow(row);
    },
    async listUsers() {
      const endUsers = build.selectFrom('end_users').select('user_id');
      const query = build
        .selectFrom('users')
        .selectAll()
        .where('user_id', 'not in', endUsers)
        .orderBy('user_id');
      return (await readBuilt(database, query)).map(userFromRow);
    },
    async setPlan(userId, plan, planUntilMs) {
      return (await database.write(SET_PLAN, [userId, plan, planUntilMs])).length === 1;
    },
  };
}
