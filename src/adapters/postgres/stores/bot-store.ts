// Bots in PostgreSQL. What is limited per user is counted under a lock on the user's row.

import { isDeepStrictEqual } from 'node:util';
import { sendToBots } from '#adapters/postgres/stores/bot-inbox.ts';
import { storedPage, storedRow } from '#adapters/postgres/rows/stored-rows.ts';
import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { jsonText } from '#adapters/postgres/connection/storable-values.ts';
import type { BotRow } from '#adapters/postgres/rows/bot-row.ts';
import {
  BOT_COLUMNS,
  botFromRow,
  botValues,
  loadedFromColumn,
  loadedToColumn,
  settingsText,
} from '#adapters/postgres/rows/bot-row.ts';
import { bracketsOf } from '#adapters/postgres/stores/bracket-statements.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest, insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type {
  Bot,
  ActivateBotOutcome,
  BotEdit,
  BotStore,
  LoadedBrain,
  StrategyEdit,
} from '#ports/stores/bot-store.ts';
import { CARRIED_ON, RUNNING_BOTS_NAMED_MAX } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';

type Count = { readonly count: number };

/** Brackets are orders to people, and no bots. */
const NO_BRACKET = "strategy IS DISTINCT FROM 'bracket'";

const COUNT_BOTS: Statement<Count> = {
  text: `SELECT count(*) AS count FROM bots WHERE user_id = $1 AND ${NO_BRACKET}`,
};

const COUNT_RUNNING: Statement<Count> = {
  text: `
    SELECT count(*) AS count FROM bots WHERE user_id = $1 AND is_activated AND ${NO_BRACKET}`,
};

const INSERT_BOT: Statement<unknown> = {
  text: `
    INSERT INTO bots (${BOT_COLUMNS.join(', ')})
    VALUES (${BOT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (bot_id) DO NOTHING RETURNING bot_id`,
};

const FIND_BOT: Statement<BotRow> = {
  name: 'find_bot',
  text: `
    SELECT ${BOT_COLUMNS.join(', ')} FROM bots
    WHERE bot_id = $1 AND user_id = $2 AND ${NO_BRACKET}`,
};

/** Settings that are being changed are seen as they are then. */
const LOCK_BOT: Statement<BotRow> = {
  text: `
    SELECT ${BOT_COLUMNS.join(', ')} FROM bots WHERE bot_id = $1 AND user_id = $2
    FOR NO KEY UPDATE`,
};

const LIST_BOTS: Statement<BotRow> = {
  isReadByRow: true,
  name: 'list_bots',
  text: `
    SELECT ${BOT_COLUMNS.join(', ')} FROM bots
    WHERE user_id = $1 AND bot_id > $2 AND ${NO_BRACKET} ORDER BY bot_id LIMIT $3`,
};

const ACTIVATE: Statement<unknown> = {
  text: `
    UPDATE bots
    SET is_activated = true, is_paused = false, activation = activation + 1,
      activated_at_ms = $3, loaded = $4, stop_reason = NULL, stopped_by = NULL,
      is_followed = false,
      starts_anew = false, earlier_profit = earlier_profit + realized_profit,
      realized_profit = 0, unrealized_profit = 0, roi_percent = 0, pairs = NULL, bracket = NULL
    WHERE bot_id = $1 AND user_id = $2 AND NOT is_activated RETURNING bot_id`,
};

/** Figures and loaded settings stay those of the run that goes on. */
const CARRY_ON: Statement<unknown> = {
  text: `
    WITH carried AS (
      UPDATE bots
      SET is_activated = true, is_paused = false, activated_at_ms = $3, is_followed = false,
        stop_reason = NULL, stopped_by = NULL
      WHERE bot_id = $1 AND user_id = $2 AND NOT is_activated RETURNING bot_id
    )
    INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
    SELECT bot_id, $3, 'info', $4 FROM carried`,
};

const WIND_DOWN: Statement<unknown> = {
  text: `
    WITH wound AS (
      UPDATE bots SET starts_anew = true, is_followed = true,
        stopped_at_ms = greatest(stopped_at_ms, $3)
      WHERE bot_id = $1 AND user_id = $2 AND NOT is_activated AND activation > 0
      RETURNING bot_id, activation
    ), reasoned AS (
      UPDATE bot_runs r SET left_reasons = $5::jsonb FROM wound w
      WHERE r.bot_id = w.bot_id AND r.activation = w.activation AND r.left_reasons <> $5::jsonb
    )
    INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
    SELECT bot_id, $3, 'error', message FROM wound, unnest($4::text[]) AS message`,
};

const FOLLOW: Statement<never> = {
  text: `
    UPDATE bots SET is_followed = true
    WHERE bot_id = $1 AND user_id = $2 AND NOT is_activated AND activation > 0`,
};

const FIND_LOADED: Statement<{ readonly loaded: Uint8Array | null }> = {
  text: 'SELECT loaded FROM bots WHERE bot_id = $1',
};

/**
 * Of a bot that is being stopped: whether orders of its latest run may still fill, or its exchange
 * may have booked something on futures that it held since the last reading. For statements that
 * lock the bot before they update it. A function of the database, because one reads the run as it
 * is then: the statement itself, which may have waited for a step, reads it as it was before that.
 */
export const MUST_BE_FOLLOWED = 'must_be_followed(bots.bot_id, bots.activation, bots.account_id)';

const DEACTIVATE: Statement<unknown> = {
  text: `
    WITH wanted AS MATERIALIZED (
      SELECT bot_id FROM bots
      WHERE bot_id = $1 AND user_id = $2
        AND (NOT is_activated OR $4::bigint IS NULL OR activated_at_ms = $4)
      FOR NO KEY UPDATE
    )
    UPDATE bots SET is_activated = false, is_paused = false,
      stopped_at_ms = CASE WHEN is_activated THEN $3 ELSE stopped_at_ms END,
      stopped_by = CASE WHEN is_activated THEN 'user' ELSE stopped_by END,
      is_followed = CASE WHEN is_activated THEN ${MUST_BE_FOLLOWED} ELSE is_followed END
    FROM wanted WHERE bots.bot_id = wanted.bot_id
    RETURNING bots.bot_id`,
};

const DELETE_BOT: Statement<unknown> = {
  text: `
    DELETE FROM bots WHERE bot_id = $1 AND user_id = $2 AND ${NO_BRACKET} RETURNING bot_id`,
};

const PURGE_DELETED: Statement<Count> = { text: 'SELECT purge_deleted_bot($1) AS count' };

const SET_STRATEGY: Statement<never> = {
  text: `
    UPDATE bots SET strategy_config = $3::json, market_tag = $4
    WHERE bot_id = $1 AND user_id = $2`,
};

const SET_EDITED: Statement<never> = {
  text: `
    UPDATE bots SET name = $3, settings = $4 WHERE bot_id = $1 AND user_id = $2`,
};

const FIND_RUNNING: Statement<{ readonly bot_id: string }> = {
  text: `
    SELECT bot_id FROM bots WHERE user_id = $1 AND script_id = $2 AND is_activated
    ORDER BY bot_id LIMIT ${RUNNING_BOTS_NAMED_MAX}`,
};

/** Store over this database; processes that run bots are notified of changes. */
export function postgresBotStore(database: Database): BotStore {
  const notify = notifyOnce(database, BOT_CHANNEL, 'bots');
  const notifyEdited = notifyOnce(database, BOT_CHANNEL, 'inbox');
  return {
    async insertBot(bot, botsMax, completion = null) {
      return database.transaction(async (session) => {
        await lockUser(session, bot.userId);
        const known = await session.read(FIND_BOT, [bot.botId, bot.userId]);
        if (known.length > 0) return 'exists';
        if (await isReached(session, COUNT_BOTS, bot.userId, botsMax)) return 'limit';
        const inserted = await session.write(INSERT_BOT, botValues(bot));
        if (inserted.length === 0) return 'exists';
        if (completion !== null) await completeRequest(session, completion);
        return 'inserted';
      });
    },
    async findBot(userId, botId) {
      const [row] = await database.read(FIND_BOT, [botId, userId]);
      return row === undefined ? null : storedRow(database, BOTS, row);
    },
    ...bracketsOf(database, notify),
    listBots: (userId, afterId, limit) => listBots(database, userId, afterId, limit),
    async activateBot(request) {
      const outcome = await database.transaction((session) => activate(session, request));
      if (outcome === 'activated') await notify();
      return outcome;
    },
    async findLoadedBrain(botId) {
      const [row] = await database.read(FIND_LOADED, [botId]);
      return row === undefined || row.loaded === null ? null : loadedFromColumn(row.loaded);
    },
    async deactivateBot(userId, botId, atMs, startedAtMs = null, claim = null) {
      const values = [botId, userId, atMs, startedAtMs];
      const stopped =
        claim === null
          ? await database.write(DEACTIVATE, values)
          : await database.transaction(async (session) => {
              await insistOnClaim(session, claim);
              return session.write(DEACTIVATE, values);
            });
      if (stopped.length === 1) await notify();
      return stopped.length === 1;
    },
    async windDownBot(userId, botId, atMs, left = []) {
      const lines = left.map(({ line }) => line);
      const reasons = jsonText(Object.fromEntries(left.map((of) => [of.marketTag, of.reason])));
      await database.write(WIND_DOWN, [botId, userId, atMs, lines, reasons]);
      await notify();
    },
    followBot: async (userId, botId) => void (await database.write(FOLLOW, [botId, userId])),
    async deleteBot(userId, botId) {
      const isOwn = (await database.write(DELETE_BOT, [botId, userId])).length === 1;
      if (isOwn) await notify();
      return isOwn;
    },
    async purgeDeletedBots(rowsMax) {
      const [row] = await database.write(PURGE_DELETED, [rowsMax]);
      return row?.count ?? 0;
    },
    async editStrategyBot(wanted) {
      const isWritten = await database.transaction((session) => edit(session, wanted));
      if (isWritten && wanted.isActivated) await notifyEdited();
      return isWritten;
    },
    editBot: (wanted) => database.transaction((session) => editBot(session, wanted)),
    findRunningBots: (userId, scriptId) => findRunning(database, userId, scriptId),
  };
}

async function findRunning(
  database: Database,
  userId: string,
  scriptId: string,
): Promise<readonly string[]> {
  const rows = await database.read(FIND_RUNNING, [userId, scriptId]);
  return rows.map((row) => row.bot_id);
}

async function activate(
  session: Session,
  request: Parameters<BotStore['activateBot']>[0],
): Promise<ActivateBotOutcome> {
  const { userId, botId, loaded, runningMax, atMs, carriesOn = false, claim = null } = request;
  await lockUser(session, userId);
  const [bot] = await session.read(LOCK_BOT, [botId, userId]);
  if (bot === undefined) return 'unknown';
  if (bot.is_activated) return 'already';
  if (await isReached(session, COUNT_RUNNING, userId, runningMax)) return 'limit';
  if (claim !== null) await insistOnClaim(session, claim);
  if (carriesOn) {
    await carryOn(session, bot, atMs);
    return 'activated';
  }
  const values = [botId, userId, atMs, loadedToColumn(loadedBy(bot, loaded))];
  const changed = await session.write(ACTIVATE, values);
  return changed.length === 1 ? 'activated' : 'already';
}

async function edit(session: Session, wanted: StrategyEdit): Promise<boolean> {
  const { userId, botId, isActivated, before, after, heard = after } = wanted;
  const { marketTag, atMs, completion } = wanted;
  const [row] = await session.read(LOCK_BOT, [botId, userId]);
  if (row?.is_activated !== isActivated) return false;
  if (JSON.stringify(row.strategy_config) !== JSON.stringify(before)) return false;
  const config = JSON.stringify(after);
  await session.write(SET_STRATEGY, [botId, userId, config, marketTag]);
  if (isActivated) await sendEdit(session, botId, JSON.stringify(heard), atMs);
  if (completion !== null) await completeRequest(session, completion);
  return true;
}

async function editBot(session: Session, wanted: BotEdit): Promise<boolean> {
  const { userId, botId, name, before, after, completion } = wanted;
  const [row] = await session.read(LOCK_BOT, [botId, userId]);
  if (row === undefined || row.strategy === 'bracket') return false;
  if (after !== null && (row.is_activated || row.strategy !== null)) return false;
  const stored = botFromRow(row).settings;
  if (!isDeepStrictEqual(stored, before)) return false;
  await session.write(SET_EDITED, [botId, userId, name, settingsText(after ?? stored)]);
  if (completion !== null) await completeRequest(session, completion);
  return true;
}

/** A running bot that does not hear of its new settings would trade by the old ones. */
async function sendEdit(
  session: Session,
  botId: string,
  config: string,
  atMs: number,
): Promise<void> {
  const input: BotInput = { kind: 'edited', config };
  const sent = await sendToBots(session, [{ botId, input }], atMs);
  if (sent.length === 0) throw new Failure('unavailable', 'the inbox of the bot is full');
}

/** What was edited while it was stopped is reported to its run. */
async function carryOn(session: Session, row: BotRow, atMs: number): Promise<void> {
  const { botId, userId, brain } = botFromRow(row);
  await session.write(CARRY_ON, [botId, userId, atMs, CARRIED_ON]);
  if (brain.kind !== 'strategy') return;
  const input: BotInput = { kind: 'edited', config: JSON.stringify(brain.config) };
  await sendToBots(session, [{ botId, input }], atMs);
}

/** A strategy begins with its settings as they are stored, whatever was read before. */
function loadedBy(row: BotRow, loaded: LoadedBrain): LoadedBrain {
  const { brain } = botFromRow(row);
  return brain.kind === 'strategy' ? brain : loaded;
}

const BOTS = { name: 'bots', idOf: (row: BotRow) => row.bot_id, fromRow: botFromRow };

function listBots(
  database: Database,
  userId: string,
  afterId: string | null,
  limit: number,
): Promise<readonly Bot[]> {
  return storedPage(database, BOTS, { afterId, limit }, (after, wanted) =>
    database.read(LIST_BOTS, [userId, after ?? '', wanted]),
  );
}
