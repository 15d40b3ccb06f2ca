// Rules of notifications in PostgreSQL.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type { RuleRow } from '#adapters/postgres/rows/notification-row.ts';
import {
  RULE_COLUMNS,
  ruleFromRow,
  valuesOfRule,
} from '#adapters/postgres/rows/notification-row.ts';
import { completeRequest, insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { isBeingDeleted, isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import { planWork } from '#adapters/postgres/stores/notification-work.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';

const OPEN: Statement<{ readonly user_id: string }> = {
  text: `
    INSERT INTO notification_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING
    RETURNING user_id`,
};
const IS_OPEN: Statement<unknown> = { text: 'SELECT FROM notification_users WHERE user_id = $1' };
const COUNT: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM notification_rules WHERE user_id = $1',
};
const INSERT: Statement<unknown> = {
  text: `
    INSERT INTO notification_rules (${RULE_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
};
const LIST: Statement<RuleRow> = {
  isReadByRow: true,
  text: `SELECT ${RULE_COLUMNS} FROM notification_rules WHERE user_id = $1 ORDER BY rule_id`,
};
const FIND: Statement<RuleRow> = {
  text: `SELECT ${RULE_COLUMNS} FROM notification_rules WHERE user_id = $1 AND rule_id = $2`,
};
const REPLACE: Statement<{ readonly rule_id: string }> = {
  text: `
    UPDATE notification_rules SET name = $3, types = $4, is_problems_only = $5, bot_ids = $6,
      account_ids = $7, channel_ids = $8, every_ms = $9, quiet_from = $10, quiet_to = $11,
      quiet_zone = $12, is_enabled = $13
    WHERE rule_id = $1 AND user_id = $2 RETURNING rule_id`,
};
const DELETE: Statement<{ readonly rule_id: string }> = {
  text: 'DELETE FROM notification_rules WHERE user_id = $1 AND rule_id = $2 RETURNING rule_id',
};
const CHANNELS: Statement<{ readonly channel_id: string }> = {
  text: 'SELECT channel_id FROM notification_channels WHERE user_id = $1 ORDER BY channel_id',
};

type RuleMethods = Pick<
  NotificationStore,
  'openNotifications' | 'insertRule' | 'listRules' | 'findRule' | 'replaceRule' | 'deleteRule'
>;

/** Rules over this database; a user's first ones are inserted once. */
export function notificationRules(database: Database): RuleMethods {
  return {
    async openNotifications(userId, rules) {
      if ((await database.read(IS_OPEN, [userId])).length > 0) return;
      await database.transaction(async (session) => {
        if ((await session.write(OPEN, [userId])).length === 0) return;
        for (const rule of rules) await session.write(INSERT, valuesOfRule(rule));
      });
    },
    insertRule: (rule, rulesMax, completion) =>
      database.transaction(async (session) => {
        await lockUser(session, rule.userId);
        if (await isBeingDeleted(session, rule.userId)) return false;
        if (await isReached(session, COUNT, rule.userId, rulesMax)) return false;
        await session.write(INSERT, valuesOfRule(rule));
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    async listRules(userId) {
      const rows = await database.read(LIST, [userId]);
      return storedRows(database, 'notification_rules', rows, (row) => row.rule_id, ruleFromRow);
    },
    async findRule({ userId, ruleId }) {
      const [row] = await database.read(FIND, [userId, ruleId]);
      return row === undefined ? null : ruleFromRow(row);
    },
    replaceRule: (rule, claim) =>
      database.transaction(async (session) => {
        const values = valuesOfRule(rule).slice(0, -1);
        if ((await session.write(REPLACE, values)).length === 0) return false;
        if (claim !== null) await insistOnClaim(session, claim);
        return true;
      }),
    deleteRule: ({ userId, ruleId }) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        if ((await session.write(DELETE, [userId, ruleId])).length === 0) return false;
        await planAll(session, userId);
        return true;
      }),
  };
}

/** What waited by the rule is gone. */
async function planAll(session: Session, userId: string): Promise<void> {
  const channels = await session.read(CHANNELS, [userId]);
  await planWork(
    session,
    channels.map((row) => row.channel_id),
  );
}
