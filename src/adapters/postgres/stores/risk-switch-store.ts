// The store's part of the risk switch in PostgreSQL. Bots that nobody has locked are stopped first;
// for the others it waits, in the order in which steps of bots take their locks.

import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import { ACCOUNT_COLUMNS, accountFromRow } from '#adapters/postgres/rows/account-row.ts';
import { BOT_CHANNEL, SWITCH_NEWS } from '#adapters/postgres/connection/bot-channel.ts';
import { MUST_BE_FOLLOWED } from '#adapters/postgres/stores/bot-store.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { RiskSwitchStore, SwitchReach } from '#ports/stores/risk-switch-store.ts';

type BotIdRow = { readonly bot_id: string };

/** Parameters: all of them, a user, a partner, an end user of it, an account. */
const IN_REACH = `(
  $1::boolean OR user_id = $2 OR account_id = $5 OR user_id IN (
    SELECT e.user_id FROM end_users e
    WHERE e.partner_id = $3 AND ($4::text IS NULL OR e.user_id = $4)
  )
)`;

function stopStatement(lock: string): Statement<BotIdRow> {
  return {
    text: `
      WITH wanted AS MATERIALIZED (
        SELECT bot_id FROM bots WHERE is_activated AND ${IN_REACH}
        ORDER BY bot_id ${lock}
      ), stopped AS (
        UPDATE bots SET is_activated = false, is_paused = false, stop_reason = $6,
          is_followed = ${MUST_BE_FOLLOWED}, stopped_at_ms = $7,
          starts_anew = bots.starts_anew OR $8::boolean, stopped_by = $9
        FROM wanted WHERE bots.bot_id = wanted.bot_id AND bots.is_activated
        RETURNING bots.bot_id
      ), notified AS (
        INSERT INTO bot_lines (bot_id, at_ms, severity, message)
        SELECT bot_id, $7, 'warning', $6 FROM stopped
      ), heard AS (
        -- Whoever runs them releases them at once.
        SELECT pg_notify('${BOT_CHANNEL}', '${SWITCH_NEWS}') FROM stopped LIMIT 1
      )
      SELECT stopped.bot_id FROM stopped LEFT JOIN heard ON true`,
    isShared: true,
  };
}

const STOP_FREE = stopStatement('FOR NO KEY UPDATE SKIP LOCKED');
const STOP_REST = stopStatement('FOR NO KEY UPDATE');

const LIST_ACCOUNTS: Statement<AccountRow> = {
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE ${IN_REACH} AND account_id > $6 ORDER BY account_id LIMIT $7`,
  isShared: true,
};

export function postgresRiskSwitchStore(database: Database): RiskSwitchStore {
  return {
    async stopBots(reach, { reason, by, atMs, startsAnew = false }) {
      const values = [...reachValues(reach), reason, atMs, startsAnew, by];
      const free = await database.write(STOP_FREE, values);
      const rest = await database.write(STOP_REST, values);
      return [...free, ...rest].map((row) => row.bot_id).toSorted();
    },
    async listAccountsInReach(reach, afterId, limit) {
      const values = [...reachValues(reach), afterId ?? '', limit];
      return (await database.read(LIST_ACCOUNTS, values)).map(accountFromRow);
    },
  };
}

function reachValues(reach: SwitchReach): readonly unknown[] {
  switch (reach.kind) {
    case 'installation':
      return [true, null, null, null, null];
    case 'user':
      return [false, reach.userId, null, null, null];
    case 'account':
      return [false, null, null, null, reach.accountId];
    case 'end_users':
      return [false, null, reach.partnerId, reach.endUserId, null];
  }
}
