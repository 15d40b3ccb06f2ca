// SQL that commits changes of the simulated exchange's accounts: one alone, and several together.

/** One change, by its function. */
export const SIM_COMMIT = {
  name: 'sim_commit',
  text: `
    SELECT sim_commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
      $15, $16) AS response`,
  isShared: true,
};

// The same as `sim_commit` for each (migration 0116), by one statement for each table instead of
// one for each table and change: to begin a statement, and to read the CHECKs of its table, takes
// longer than to write a row. Accounts are locked in the order in which they are given. Each is
// looked up by itself, because rows of lists are taken for many, for which whole tables would be
// read.
//
// Each list stands in a subquery, so that PostgreSQL cannot know its length beforehand: a plan for
// a short list always looks cheaper than the generic one, and to plan each group anew takes longer
// than to write it.
export const SIM_COMMIT_ALL = {
  name: 'sim_commit_all',
  text: `
    WITH given AS MATERIALIZED (
      SELECT account_id, version, leverage, margin_mode, settled_until_ms, due_at_ms, next_sequence,
        minute_use, updated_at_ms, wallets, placed, fills, bookings, change, funded_until_ms,
        margin_events, position, placed ->> 'venue_order_id' AS venue_order_id
      FROM unnest(
        (SELECT $1::text[]), (SELECT $2::bigint[]), (SELECT $3::numeric[]),
        (SELECT $4::text[]), (SELECT $5::bigint[]), (SELECT $6::bigint[]),
        (SELECT $7::bigint[]), (SELECT $8::jsonb[]), (SELECT $9::bigint[]),
        (SELECT $10::jsonb[]), (SELECT $11::jsonb[]), (SELECT $12::jsonb[]),
        (SELECT $13::jsonb[]), (SELECT $14::jsonb[]), (SELECT $15::bigint[]),
        (SELECT $16::jsonb[])
      ) WITH ORDINALITY AS given (
        account_id, version, leverage, margin_mode, settled_until_ms, due_at_ms, next_sequence,
        minute_use, updated_at_ms, wallets, placed, fills, bookings, change, funded_until_ms,
        margin_events, position)
    ), known AS MATERIALIZED (
      SELECT o.venue_order_id
      FROM given g CROSS JOIN LATERAL (
        SELECT venue_order_id FROM sim_orders WHERE venue_order_id = g.venue_order_id OFFSET 0
      ) o
    ), locked AS MATERIALIZED (
      SELECT a.account_id, a.version
      FROM given g CROSS JOIN LATERAL (
        SELECT account_id, version FROM sim_accounts
        WHERE account_id = g.account_id FOR NO KEY UPDATE
      ) a
    ), passed AS MATERIALIZED (
      SELECT account_id, version, leverage, margin_mode, settled_until_ms, due_at_ms, next_sequence,
        minute_use, updated_at_ms, wallets, placed, fills, bookings, change, funded_until_ms,
        margin_events, position
      FROM given g JOIN locked USING (account_id, version)
      WHERE g.venue_order_id IS NULL
        OR g.venue_order_id NOT IN (SELECT venue_order_id FROM known)
    ), accounts AS (
      UPDATE sim_accounts a SET
        leverage = p.leverage, margin_mode = p.margin_mode, version = p.version + 1,
        settled_until_ms = greatest(a.settled_until_ms, p.settled_until_ms),
        funded_until_ms = p.funded_until_ms, due_at_ms = p.due_at_ms,
        next_sequence = p.next_sequence, minute_use = p.minute_use,
        updated_at_ms = p.updated_at_ms, wallets = p.wallets
      FROM passed p WHERE a.account_id = p.account_id
    ), orders AS (
      INSERT INTO sim_orders (
        account_id, client_order_id, venue_order_id, market_tag, side, type, limit_ticks, lots,
        filled_lots, average_fill_price, state, reason, placed_at_ms, updated_at_ms, working, terms
      )
      SELECT p.account_id, o.client_order_id, o.venue_order_id, o.market_tag, o.side, o.type,
        o.limit_ticks, o.lots, o.filled_lots, o.average_fill_price, o.state, o.reason,
        o.placed_at_ms, o.updated_at_ms, o.working, o.terms
      FROM passed p CROSS JOIN jsonb_populate_record(NULL::sim_orders, p.placed) o
      WHERE p.placed IS NOT NULL
    ), journal AS (
      INSERT INTO sim_journal (account_id, next_sequence, fills, bookings, margin_events)
      SELECT account_id, next_sequence, fills, bookings, margin_events FROM passed
      WHERE num_nonnulls(fills, bookings, margin_events) > 0
    ), changed AS MATERIALIZED (
      SELECT sim_change_orders_and_positions(account_id, change) FROM passed
      WHERE change IS NOT NULL
    )
    SELECT CASE
      WHEN position IN (SELECT position FROM passed) THEN 'committed'
      WHEN venue_order_id IN (SELECT venue_order_id FROM known) THEN 'duplicate'
      ELSE 'stale'
    END AS response
    FROM given WHERE (SELECT count(*) FROM changed) >= 0 ORDER BY position`,
  isShared: true,
};
