// Brackets among the bots of PostgreSQL: inserted as they run, and read by account.

import { assert } from '#lib/assert.ts';
import type { BotRow } from '#adapters/postgres/rows/bot-row.ts';
import {
  BOT_COLUMNS,
  botFromRow,
  botValues,
  loadedToColumn,
} from '#adapters/postgres/rows/bot-row.ts';
import { storedPage } from '#adapters/postgres/rows/stored-rows.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { BotStore, StrategyBot } from '#ports/stores/bot-store.ts';

const COLUMNS = BOT_COLUMNS.join(', ');
const IS_BRACKET = "strategy = 'bracket'";

const COUNT_OPEN: Statement<{ readonly count: number }> = {
  text: `
    SELECT count(*) AS count FROM bots WHERE user_id = $1 AND is_activated AND ${IS_BRACKET}`,
};

const INSERT: Statement<unknown> = {
  text: `
    INSERT INTO bots (${COLUMNS}, loaded)
    VALUES (${[...BOT_COLUMNS, 'loaded'].map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (bot_id) DO NOTHING RETURNING bot_id`,
};

const FIND: Statement<BotRow> = {
  name: 'find_bracket',
  text: `SELECT ${COLUMNS} FROM bots WHERE bot_id = $1 AND user_id = $2 AND ${IS_BRACKET}`,
};

const LIST: Statement<BotRow> = {
  isReadByRow: true,
  name: 'list_brackets',
  text: `
    SELECT ${COLUMNS} FROM bots
    WHERE user_id = $1 AND account_id = $2 AND (NOT $3::boolean OR is_activated)
      AND bot_id > $4 AND ${IS_BRACKET}
    ORDER BY bot_id LIMIT $5`,
};

const BRACKETS = { name: 'brackets', idOf: (row: BotRow) => row.bot_id, fromRow: bracketFromRow };

/** `notify` says that a bot was started. */
export function bracketsOf(
  database: Database,
  notify: () => Promise<void>,
): Pick<BotStore, 'insertBracket' | 'findBracket' | 'listBrackets'> {
  return {
    async insertBracket(bracket, openMax, completion = null) {
      const outcome = await database.transaction(async (session) => {
        await lockUser(session, bracket.userId);
        const known = await session.read(FIND, [bracket.botId, bracket.userId]);
        if (known.length > 0) return 'exists';
        if (await isReached(session, COUNT_OPEN, bracket.userId, openMax)) return 'limit';
        const values = [...botValues(bracket), loadedToColumn(bracket.brain)];
        const inserted = await session.write(INSERT, values);
        if (inserted.length === 0) return 'exists';
        if (completion !== null) await completeRequest(session, completion);
        return 'inserted';
      });
      if (outcome === 'inserted') await notify();
      return outcome;
    },
    async findBracket(userId, bracketId) {
      const [row] = await database.read(FIND, [bracketId, userId]);
      return row === undefined ? null : bracketFromRow(row);
    },
    listBrackets({ userId, accountId, isOpen }, afterId, limit) {
      return storedPage(database, BRACKETS, { afterId, limit }, (after, wanted) =>
        database.read(LIST, [userId, accountId, isOpen, after ?? '', wanted]),
      );
    },
  };
}

function bracketFromRow(row: BotRow): StrategyBot {
  const { brain, ...bot } = botFromRow(row);
  assert(brain.kind === 'strategy', 'a bracket is of a strategy');
  return { ...bot, brain };
}
