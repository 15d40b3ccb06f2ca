// Months of log lines in PostgreSQL, each a part of `bot_log_lines` (migration 0192). Parts are
// made and dropped by functions of the owner.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { firstOfMonth, monthName, monthOf } from '#adapters/postgres/rows/line-month.ts';
import { CLAIM_KIND } from '#adapters/postgres/stores/retention-store.ts';
import { DAY_MS } from '#lib/time.ts';
import type { LineMonthStore, StoredLine } from '#ports/stores/line-month-store.ts';

/** In `retention_rounds`. */
const KIND = 'line_months';
/** Lines are numbered by the clock of the database, and dated by that of their run. */
const MARGIN_MS = DAY_MS;

const KEEP: Statement<{ readonly made: number }> = {
  text: 'SELECT keep_bot_line_months() AS made',
};

type MonthRow = {
  readonly month: number;
  readonly is_archived: boolean;
  readonly installation_id: string;
};

// This month and the one before it stay, as `drop_bot_line_month` demands.
const LIST_OLD: Statement<MonthRow> = {
  text: `
    SELECT month, archived_at IS NOT NULL AS is_archived, installation_id
    FROM bot_line_months CROSS JOIN installation
    WHERE month < $1 AND timestamp '1970-01-01' + make_interval(months => month + 2)
      <= clock_timestamp() AT TIME ZONE 'UTC'
    ORDER BY month`,
};

type LineRow = {
  readonly bot_id: string;
  readonly sequence: number;
  readonly at_ms: number;
  readonly severity: string;
  readonly message: string;
  readonly notice: string | null;
};

const READ: Statement<LineRow> = {
  text: `
    SELECT bot_id, sequence, at_ms, severity, message, notice::text AS notice FROM bot_log_lines
    WHERE sequence >= $1::bigint AND sequence < $2::bigint
      AND (bot_id, sequence) > ($3::text, $4::bigint)
    ORDER BY bot_id, sequence LIMIT $5`,
};

const NOTE_ARCHIVED: Statement<never> = {
  text: 'UPDATE bot_line_months SET archived_at = clock_timestamp() WHERE month = $1',
};

const DROP: Statement<{ readonly is_dropped: boolean }> = {
  text: 'SELECT drop_bot_line_month($1) AS is_dropped',
};

/** Store over this database; one process at a time claims old months. */
export function postgresLineMonthStore(
  database: Pick<Database, 'transaction' | 'write'>,
): LineMonthStore {
  return {
    async keepMonths() {
      const [row] = await database.write(KEEP, []);
      return row?.made ?? 0;
    },
    claimOldMonths: (ownerId, beforeMs) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [KIND, ownerId]);
        if (claim === undefined) return [];
        const rows = await session.write(LIST_OLD, [monthOf(beforeMs - MARGIN_MS)]);
        return rows.map(({ month, is_archived: isArchived, installation_id: installationId }) => ({
          id: month,
          name: monthName(month),
          installationId,
          isArchived,
        }));
      }),
    readPart: (ownerId, month, after, limit) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [KIND, ownerId]);
        if (claim === undefined) return null;
        const [from, to] = [firstOfMonth(month), firstOfMonth(month + 1)];
        const place = [after?.botId ?? '', after?.sequence ?? 0];
        return (await session.write(READ, [from, to, ...place, limit])).map(lineFromRow);
      }),
    async noteArchived(month) {
      await database.write(NOTE_ARCHIVED, [month]);
    },
    async dropPart(month) {
      const [row] = await database.write(DROP, [month]);
      return row?.is_dropped === true;
    },
  };
}

function lineFromRow(row: LineRow): StoredLine {
  const { bot_id: botId, sequence, at_ms: atMs, severity, message, notice } = row;
  return { botId, sequence, atMs, severity, message, notice };
}
