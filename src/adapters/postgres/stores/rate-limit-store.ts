// Rate limits shared by all processes, counted in an unlogged table.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { assert } from '#lib/assert.ts';
import type { RateLimitStore, RateWindow } from '#ports/stores/rate-limit-store.ts';

type WindowRow = { readonly used: number; readonly reset_at_ms: number };

/** Which window runs is decided as in `isWindowRunning`. */
const COUNT_REQUEST: Statement<WindowRow> = {
  name: 'count_request',
  text: `
    INSERT INTO rate_window AS r (key_id, tier, reset_at_ms, used)
    VALUES ($1, $2, $4::bigint + $5::bigint, 1)
    ON CONFLICT (key_id, tier) DO UPDATE SET
      used = CASE
        WHEN r.reset_at_ms > $4 AND r.reset_at_ms <= $4 + 2 * $5::bigint
        THEN least(r.used + 1, $3::integer + 1)
        ELSE 1
      END,
      reset_at_ms = CASE
        WHEN r.reset_at_ms > $4 AND r.reset_at_ms <= $4 + 2 * $5::bigint
        THEN r.reset_at_ms
        ELSE excluded.reset_at_ms
      END
    RETURNING used, reset_at_ms`,
};

const RETURN_REQUEST: Statement<WindowRow> = {
  name: 'return_request',
  text: `
    UPDATE rate_window SET used = greatest(least(used, $3::integer) - 1, 0)
    WHERE key_id = $1 AND tier = $2 AND reset_at_ms = $4
    RETURNING used, reset_at_ms`,
};

/** There are never many: no index is worth its cost to each request. */
const PURGE_ENDED: Statement<{ readonly tier: string }> = {
  text: `
    DELETE FROM rate_window WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM rate_window WHERE reset_at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING tier`,
};

/** Store over this database; windows are opened by the first request in them. */
export function postgresRateLimitStore(database: Database): RateLimitStore {
  return {
    async countRequest(keyId, tier, limit, windowMs, nowMs) {
      const values = [keyId, tier, limit, nowMs, windowMs];
      const [row] = await database.write(COUNT_REQUEST, values);
      assert(row !== undefined, 'counting a request returns one row');
      return windowFromRow(row);
    },
    async returnRequest(keyId, tier, limit, resetAtMs) {
      const [row] = await database.write(RETURN_REQUEST, [keyId, tier, limit, resetAtMs]);
      return row === undefined ? null : windowFromRow(row);
    },
    async purgeEnded(beforeMs, rowsMax) {
      return (await database.write(PURGE_ENDED, [beforeMs, rowsMax])).length;
    },
  };
}

function windowFromRow(row: WindowRow): RateWindow {
  return { used: row.used, resetAtMs: row.reset_at_ms };
}
