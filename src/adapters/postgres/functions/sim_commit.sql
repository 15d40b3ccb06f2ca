-- Writes one change of a simulated account under its version.
CREATE OR REPLACE FUNCTION sim_commit(
  p_account_id text,
  p_version bigint,
  p_leverage numeric,
  p_margin_mode text,
  p_settled_until_ms bigint,
  p_due_at_ms bigint,
  p_next_sequence bigint,
  p_minute_use jsonb,
  p_updated_at_ms bigint,
  p_wallets jsonb,
  p_placed jsonb,
  p_fills jsonb,
  p_bookings jsonb,
  p_change jsonb,
  p_funded_until_ms bigint,
  p_margin_events jsonb
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sim_accounts SET
    leverage = p_leverage, margin_mode = p_margin_mode, version = p_version + 1,
    settled_until_ms = greatest(settled_until_ms, p_settled_until_ms),
    funded_until_ms = p_funded_until_ms, due_at_ms = p_due_at_ms,
    next_sequence = p_next_sequence, minute_use = p_minute_use, updated_at_ms = p_updated_at_ms,
    wallets = p_wallets
  WHERE account_id = p_account_id AND version = p_version AND NOT EXISTS (
    SELECT FROM sim_orders WHERE venue_order_id = p_placed ->> 'venue_order_id'
  );
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (
      SELECT FROM sim_orders WHERE venue_order_id = p_placed ->> 'venue_order_id'
    ) THEN 'duplicate' ELSE 'stale' END;
  END IF;

  -- Nobody can have placed the same order since it was looked for: that would have changed the
  -- version.
  IF p_placed IS NOT NULL THEN
    INSERT INTO sim_orders (
      account_id, client_order_id, venue_order_id, market_tag, side, type, limit_ticks, lots,
      filled_lots, average_fill_price, state, reason, placed_at_ms, updated_at_ms, working, terms
    ) VALUES (
      p_account_id, p_placed ->> 'client_order_id', p_placed ->> 'venue_order_id',
      p_placed ->> 'market_tag', p_placed ->> 'side', p_placed ->> 'type',
      (p_placed ->> 'limit_ticks')::numeric, (p_placed ->> 'lots')::numeric,
      (p_placed ->> 'filled_lots')::numeric, (p_placed ->> 'average_fill_price')::numeric,
      p_placed ->> 'state', p_placed ->> 'reason', (p_placed ->> 'placed_at_ms')::bigint,
      (p_placed ->> 'updated_at_ms')::bigint, nullif(p_placed -> 'working', 'null'),
      nullif(p_placed -> 'terms', 'null')
    );
  END IF;
  IF p_fills IS NOT NULL OR p_bookings IS NOT NULL OR p_margin_events IS NOT NULL THEN
    INSERT INTO sim_journal (account_id, next_sequence, fills, bookings, margin_events)
    VALUES (p_account_id, p_next_sequence, p_fills, p_bookings, p_margin_events);
  END IF;
  IF p_change IS NOT NULL THEN
    PERFORM sim_change_orders_and_positions(p_account_id, p_change);
  END IF;
  RETURN 'committed';
END $$;
