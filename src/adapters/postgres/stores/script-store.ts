// Scripts in PostgreSQL.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { ScriptHeadRow, StoredScriptRow } from '#adapters/postgres/rows/script-row.ts';
import {
  SCRIPT_COLUMNS,
  SCRIPT_HEAD_COLUMNS,
  findingsText,
  scriptFromRow,
  scriptHeadFromRow,
  scriptValues,
  sourceFromColumn,
  sourceToColumn,
} from '#adapters/postgres/rows/script-row.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import { SCRIPT_LIBRARIES_MAX } from '#ports/stores/script-store.ts';

const INSERT_SCRIPT: Statement<unknown> = {
  text: `
    INSERT INTO scripts (${SCRIPT_COLUMNS.join(', ')})
    VALUES (${SCRIPT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (script_id) DO NOTHING RETURNING script_id`,
};

const FIND_SCRIPT: Statement<StoredScriptRow> = {
  name: 'find_script',
  text: `
    SELECT ${SCRIPT_COLUMNS.join(', ')} FROM scripts
    WHERE script_id = $1 AND user_id = $2`,
};

const LIST_SCRIPTS: Statement<ScriptHeadRow> = {
  name: 'list_scripts',
  text: `
    SELECT ${SCRIPT_HEAD_COLUMNS.join(', ')} FROM scripts
    WHERE user_id = $1 AND script_id > $2 ORDER BY script_id LIMIT $3`,
};

const REPLACE_SOURCE: Statement<unknown> = {
  text: `
    UPDATE scripts
    SET source = $3, is_valid = $4, command_name = $5, findings = $6, updated_at_ms = $7
    WHERE script_id = $1 AND user_id = $2 RETURNING script_id`,
};

const DELETE_SCRIPT: Statement<unknown> = {
  text: 'DELETE FROM scripts WHERE script_id = $1 AND user_id = $2 RETURNING script_id',
};

const COUNT_SCRIPTS: Statement<{ readonly count: number }> = {
  text: 'SELECT count(*) AS count FROM scripts WHERE user_id = $1',
};

type LibraryRow = Pick<StoredScriptRow, 'name' | 'source'>;

const LIST_LIBRARIES: Statement<LibraryRow> = {
  text: `
    SELECT name, source FROM scripts
    WHERE user_id = $1 AND is_valid AND command_name IS NOT NULL
    ORDER BY script_id LIMIT ${SCRIPT_LIBRARIES_MAX}`,
};

export function postgresScriptStore(database: Database): ScriptStore {
  return {
    insertScript: (script, scriptsMax, completion = null) =>
      database.transaction(async (session) => {
        const { scriptId, userId } = script;
        await lockUser(session, userId);
        if ((await session.read(FIND_SCRIPT, [scriptId, userId])).length > 0) return 'exists';
        if (await isReached(session, COUNT_SCRIPTS, userId, scriptsMax)) return 'limit';
        const inserted = await session.write(INSERT_SCRIPT, scriptValues(script));
        if (inserted.length === 0) return 'exists';
        if (completion !== null) await completeRequest(session, completion);
        return 'inserted';
      }),
    async findScript(userId, scriptId) {
      const [row] = await database.read(FIND_SCRIPT, [scriptId, userId]);
      return row === undefined ? null : scriptFromRow(row);
    },
    async listScripts(userId, afterId, limit) {
      const rows = await database.read(LIST_SCRIPTS, [userId, afterId ?? '', limit]);
      return rows.map(scriptHeadFromRow);
    },
    replaceSource: (userId, scriptId, source, check, atMs, completion = null) =>
      database.transaction(async (session) => {
        const { isValid, commandName } = check;
        const text = sourceToColumn(source);
        const values = [scriptId, userId, text, isValid, commandName, findingsText(check), atMs];
        if ((await session.write(REPLACE_SOURCE, values)).length === 0) return false;
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    async deleteScript(userId, scriptId) {
      return (await database.write(DELETE_SCRIPT, [scriptId, userId])).length === 1;
    },
    async countScripts(userId) {
      const [row] = await database.read(COUNT_SCRIPTS, [userId]);
      return row?.count ?? 0;
    },
    async listLibraries(userId) {
      const rows = await database.read(LIST_LIBRARIES, [userId]);
      return rows.map(({ name, source }) => ({ name, source: sourceFromColumn(source) }));
    },
  };
}
