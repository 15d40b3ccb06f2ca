-- Health of an exchange as seen by all processes. Returns the type of the event that follows; null:
-- none. An exchange is restored when no process has seen it otherwise for `p_quiet_ms`.
CREATE OR REPLACE FUNCTION note_exchange_health(
  p_exchange text, p_health text, p_now_ms bigint, p_quiet_ms bigint
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_type text;
BEGIN
  IF p_health = 'open' THEN
    UPDATE exchange_health SET degraded_since_ms = NULL
    WHERE exchange = p_exchange AND degraded_since_ms IS NOT NULL
      AND confirmed_at_ms <= p_now_ms - p_quiet_ms;
    IF FOUND THEN v_type := 'exchange.restored'; END IF;
  ELSE
    INSERT INTO exchange_health AS h (exchange, degraded_since_ms, confirmed_at_ms)
    VALUES (p_exchange, p_now_ms, p_now_ms) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      v_type := 'exchange.degraded';
    ELSE
      UPDATE exchange_health SET degraded_since_ms = p_now_ms
      WHERE exchange = p_exchange AND degraded_since_ms IS NULL;
      IF FOUND THEN v_type := 'exchange.degraded'; END IF;
      UPDATE exchange_health SET confirmed_at_ms = greatest(confirmed_at_ms, p_now_ms)
      WHERE exchange = p_exchange;
    END IF;
  END IF;
  IF v_type IS NOT NULL THEN
    INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
    SELECT DISTINCT user_id, v_type, p_exchange, p_now_ms, jsonb_build_object('health', p_health)
    FROM accounts WHERE exchange = p_exchange;
  END IF;
  RETURN v_type;
END $$;
