// Bots of end users in PostgreSQL. Changes lock the rows of all bots that they touch, by id, so
// that copies, edits, starts and deletions of them follow one another.

import {
  BOT_COLUMNS,
  botFromRow,
  botValues,
  strategyFromRow,
} from '#adapters/postgres/rows/bot-row.ts';
import type { BotRow } from '#adapters/postgres/rows/bot-row.ts';
import { storedPage } from '#adapters/postgres/rows/stored-rows.ts';
import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { sendToBots } from '#adapters/postgres/stores/bot-inbox.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import { pairsFromColumn } from '#adapters/postgres/rows/pairs-column.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { lockPartnerBots, withFollowers } from '#adapters/postgres/stores/lock-partner-bots.ts';
import { assert } from '#lib/assert.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type {
  InsertPartnerBotOutcome,
  ListedPartnerBot,
  NewPartnerBot,
  PartnerBot,
  PartnerBotStore,
  SettingsEdit,
  SettingsEdits,
} from '#ports/stores/partner-bot-store.ts';

type PartnerBotRow = BotRow & {
  readonly partner_id: string;
  readonly exchange: string;
  readonly master_bot_id: string | null;
  readonly copied_bot_id: string | null;
  readonly cloned_count: number;
  readonly version: number;
  readonly followers_count: number;
};

type ListedRow = Pick<
  PartnerBotRow,
  | 'bot_id'
  | 'user_id'
  | 'name'
  | 'strategy'
  | 'strategy_config'
  | 'is_activated'
  | 'realized_profit'
  | 'unrealized_profit'
  | 'roi_percent'
  | 'earlier_profit'
  | 'profit_currency'
  | 'pairs'
  | 'created_at_ms'
  | 'exchange'
  | 'master_bot_id'
  | 'copied_bot_id'
  | 'cloned_count'
  | 'followers_count'
>;

type BotIdRow = { readonly bot_id: string };

const FOLLOWERS_COUNT = `
  (SELECT count(*) FROM partner_bots f WHERE f.master_bot_id = p.bot_id) AS followers_count`;

/** What it was copied from, while it is there. */
const COPIED = `
  (SELECT c.bot_id FROM partner_bots c
   WHERE c.bot_id = p.copied_bot_id AND c.deleted_at_ms IS NULL) AS copied_bot_id`;

const SELECT = `
  SELECT ${BOT_COLUMNS.map((column) => `b.${column}`).join(', ')}, p.partner_id, p.exchange,
    p.master_bot_id, p.cloned_count, p.version, ${COPIED}, ${FOLLOWERS_COUNT}
  FROM partner_bots p JOIN bots b ON b.bot_id = p.bot_id`;

const SELECT_LISTED = `
  SELECT p.bot_id, p.user_id, b.name, b.strategy, b.strategy_config, b.is_activated,
    b.realized_profit, b.unrealized_profit, b.roi_percent, b.earlier_profit, b.profit_currency, b.pairs,
    b.created_at_ms, p.exchange, p.master_bot_id, p.cloned_count, ${COPIED}, ${FOLLOWERS_COUNT}
  FROM partner_bots p JOIN bots b ON b.bot_id = p.bot_id`;

const FIND: Statement<PartnerBotRow> = {
  name: 'find_partner_bot',
  text: `${SELECT} WHERE p.user_id = $1 AND p.bot_id = $2 AND p.deleted_at_ms IS NULL`,
};

// Two statements, because each is led by an index of its own.
const LIST_OF_PARTNER: Statement<ListedRow> = {
  isReadByRow: true,
  name: 'list_bots_of_partner',
  text: `
    ${SELECT_LISTED} WHERE p.partner_id = $1 AND p.bot_id > $2 AND p.deleted_at_ms IS NULL
    ORDER BY p.bot_id LIMIT $3`,
};

const LIST_OF_USER: Statement<ListedRow> = {
  isReadByRow: true,
  name: 'list_bots_of_end_user',
  text: `
    ${SELECT_LISTED} WHERE p.user_id = $4 AND p.partner_id = $1 AND p.bot_id > $2
      AND p.deleted_at_ms IS NULL
    ORDER BY p.bot_id LIMIT $3`,
};

const FOLLOWING = `
  WITH RECURSIVE following AS (
    SELECT bot_id FROM partner_bots WHERE master_bot_id = $1
    UNION SELECT p.bot_id FROM partner_bots p JOIN following f ON p.master_bot_id = f.bot_id
  )`;

const LIST_FOLLOWERS: Statement<PartnerBotRow> = {
  text: `${FOLLOWING} ${SELECT} JOIN following o ON o.bot_id = p.bot_id ORDER BY p.bot_id`,
};

const NAME_FOLLOWERS: Statement<BotIdRow> = {
  text: `${FOLLOWING} SELECT bot_id FROM following ORDER BY bot_id`,
};

/** A deletion of the end user waits for the bot, or is seen. */
const HOLD_USER: Statement<unknown> = {
  text: `
    SELECT user_id FROM end_users
    WHERE user_id = $1 AND partner_id = $2 AND deleted_at_ms IS NULL FOR SHARE`,
};

const LOCK_PARTNER: Statement<unknown> = {
  text: 'SELECT user_id FROM partners WHERE user_id = $1 FOR NO KEY UPDATE',
};

const COUNT: Statement<{ readonly count: number }> = {
  text: `
    SELECT count(*) AS count FROM partner_bots WHERE partner_id = $1 AND deleted_at_ms IS NULL`,
};

const KNOWN: Statement<BotIdRow> = { text: 'SELECT bot_id FROM bots WHERE bot_id = $1' };

const COUNT_COPY: Statement<BotIdRow> = {
  text: `
    UPDATE partner_bots SET cloned_count = cloned_count + 1
    WHERE bot_id = $1 AND partner_id = $2 AND version = $3 AND deleted_at_ms IS NULL
    RETURNING bot_id`,
};

const INSERT_BOT: Statement<never> = {
  text: `
    INSERT INTO bots (${BOT_COLUMNS.join(', ')})
    VALUES (${BOT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`,
};

const INSERT: Statement<never> = {
  text: `
    INSERT INTO partner_bots (
      bot_id, partner_id, user_id, exchange, master_bot_id, signal_token, copied_bot_id
    ) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

type LockedRow = BotIdRow & {
  readonly version: number;
  readonly is_activated: boolean;
  readonly deleted_at_ms: number | null;
};

const LOCK_BOTS: Statement<LockedRow> = { text: lockPartnerBots('SELECT unnest($1::text[])') };

const LOCK_BOT_AND_FOLLOWERS: Statement<LockedRow> = {
  text: lockPartnerBots(withFollowers('m.user_id = $1 AND m.bot_id = $2')),
};

const NEXT_VERSIONS: Statement<never> = {
  text: `
    UPDATE partner_bots p SET version = p.version + 1, signal_token = e.signal_token
    FROM unnest($1::text[], $2::text[]) AS e (bot_id, signal_token) WHERE p.bot_id = e.bot_id`,
};

const SET_SETTINGS: Statement<never> = {
  text: `
    UPDATE bots b SET strategy_config = e.config::json, market_tag = e.market_tag,
      account_id = e.account_id
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
      AS e (bot_id, config, market_tag, account_id)
    WHERE b.bot_id = e.bot_id`,
};

const INSERT_LINES: Statement<never> = {
  text: `
    INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
    SELECT bot_id, at_ms, severity, message
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
      AS line (bot_id, at_ms, severity, message)`,
};

const MARK_DELETED: Statement<BotIdRow> = {
  text: `
    UPDATE partner_bots SET deleted_at_ms = $3, master_bot_id = NULL
    WHERE user_id = $1 AND bot_id = $2 AND deleted_at_ms IS NULL RETURNING bot_id`,
};

const LET_FOLLOWERS_GO: Statement<never> = {
  text: 'UPDATE partner_bots SET master_bot_id = NULL WHERE master_bot_id = $1',
};

const STOP: Statement<never> = {
  text: `
    UPDATE bots SET is_activated = false, is_paused = false, stopped_at_ms = $2 WHERE bot_id = $1`,
};

/** Store over this database; processes that run bots are notified of changes. */
export function postgresPartnerBotStore(database: Database): PartnerBotStore {
  const notifyEdited = notifyOnce(database, BOT_CHANNEL, 'inbox');
  const notifyStopped = notifyOnce(database, BOT_CHANNEL, 'bots');
  return {
    insertPartnerBot: (request) =>
      database.transaction(async (session) => {
        const outcome = await insert(session, request);
        const isThere = outcome === 'inserted' || outcome === 'exists';
        if (isThere && request.completion !== null)
          await completeRequest(session, request.completion);
        return outcome;
      }),
    async findPartnerBot(userId, botId) {
      const [row] = await database.read(FIND, [userId, botId]);
      return row === undefined ? null : fromRow(row);
    },
    listPartnerBots: ({ partnerId, endUserId }, afterId, limit) =>
      storedPage(database, LISTED, { afterId, limit }, (after, wanted) => {
        const values = [partnerId, after ?? '', wanted];
        return endUserId === null
          ? database.read(LIST_OF_PARTNER, values)
          : database.read(LIST_OF_USER, [...values, endUserId]);
      }),
    async listFollowers(botId) {
      return (await database.read(LIST_FOLLOWERS, [botId])).map(fromRow);
    },
    async editSettings(edits) {
      const isWritten = await database.transaction((session) => writeEdits(session, edits));
      if (isWritten && edits.edits.some(({ isActivated }) => isActivated)) await notifyEdited();
      return isWritten;
    },
    async deletePartnerBot(userId, botId, atMs) {
      const isDeleted = await database.transaction(async (session) => {
        await session.write(LOCK_BOT_AND_FOLLOWERS, [userId, botId]);
        const marked = await session.write(MARK_DELETED, [userId, botId, atMs]);
        if (marked.length === 0) return false;
        await session.write(LET_FOLLOWERS_GO, [botId]);
        await session.write(STOP, [botId, atMs]);
        return true;
      });
      if (isDeleted) await notifyStopped();
      return isDeleted;
    },
  };
}

async function insert(
  session: Session,
  { bot, partnerId, exchange, signalToken, source, botsMax }: NewPartnerBot,
): Promise<InsertPartnerBotOutcome> {
  const { botId, userId } = bot;
  if ((await session.read(HOLD_USER, [userId, partnerId])).length === 0) return 'user_not_found';
  if ((await session.read(KNOWN, [botId])).length > 0) return 'exists';
  if (botsMax !== null) {
    await session.write(LOCK_PARTNER, [partnerId]);
    const [row] = await session.read(COUNT, [partnerId]);
    if ((row?.count ?? 0) >= botsMax) return 'limit';
  }
  if (source !== null) {
    const values = [source.botId, partnerId, source.version];
    if ((await session.write(COUNT_COPY, values)).length === 0) return 'source_changed';
  }
  await session.write(INSERT_BOT, botValues(bot));
  const masterBotId = source?.isFollowed === true ? source.botId : null;
  const link = [botId, partnerId, userId, exchange, masterBotId, signalToken];
  await session.write(INSERT, [...link, source?.botId ?? null]);
  return 'inserted';
}

async function writeEdits(
  session: Session,
  { rootBotId, edits, skipped, atMs, completion }: SettingsEdits,
): Promise<boolean> {
  const ids = edits.map(({ botId }) => botId);
  const found = await session.read(LOCK_BOTS, [ids]);
  const locked = found.filter((row) => row.deleted_at_ms === null);
  if (locked.length < edits.length || !edits.every((edit) => isAsRead(edit, locked))) return false;
  const named = (await session.read(NAME_FOLLOWERS, [rootBotId])).map((row) => row.bot_id);
  const reached = [...ids, ...skipped.map(({ botId }) => botId)];
  const expected = new Set(reached.filter((botId) => botId !== rootBotId));
  if (named.length !== expected.size || !named.every((botId) => expected.has(botId))) return false;
  await session.write(NEXT_VERSIONS, [ids, edits.map(({ signalToken }) => signalToken)]);
  await session.write(SET_SETTINGS, [
    ids,
    edits.map(({ brain }) => JSON.stringify(brain.config)),
    edits.map(({ marketTag }) => marketTag),
    edits.map(({ accountId }) => accountId),
  ]);
  await sendEdits(session, edits, atMs);
  const lines = skipped.map(({ line }) => line);
  await session.write(INSERT_LINES, [
    skipped.map(({ botId }) => botId),
    lines.map(({ atMs }) => atMs),
    lines.map(({ severity }) => severity),
    lines.map(({ message }) => message),
  ]);
  if (completion !== null) await completeRequest(session, completion);
  return true;
}

function isAsRead(edit: SettingsEdit, locked: readonly LockedRow[]): boolean {
  const row = locked.find((each) => each.bot_id === edit.botId);
  return row?.version === edit.version && row.is_activated === edit.isActivated;
}

async function sendEdits(
  session: Session,
  edits: readonly SettingsEdit[],
  atMs: number,
): Promise<void> {
  const running = edits.filter(({ isActivated }) => isActivated);
  if (running.length === 0) return;
  const deliveries = running.map(({ botId, brain }) => {
    const input: BotInput = { kind: 'edited', config: JSON.stringify(brain.config) };
    return { botId, input };
  });
  const sent = await sendToBots(session, deliveries, atMs);
  // A running bot that does not hear of its new settings would trade by the old ones.
  if (sent.length < running.length)
    throw new Failure('unavailable', 'the inbox of a running bot is full');
}

const LISTED = {
  name: 'bots',
  idOf: (row: ListedRow) => row.bot_id,
  fromRow: listedFromRow,
};

function listedFromRow(row: ListedRow): ListedPartnerBot {
  return {
    bot: {
      botId: row.bot_id,
      userId: row.user_id,
      name: row.name,
      brain: strategyFromRow(row),
      isActivated: row.is_activated,
      realizedProfit: decimalFromColumn(row.realized_profit),
      unrealizedProfit: decimalFromColumn(row.unrealized_profit),
      roiPercent: decimalFromColumn(row.roi_percent),
      earlierProfit: decimalFromColumn(row.earlier_profit),
      profitCurrency: row.profit_currency,
      pairs: pairsFromColumn(row.pairs),
      createdAtMs: row.created_at_ms,
    },
    exchange: row.exchange,
    masterBotId: row.master_bot_id,
    copiedBotId: row.copied_bot_id,
    clonedCount: row.cloned_count,
    followersCount: row.followers_count,
  };
}

function fromRow(row: PartnerBotRow): PartnerBot {
  const bot = botFromRow(row);
  const { brain } = bot;
  assert(brain.kind === 'strategy', 'a bot of an end user has a strategy');
  return {
    bot: { ...bot, brain },
    partnerId: row.partner_id,
    exchange: row.exchange,
    masterBotId: row.master_bot_id,
    copiedBotId: row.copied_bot_id,
    clonedCount: row.cloned_count,
    followersCount: row.followers_count,
    version: row.version,
  };
}
