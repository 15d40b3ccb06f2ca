// Rate limits shared by all processes, counted in an unlogged table. A window that is used up is
// remembered, so that a program which does not stop asking costs no further statement.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { assert } from '#lib/assert.ts';
import { isWindowRunning } from '#lib/is-window-running.ts';
import type { RateLimitStore } from '#ports/stores/rate-limit-store.ts';

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

/** How many ended windows are forgotten for each one that is remembered. */
const FORGOTTEN_PER_NEW = 2;

type UsedUp = { readonly limit: number; readonly resetAtMs: number };

export function postgresRateLimitStore(database: Database): RateLimitStore {
  const usedUp = new Map<string, UsedUp>();

  function remember(name: string, window: UsedUp, nowMs: number): void {
    let left = FORGOTTEN_PER_NEW;
    for (const [other, { resetAtMs }] of usedUp) {
      if (left === 0 || resetAtMs > nowMs) break;
      usedUp.delete(other);
      left -= 1;
    }
    usedUp.delete(name);
    usedUp.set(name, window);
  }

  return {
    async countRequest(keyId, tier, limit, windowMs, nowMs) {
      const name = `${tier} ${keyId}`;
      const known = usedUp.get(name);
      if (known !== undefined && limit <= known.limit) {
        const { resetAtMs } = known;
        if (isWindowRunning(resetAtMs, windowMs, nowMs)) return { used: limit + 1, resetAtMs };
      }
      const values = [keyId, tier, limit, nowMs, windowMs];
      const [row] = await database.write(COUNT_REQUEST, values);
      assert(row !== undefined, 'counting a request returns one row');
      const window = { used: row.used, resetAtMs: row.reset_at_ms };
      if (window.used > limit) remember(name, { limit, resetAtMs: window.resetAtMs }, nowMs);
      return window;
    },
  };
}
