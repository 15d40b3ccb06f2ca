// Scripts in PostgreSQL.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { isReached, lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type {
  ScriptHeadRow,
  StoredScriptRow,
  VersionHeadRow,
  VersionRow,
} from '#adapters/postgres/rows/script-row.ts';
import {
  SCRIPT_COLUMNS,
  SCRIPT_HEAD_COLUMNS,
  findingsText,
  languageOf,
  scriptFromRow,
  scriptHeadFromRow,
  scriptValues,
  sourceFromColumn,
  sourceToColumn,
  versionHeadFromRow,
} from '#adapters/postgres/rows/script-row.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import { SCRIPT_LIBRARIES_MAX, SCRIPT_VERSIONS_MAX } from '#ports/stores/script-store.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';

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
  isReadByRow: true,
  name: 'list_scripts',
  text: `
    SELECT ${SCRIPT_HEAD_COLUMNS.join(', ')} FROM scripts
    WHERE user_id = $1 AND script_id > $2 ORDER BY script_id LIMIT $3`,
};

const REPLACE_SOURCE: Statement<unknown> = {
  text: `
    UPDATE scripts
    SET source = $3, is_valid = $4, command_name = $5, findings = $6, updated_at_ms = $7, language = $8
    WHERE script_id = $1 AND user_id = $2 RETURNING script_id`,
};

const RENAME: Statement<unknown> = {
  text: `
    UPDATE scripts SET name = $3, description = CASE WHEN $4 THEN $5 ELSE description END
    WHERE script_id = $1 AND user_id = $2 RETURNING script_id`,
};

/** Unless it is the newest source already. */
const INSERT_VERSION: Statement<{ readonly version: number }> = {
  text: `
    WITH newest AS (
      SELECT version, source FROM script_versions
      WHERE script_id = $1 ORDER BY version DESC LIMIT 1
    )
    INSERT INTO script_versions (script_id, version, source, is_valid, saved_at_ms)
    SELECT $1, coalesce((SELECT version FROM newest), 0) + 1, $2, $3, $4
    WHERE NOT EXISTS (SELECT FROM newest WHERE source = $2)
    RETURNING version`,
};

const DISCARD_VERSIONS: Statement<never> = {
  text: `DELETE FROM script_versions WHERE script_id = $1 AND version <= $2`,
};

const LIST_VERSIONS: Statement<VersionHeadRow> = {
  isReadByRow: true,
  text: `
    SELECT v.version, v.is_valid, v.saved_at_ms
    FROM script_versions v JOIN scripts s USING (script_id)
    WHERE s.user_id = $1 AND v.script_id = $2 AND v.version < coalesce($3, 2147483647)
    ORDER BY v.version DESC LIMIT $4`,
};

const FIND_VERSION: Statement<VersionRow> = {
  text: `
    SELECT v.version, v.is_valid, v.saved_at_ms, v.source
    FROM script_versions v JOIN scripts s USING (script_id)
    WHERE s.user_id = $1 AND v.script_id = $2 AND v.version = $3`,
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
    SELECT name, coalesce(convert_to(findings->>'lua', 'UTF8'), source) AS source FROM scripts
    WHERE user_id = $1 AND is_valid AND command_name IS NOT NULL
    ORDER BY script_id LIMIT ${SCRIPT_LIBRARIES_MAX}`,
};

/** In the transaction that writes the source, which holds the script's row. */
async function noteVersion(
  session: Session,
  scriptId: string,
  source: string,
  { isValid }: Pick<ScriptCheck, 'isValid'>,
  atMs: number,
): Promise<void> {
  const values = [scriptId, sourceToColumn(source), isValid, atMs];
  const [made] = await session.write(INSERT_VERSION, values);
  if (made === undefined || made.version <= SCRIPT_VERSIONS_MAX) return;
  await session.write(DISCARD_VERSIONS, [scriptId, made.version - SCRIPT_VERSIONS_MAX]);
}

/** Store over this database; each save adds a version, and old ones are removed. */
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
        await noteVersion(
          session,
          script.scriptId,
          script.source,
          script.check,
          script.updatedAtMs,
        );
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
        const found = [isValid, commandName, findingsText(check), atMs, languageOf(check)];
        const values = [scriptId, userId, text, ...found];
        if ((await session.write(REPLACE_SOURCE, values)).length === 0) return false;
        await noteVersion(session, scriptId, source, check, atMs);
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    renameScript: (userId, scriptId, { name, description }, completion = null) =>
      database.transaction(async (session) => {
        const values = [scriptId, userId, name, description !== undefined, description ?? null];
        if ((await session.write(RENAME, values)).length === 0) return false;
        if (completion !== null) await completeRequest(session, completion);
        return true;
      }),
    async listVersions(userId, scriptId, beforeVersion, limit) {
      const rows = await database.read(LIST_VERSIONS, [userId, scriptId, beforeVersion, limit]);
      return rows.map(versionHeadFromRow);
    },
    async findVersion(userId, scriptId, version) {
      const [row] = await database.read(FIND_VERSION, [userId, scriptId, version]);
      if (row === undefined) return null;
      return { ...versionHeadFromRow(row), source: sourceFromColumn(row.source) };
    },
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
