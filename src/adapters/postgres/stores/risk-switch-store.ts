// The store's part of the risk switch in PostgreSQL. Bots that nobody has locked are stopped first;
// for the others it waits, in the order in which steps of bots take their locks.

import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import { ACCOUNT_COLUMNS, accountFromRow } from '#adapters/postgres/rows/account-row.ts';
import { haltedConfig } from '#domain/strategy/halted-config.ts';
import { BOT_CHANNEL, notifyOnce, SWITCH_NEWS } from '#adapters/postgres/connection/bot-channel.ts';
import { MUST_BE_FOLLOWED } from '#adapters/postgres/stores/bot-store.ts';
import { sendToBots } from '#adapters/postgres/stores/bot-inbox.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { RiskSwitchStore, SwitchReach } from '#ports/stores/risk-switch-store.ts';

type BotIdRow = { readonly bot_id: string };
/** The settings may be anything that JSON is: a hand, or another release, may have left them so. */
type BracketRow = BotIdRow & { readonly strategy_config: unknown };
type Bracket = { readonly botId: string; readonly settings: StrategyConfig };

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
          AND (NOT $10::boolean OR strategy IS DISTINCT FROM 'bracket' OR bracket IS NULL)
        ORDER BY bot_id ${lock}
      ), stopped AS (
        UPDATE bots SET is_activated = false, is_paused = false, stop_reason = $6,
          is_followed = ${MUST_BE_FOLLOWED}, stopped_at_ms = $7,
          starts_anew = bots.starts_anew OR $8::boolean, stopped_by = $9
        FROM wanted WHERE bots.bot_id = wanted.bot_id AND bots.is_activated
        RETURNING bots.bot_id
      ), notified AS (
        INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
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

/** Of `bracket`, whose standing is there once its entry was requested. */
const LOCK_BRACKETS: Statement<BracketRow> = {
  text: `
    SELECT bot_id, strategy_config FROM bots
    WHERE is_activated AND strategy = 'bracket' AND ${IN_REACH}
    ORDER BY bot_id FOR NO KEY UPDATE`,
};

const SET_CONFIGS: Statement<never> = {
  text: `
    UPDATE bots SET strategy_config = given.config::json
    FROM unnest($1::text[], $2::text[]) AS given (bot_id, config)
    WHERE bots.bot_id = given.bot_id`,
};

const LIST_ACCOUNTS: Statement<AccountRow> = {
  isReadByRow: true,
  text: `
    SELECT ${ACCOUNT_COLUMNS.join(', ')} FROM accounts
    WHERE ${IN_REACH} AND account_id > $6 ORDER BY account_id LIMIT $7`,
  isShared: true,
};

/** Store over this database; `stopBots` gives the ids in order. */
export function postgresRiskSwitchStore(database: Database): RiskSwitchStore {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  return {
    async stopBots(reach, { reason, by, atMs, startsAnew = false, sparesBrackets = false }) {
      const values = [...reachValues(reach), reason, atMs, startsAnew, by, sparesBrackets];
      const free = await database.write(STOP_FREE, values);
      const rest = await database.write(STOP_REST, values);
      return [...free, ...rest].map((row) => row.bot_id).toSorted();
    },
    async haltBrackets(reach, atMs) {
      const brackets = await database.transaction((session) => halt(session, reach, atMs));
      if (brackets.length > 0) await notify();
      return brackets.map(({ botId, settings }) => {
        return { botId, direction: settings['direction'] === 'short' ? 'short' : 'long' };
      });
    },
    async listAccountsInReach(reach, afterId, limit) {
      const values = [...reachValues(reach), afterId ?? '', limit];
      return (await database.read(LIST_ACCOUNTS, values)).map(accountFromRow);
    },
  };
}

/** Each that still may enter hears of it through its inbox. */
async function halt(
  session: Session,
  reach: SwitchReach,
  atMs: number,
): Promise<readonly Bracket[]> {
  const brackets = (await session.read(LOCK_BRACKETS, reachValues(reach))).map(bracketFromRow);
  const entering = brackets.filter(({ settings }) => settings['allows_entry'] !== false);
  if (entering.length === 0) return brackets;
  const halted = entering.map(({ botId, settings }) => {
    return { botId, config: JSON.stringify(haltedConfig(settings)) };
  });
  const ids = halted.map(({ botId }) => botId);
  const configs = halted.map(({ config }) => config);
  await session.write(SET_CONFIGS, [ids, configs]);
  const deliveries = halted.map(({ botId, config }) => {
    return { botId, input: { kind: 'edited', config } } as const;
  });
  const sent = await sendToBots(session, deliveries, atMs);
  if (sent.length < ids.length) throw new Failure('unavailable', 'the inbox of a bracket is full');
  return brackets;
}

/** Settings that are none hold nothing up: that it enters nothing more can be said without them. */
function bracketFromRow({ bot_id: botId, strategy_config: config }: BracketRow): Bracket {
  const isObject = typeof config === 'object' && config !== null && !Array.isArray(config);
  return { botId, settings: isObject ? (config as StrategyConfig) : {} };
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
