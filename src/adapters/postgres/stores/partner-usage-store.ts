// Usage of end users, counted in PostgreSQL. A null end of an activation is the period's.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { PartnerUsageStore } from '#ports/stores/partner-usage-store.ts';

type UserRow = {
  readonly user_id: string;
  readonly bots_created: number;
  readonly bots_ran: number;
  readonly bot_months: number;
  readonly active_months: number;
  readonly ran_ms: number;
  readonly backtests: number;
};

type TurnoverRow = {
  readonly user_id: string;
  readonly market_type: MarketType;
  readonly currency: string;
  readonly volume: string;
  readonly orders_filled: number;
};

const OWN = `
  SELECT user_id FROM end_users
  WHERE partner_id = $1 AND ($2::text IS NULL OR user_id = $2)
    AND created_at_ms < $4::bigint AND coalesce(deleted_at_ms >= $3::bigint, true)`;

const READ_USERS: Statement<UserRow> = {
  text: `
    WITH own AS (${OWN}), ran AS MATERIALIZED (
      SELECT p.user_id, a.bot_id, greatest(a.began_at_ms, $3) AS began_at_ms,
        least(coalesce(a.ended_at_ms, $4), $4) AS ended_at_ms
      FROM own JOIN partner_bots p USING (user_id) JOIN partner_bot_activations a USING (bot_id)
      WHERE a.began_at_ms < $4
    ), times AS (
      SELECT user_id, count(DISTINCT bot_id) AS bots_ran, sum(ended_at_ms - began_at_ms) AS ran_ms
      FROM ran WHERE ended_at_ms > began_at_ms GROUP BY user_id
    ), months AS (
      SELECT r.user_id, count(DISTINCT (m.from_ms, r.bot_id)) AS bot_months,
        count(DISTINCT m.from_ms) AS active_months
      FROM ran r JOIN unnest($5::bigint[], $6::bigint[]) AS m (from_ms, to_ms)
        ON r.began_at_ms < m.to_ms AND r.ended_at_ms > m.from_ms
      WHERE r.ended_at_ms > r.began_at_ms GROUP BY r.user_id
    )
    SELECT o.user_id, coalesce(t.bots_ran, 0) AS bots_ran,
      coalesce(t.ran_ms, 0)::bigint AS ran_ms, coalesce(m.bot_months, 0) AS bot_months,
      coalesce(m.active_months, 0) AS active_months,
      (SELECT count(*) FROM partner_bots p JOIN bots b USING (bot_id)
        WHERE p.user_id = o.user_id AND b.created_at_ms >= $3 AND b.created_at_ms < $4
      ) AS bots_created,
      (SELECT count(*) FROM requested_strategy_backtests b
        WHERE b.user_id = o.user_id AND b.requested_at_ms >= $3 AND b.requested_at_ms < $4
      ) AS backtests
    FROM own o LEFT JOIN times t USING (user_id) LEFT JOIN months m USING (user_id)
    ORDER BY o.user_id`,
};

const READ_TURNOVERS: Statement<TurnoverRow> = {
  text: `
    WITH own AS (${OWN})
    SELECT p.user_id, f.market_type, f.currency, sum(f.volume)::text AS volume,
      count(*) AS orders_filled
    FROM own JOIN partner_bots p USING (user_id) JOIN bot_filled_orders f USING (bot_id)
    WHERE f.noted_at_ms >= $3 AND f.noted_at_ms < $4
    GROUP BY p.user_id, f.market_type, f.currency
    ORDER BY p.user_id, f.currency COLLATE "C", f.market_type COLLATE "C"`,
};

// One statement, so that a signal that is forgotten meanwhile counts once.
const COUNT_SIGNALS: Statement<{ readonly count: number }> = {
  text: `
    SELECT (
      SELECT count(*) FROM partner_signals
      WHERE partner_id = $1 AND ($2::text IS NULL OR user_id = $2)
        AND received_at_ms >= $3::bigint AND received_at_ms < $4::bigint
    ) + (
      SELECT coalesce(sum(signals_count), 0)::bigint FROM partner_signal_counts
      WHERE partner_id = $1 AND ($2::text IS NULL OR user_id = $2)
        AND minute_ms >= $3 AND minute_ms < $4
    ) AS count`,
};

/** Usage over this database, for reading. */
export function postgresPartnerUsageStore(database: Database): PartnerUsageStore {
  return {
    async readUsage({ reach, fromMs, toMs, months }) {
      const values = [reach.partnerId, reach.endUserId, fromMs, toMs];
      const bounds = [months.map((each) => each.fromMs), months.map((each) => each.toMs)];
      const users = await database.read(READ_USERS, [...values, ...bounds]);
      const turnovers = await database.read(READ_TURNOVERS, values);
      const [signals] = await database.read(COUNT_SIGNALS, values);
      return {
        users: users.map((row) => ({
          userId: row.user_id,
          botsCreated: row.bots_created,
          botsRan: row.bots_ran,
          botMonths: row.bot_months,
          activeMonths: row.active_months,
          ranMs: row.ran_ms,
          backtests: row.backtests,
        })),
        turnovers: turnovers.map((row) => ({
          userId: row.user_id,
          marketType: row.market_type,
          currency: row.currency,
          volume: decimalFromColumn(row.volume),
          ordersFilled: row.orders_filled,
        })),
        signals: signals?.count ?? 0,
      };
    },
  };
}
