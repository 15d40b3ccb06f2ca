-- Opens a simulated account; false: it exists already.
CREATE OR REPLACE FUNCTION sim_open(p_account jsonb, p_bookings jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sim_accounts (
    account_id, market_type, leverage, margin_mode, version, settled_until_ms, due_at_ms,
    next_sequence, minute_use, updated_at_ms, wallets, funded_until_ms, fees_in
  ) SELECT
    account_id, market_type, leverage, margin_mode, version, settled_until_ms, due_at_ms,
    next_sequence, minute_use, updated_at_ms, wallets, funded_until_ms, fees_in
  FROM jsonb_populate_record(NULL::sim_accounts, p_account)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_bookings IS NOT NULL THEN
    INSERT INTO sim_journal (account_id, next_sequence, bookings)
    VALUES (p_account ->> 'account_id', (p_account ->> 'next_sequence')::bigint, p_bookings);
  END IF;
  RETURN true;
END $$;
