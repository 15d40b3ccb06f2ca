// Equity history of accounts, in PostgreSQL. `number_events` brings snapshots forward (migration
// 0150).

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import { ACCOUNT_COLUMNS, accountFromRow } from '#adapters/postgres/rows/account-row.ts';
import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { EquityStore } from '#ports/stores/equity-store.ts';

type PointRow = {
  readonly at_ms: number;
  readonly currency: string;
  readonly value: string;
  readonly unpriced: readonly string[];
};

const CLAIM: Statement<AccountRow & { readonly currency: string | null }> = {
  name: 'claim_equity',
  text: `
    WITH claimed AS (
      UPDATE equity_schedule s SET due_at_ms = $2, begun_at_ms = $1, is_changed = false
      FROM (
        SELECT account_id FROM equity_schedule WHERE due_at_ms <= $1
        ORDER BY due_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE s.account_id = due.account_id
      RETURNING s.account_id, s.currency
    )
    SELECT ${ACCOUNT_COLUMNS.map((column) => `a.${column}`).join(', ')}, c.currency
    FROM claimed c JOIN accounts a USING (account_id)`,
};

const PUT_OFF = `
  UPDATE equity_schedule SET currency = coalesce($4, currency),
    due_at_ms = CASE WHEN is_changed THEN least($2::bigint, $3) ELSE $2 END
  WHERE account_id = $1`;

const STORE: Statement<unknown> = {
  name: 'store_equity',
  text: `
    WITH stored AS (
      INSERT INTO equity_snapshots (account_id, at_ms, grain, currency, value, unpriced)
      SELECT $1, $5, CASE
        WHEN newest.at_ms >= $5::bigint - $5 % ${HOUR_MS} THEN 2
        WHEN newest.at_ms >= $5::bigint - $5 % ${DAY_MS} THEN 1 ELSE 0
      END, $4, $6, $7
      FROM (
        SELECT coalesce(max(at_ms), 0) AS at_ms FROM equity_snapshots
        WHERE account_id = $1 AND at_ms < $5
      ) AS newest
      ON CONFLICT DO NOTHING
    ) ${PUT_OFF}`,
};

const PUT_OFF_ALONE: Statement<unknown> = { text: PUT_OFF };

// Waits for no lock, so that it and whoever locks several of the rows cannot wait for each other;
// what is locked is looked at or brought forward just now.
const HASTEN: Statement<unknown> = {
  text: `
    UPDATE equity_schedule s SET due_at_ms = greatest($3::bigint, s.begun_at_ms + $4)
    FROM (
      SELECT account_id FROM equity_schedule s JOIN accounts a USING (account_id)
      WHERE a.user_id = $1 AND account_id = ANY ($2::text[])
        AND s.due_at_ms > greatest($3::bigint, s.begun_at_ms + $4)
      FOR UPDATE OF s SKIP LOCKED
    ) AS late
    WHERE s.account_id = late.account_id`,
};

const COLUMNS = 'at_ms, currency, value, unpriced';

const LIST: Statement<PointRow> = {
  text: `
    SELECT ${COLUMNS} FROM equity_snapshots
    WHERE account_id = $1 AND at_ms >= $2 AND at_ms < $3 ORDER BY at_ms LIMIT $4`,
};

const LIST_LAST: Statement<PointRow> = {
  text: `
    SELECT ${COLUMNS} FROM (
      SELECT DISTINCT ON (at_ms / $5) ${COLUMNS} FROM equity_snapshots
      WHERE account_id = $1 AND at_ms >= $2 AND at_ms < $3 ORDER BY at_ms / $5, at_ms DESC
    ) AS last ORDER BY at_ms LIMIT $4`,
};

const LIST_OF_ACCOUNTS: Statement<PointRow & { readonly account_id: string }> = {
  text: `
    SELECT account_id, ${COLUMNS} FROM unnest($1::text[]) AS wanted (account_id)
    CROSS JOIN LATERAL (
      (SELECT ${COLUMNS} FROM equity_snapshots s
        WHERE s.account_id = wanted.account_id AND at_ms < $2 ORDER BY at_ms DESC LIMIT 1)
      UNION ALL
      (SELECT DISTINCT ON (at_ms / $4) ${COLUMNS} FROM equity_snapshots s
        WHERE s.account_id = wanted.account_id AND at_ms >= $2 AND at_ms < $3
        ORDER BY at_ms / $4, at_ms DESC)
    ) AS points
    ORDER BY account_id COLLATE "C", at_ms`,
};

const PURGE: Statement<unknown> = {
  text: `
    DELETE FROM equity_snapshots WHERE (account_id, at_ms) IN (
      (SELECT account_id, at_ms FROM equity_snapshots WHERE grain = 2 AND at_ms < $1
        ORDER BY at_ms LIMIT $3)
      UNION ALL
      (SELECT account_id, at_ms FROM equity_snapshots WHERE grain = 1 AND at_ms < $2
        ORDER BY at_ms LIMIT $3)
      LIMIT $3
    ) RETURNING at_ms`,
};

/** Store over this database; a claim gives an account to one process at a time. */
export function postgresEquityStore(database: Database): EquityStore {
  return {
    async claimEquity(nowMs, claimedUntilMs, limit) {
      const rows = await database.write(CLAIM, [nowMs, claimedUntilMs, limit]);
      return rows.map((row) => ({ account: accountFromRow(row), currency: row.currency }));
    },
    async storeEquity({ accountId, point, nextDueMs, changedDueMs }) {
      const due = [accountId, nextDueMs, changedDueMs];
      if (point === null) {
        await database.write(PUT_OFF_ALONE, [...due, null]);
        return;
      }
      const { atMs, currency, unpriced, value } = point;
      await database.write(STORE, [...due, currency, atMs, formatDecimal(value), unpriced]);
    },
    async hastenEquity(userId, accountIds, nowMs, spacingMs) {
      await database.write(HASTEN, [userId, accountIds, nowMs, spacingMs]);
    },
    async listEquity({ accountId, fromMs, toMs, intervalMs, limit }) {
      const values = [accountId, fromMs, toMs, limit];
      const rows = await (intervalMs === null
        ? database.read(LIST, values)
        : database.read(LIST_LAST, [...values, intervalMs]));
      return rows.map(pointFromRow);
    },
    async listEquityOfAccounts({ accountIds, fromMs, toMs, intervalMs }) {
      const values = [accountIds, fromMs, toMs, intervalMs];
      const rows = await database.read(LIST_OF_ACCOUNTS, values);
      const accounts = Map.groupBy(rows, (row) => row.account_id);
      return [...accounts.values()].map((points) => points.map(pointFromRow));
    },
    async purgeEquity(changesBeforeMs, hoursBeforeMs, limit) {
      const rows = await database.write(PURGE, [changesBeforeMs, hoursBeforeMs, limit]);
      return rows.length;
    },
  };
}

function pointFromRow({ at_ms: atMs, currency, unpriced, value }: PointRow): EquityPoint {
  return { atMs, currency, value: decimalFromColumn(value), unpriced };
}
